"use strict";
(() => {
  // Whether to look again stands behind the "#", since a page of its own origin keeps nothing else.
  const live = document.getElementById("live");
  let waiting = 0;
  const wait = () => {
    clearTimeout(waiting);
    if (live.checked) waiting = setTimeout(() => location.reload(), 5000);
  };
  live.checked = location.hash === "#live";
  live.addEventListener("input", () => {
    location.replace(live.checked ? "#live" : "#");
    wait();
  });
  wait();
})();
