"use strict";
(() => {
  const bar = document.getElementById("report-filters");
  const reports = [...document.querySelectorAll("details.report[data-agent]")]; // not what a benchmark unfolds besides
  const lists = [...bar.querySelectorAll("select")];
  const told = document.getElementById("report-count");
  const open = (target) => {
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
  };

  // What stands in an answer on a large page is packed until it is opened, or searched.
  const inside = (report) => report.querySelector(":scope > .inside");
  const unpacked = async (data) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };
  const unpack = async (report) => {
    const place = inside(report);
    const data = place.dataset.packed;
    if (!data) return;
    const content = await unpacked(data);
    if (!place.dataset.packed) return;
    place.innerHTML = content;
    delete place.dataset.packed;
    place.querySelectorAll(".wide > table").forEach(sortable);
  };
  const texts = new Map();
  const SIGNS = { amp: "&", lt: "<", gt: ">", "#34": '"', "#39": "'" }; // all that are escaped
  const plain = (html) => html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|#34|#39);/g, (_, name) => SIGNS[name]);
  const textOf = async (report) => {
    const data = inside(report).dataset.packed;
    texts.set(report, (report.textContent + plain(await unpacked(data))).toLowerCase());
  };
  const listed = (report) => lists.every((list) => !list.value || report.dataset[list.dataset.of] === list.value);
  let latest = 0;
  const apply = async () => {
    const words = document.getElementById("filter-text").value.trim().toLowerCase();
    const turn = ++latest;
    const waiting = words ? reports.filter((report) => inside(report).dataset.packed && !texts.has(report)) : [];
    for (let at = 0; at < waiting.length; at += 100) {
      told.textContent = "searching " + at + " of " + waiting.length + " " + told.dataset.what;
      await Promise.all(waiting.slice(at, at + 100).map(textOf));
      if (turn !== latest) return; // something else is asked for meanwhile
    }
    const says = (report) => (texts.get(report) ?? report.textContent.toLowerCase()).includes(words);
    let shown = 0;
    for (const report of reports) {
      report.hidden = !(listed(report) && (!words || says(report)));
      shown += report.hidden ? 0 : 1;
    }
    told.textContent = shown + " of " + reports.length + " " + told.dataset.what;
  };
  const named = (name) => {
    try {
      return name && document.getElementById(decodeURIComponent(name));
    } catch {
      return null;
    }
  };
  const follow = async () => {
    const name = location.hash.slice(1);
    const around = named(name) || named(name.replace(/[sw]\d+$/, "")); // a piece may be packed with its answer
    const packed = around && around.closest("details.report");
    if (packed && inside(packed).dataset.packed) await unpack(packed);
    const target = named(name);
    if (!target) return;
    open(target);
    const report = target.closest("details.report");
    if (report) report.hidden = false;
    for (const mark of target.classList) {
      const box = document.getElementById("f-" + mark);
      if (box) box.checked = true;
    }
    const show = () => target.scrollIntoView({ block: target.closest(".s, .w") ? "center" : "start" });
    show();
    requestAnimationFrame(() => requestAnimationFrame(show)); // what was not drawn before has its height only now
  };

  // A column is sorted by its numbers, the largest first, else by its words; then the other way round; then as it was.
  const NONE = "–";
  const said = (cell) => (cell.dataset.v ?? cell.textContent).trim();
  const amount = (text) => parseFloat(text.replace(/[,$]/g, ""));
  const sorted = (rows, column, way) => {
    const cells = new Map(rows.map((row) => [row, said(row.cells[column])]));
    const empty = (row) => cells.get(row) === "" || cells.get(row) === NONE;
    const isNumber = (row) => row.cells[column].matches(".n, .h, [data-v]") || /^[-+$]?[\d,]*\.?\d+%?$/.test(cells.get(row));
    const numbers = rows.every((row) => empty(row) || isNumber(row));
    const compare = (one, other) => numbers
      ? amount(cells.get(other)) - amount(cells.get(one))
      : cells.get(one).localeCompare(cells.get(other), "en", { numeric: true });
    const order = rows.filter((row) => !empty(row)).sort((one, other) => way * compare(one, other));
    return [numbers, [...order, ...rows.filter(empty)]];
  };
  const sortable = (table) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    if (rows.length < 2 || rows.some((row) => row.cells.length !== heads.length)) return;
    heads.forEach((head, column) => {
      if (head.tagName !== "TH") return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      const help = head.querySelector(".def");
      button.append(...[...head.childNodes].filter((node) => node !== help));
      head.prepend(button);
      let turn = 0;
      button.addEventListener("click", () => {
        turn = head.hasAttribute("aria-sort") ? (turn + 1) % 3 : 1;
        for (const other of heads) other.removeAttribute("aria-sort");
        const [numbers, order] = turn ? sorted(rows, column, turn === 1 ? 1 : -1) : [false, rows];
        if (turn) head.setAttribute("aria-sort", numbers === (turn === 1) ? "descending" : "ascending");
        body.append(...order);
      });
    });
  };

  let waiting = 0;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(apply, 150); };
  bar.hidden = false;
  bar.addEventListener("input", soon);
  bar.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
  bar.addEventListener("reset", () => setTimeout(apply, 0));
  document.getElementById("open-all").addEventListener("click", () => {
    for (const report of reports) if (!report.hidden) report.open = true;
  });
  document.getElementById("close-all").addEventListener("click", () => {
    for (const report of reports) report.open = false;
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.matches("details.report") && event.target.open) unpack(event.target);
  }, true);
  document.querySelectorAll(".wide > table").forEach(sortable);
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    // A second click on the same link changes no hash, and is followed all the same.
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  apply();
  follow();
})();
