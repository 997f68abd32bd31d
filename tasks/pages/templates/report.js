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
  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (!target) return;
    open(target);
    const report = target.closest("details.report");
    if (report) report.hidden = false;
    target.scrollIntoView();
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
  addEventListener("hashchange", follow);
  apply();
  follow();
})();
