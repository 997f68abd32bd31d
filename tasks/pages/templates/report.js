"use strict";
(() => {
  const bar = document.getElementById("report-filters");
  const reports = [...document.querySelectorAll("details.report")];
  const lists = [...bar.querySelectorAll("select")];
  const told = document.getElementById("report-count");
  const open = (target) => {
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
  };
  const matches = (report) => {
    const words = document.getElementById("filter-text").value.trim().toLowerCase();
    for (const list of lists) if (list.value && report.dataset[list.dataset.of] !== list.value) return false;
    return !words || report.textContent.toLowerCase().includes(words);
  };
  const apply = () => {
    let shown = 0;
    for (const report of reports) {
      report.hidden = !matches(report);
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
  const follow = () => {
    const target = named(location.hash.slice(1));
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
      button.append(...head.childNodes);
      head.append(button);
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
