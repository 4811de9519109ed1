(() => {
  "use strict";
  const panel = document.getElementById("sorting");
  if (panel) {
    const steps = JSON.parse(panel.dataset.steps);
    const [left, top, right, bottom] = panel.dataset.frame.split(" ").map(Number);
    const slider = document.getElementById("asked");
    const line = document.getElementById("target-line");
    const rule = document.getElementById("rule-line");
    const lowest = Number(rule.dataset.lowest);
    const person = panel.querySelector("[data-person]");
    const piles = Array.from(panel.querySelectorAll("[data-pile]"));

    const fill = (cell, number, total) => {
      cell.textContent = number.toLocaleString("en");
      const bar = cell.parentElement.querySelector(".value");
      bar.setAttribute("width", String((100 * number) / Math.max(total, 1)));
    };
    const show = () => {
      const step = steps[Number(slider.value)];
      const total = step.piles.reduce((sum, number) => sum + number, step.person);
      document.getElementById("asked-value").textContent = step.asked;
      document.getElementById("told").textContent = step.told;
      slider.setAttribute("aria-valuetext", step.asked);
      fill(person, step.person, total);
      piles.forEach((cell, place) => fill(cell, step.piles[place], total));
      const y = bottom - ((bottom - top) * (step.accuracy - lowest)) / (1 - lowest);
      line.setAttribute("y1", String(y));
      line.setAttribute("y2", String(y));
      line.classList.toggle("gone", step.accuracy < lowest);
      rule.classList.toggle("gone", step.covered === null);
      if (step.covered !== null) {
        const x = left + (right - left) * step.covered;
        rule.setAttribute("x1", String(x));
        rule.setAttribute("x2", String(x));
      }
    };
    panel.querySelector(".asked").hidden = false;
    slider.addEventListener("input", show);
    show();
  }
  const closed = () => document.querySelectorAll("details:not([open])");
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = Array.from(closed());
    opened.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => {
    opened.forEach((details) => { details.open = false; });
  });
})();
