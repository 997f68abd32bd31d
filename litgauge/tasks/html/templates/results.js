"use strict";
(() => {
  // Filters and the choice of two answers stand behind the "#" of the address, so that a link to what is seen lasts.
  const form = document.getElementById("task-filters");
  if (form) {
    const fields = [...form.querySelectorAll("select, input")];
    const rows = [...document.querySelectorAll("main tbody tr")];
    const count = document.getElementById("task-count");
    const apply = () => {
      const value = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
      const fits = (cell) => (!value.agent || cell.dataset.agent === value.agent)
        && (!value.state || cell.dataset.state === value.state)
        && (!value.verdict || cell.dataset.verdicts.split(" ").includes(value.verdict));
      const grouped = (row) => fields.every((field) => !field.dataset.group || !field.value
        || row.dataset["group" + field.dataset.group] === field.value);
      let shown = 0;
      for (const row of rows) {
        const says = row.cells[0].textContent.toLowerCase().includes((value.words ?? "").toLowerCase());
        row.hidden = !(says && grouped(row) && [...row.querySelectorAll("td")].some(fits));
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = shown + " of " + rows.length + " tasks";
    };
    const read = () => {
      const chosen = new URLSearchParams(location.hash.slice(1));
      for (const field of fields) field.value = chosen.get(field.name) ?? "";
      apply();
    };
    const write = () => {
      const chosen = new URLSearchParams(fields.filter((field) => field.value).map((field) => [field.name, field.value]));
      location.replace("#" + chosen);
      apply();
    };
    form.hidden = false;
    form.addEventListener("input", write);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(write, 0));
    addEventListener("hashchange", read);
    read();
  }
  const choice = document.getElementById("side-choice");
  if (choice) {
    const lists = [...choice.querySelectorAll("select")];
    const sides = [...document.querySelectorAll(".side")];
    const names = sides.map((side) => side.dataset.answer);
    const show = () => {
      for (const side of sides) {
        const place = lists.findIndex((list) => list.value === side.dataset.answer);
        side.hidden = place < 0;
        side.classList.toggle("right", place === 1);
      }
    };
    const read = () => {
      const wanted = location.hash.slice(1).split(",").map((name) => name.replace(/[swf]\d+$/, ""));
      const chosen = [...new Set(wanted.filter((name) => names.includes(name)))];
      const rest = names.filter((name) => !chosen.includes(name));
      [lists[0].value, lists[1].value] = [...chosen, ...rest];
      show();
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
    };
    choice.hidden = false;
    choice.addEventListener("input", () => {
      location.replace("#" + lists.map((list) => list.value).join(","));
      show();
    });
    choice.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", read);
    read();
  }
})();
