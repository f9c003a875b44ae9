"use strict";
// Everything is on the page without this; it only sorts, filters and switches what is shown.
for (const controls of document.querySelectorAll(".controls")) controls.hidden = false;

for (const figure of document.querySelectorAll("[data-board]")) {
  const { names, rates, points, less, more } = JSON.parse(figure.querySelector("script").textContent);
  const [seats, deed, side] = ["seats", "deed", "side"].map((name) => figure.querySelector(`select[data-${name}]`));
  const lang = document.documentElement.lang;
  const format = (options) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1, ...options });
  const percent = (thousandths) => format({ style: "percent" }).format(thousandths / 1000);
  const difference = (thousandths) =>
    `${format({ signDisplay: "exceptZero" }).format(thousandths / 10)} ${points}`;
  const show = () => {
    const sides = rates[seats.value][deed.value];
    const both = side.value === "d";
    const found = both
      ? Object.fromEntries(Object.keys(sides.a).filter((n) => n in sides.b).map((n) => [n, sides.b[n] - sides.a[n]]))
      : sides[side.value];
    // Both sides on one scale: the same strength is the same share.
    const scale = both ? [found] : Object.values(sides);
    const most = Math.max(...scale.flatMap((one) => Object.values(one)).map(Math.abs)) || 1;
    figure.classList.toggle("both", both);
    const ends = both ? [`${less}: ${difference(-most)}`, `${more}: ${difference(most)}`] : [percent(0), percent(most)];
    figure.querySelector("[data-low]").textContent = ends[0];
    figure.querySelector("[data-high]").textContent = ends[1];
    for (const drawing of figure.querySelectorAll("[data-drawing]")) {
      const of = drawing.dataset.drawing;
      drawing.toggleAttribute("hidden", of !== "" && of !== side.value);
    }
    for (const item of figure.querySelectorAll("[data-item]")) {
      const value = found[item.dataset.item] ?? 0;
      const warm = item.querySelector(".warm");
      warm.setAttribute("fill-opacity", String(Math.abs(value / most)));
      warm.classList.toggle("less", value < 0);
      const name = names[both ? "a" : side.value][item.dataset.item] ?? "";
      item.querySelector("title").textContent = `${name}: ${both ? difference(value) : percent(value)}`;
    }
  };
  for (const one of [seats, deed, side]) one.addEventListener("change", show);
}

for (const part of document.querySelectorAll("[data-things]")) {
  const body = part.querySelector("tbody");
  const status = part.querySelector("[data-shown]");
  const filter = part.querySelector("[data-filter]");
  const columns = part.querySelector("[data-columns]");
  const heads = [...part.querySelectorAll("th[data-sort]")];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  filter.addEventListener("input", () => {
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !plain(row.cells[0].textContent).includes(plain(filter.value.trim()));
      if (!row.hidden) shown += 1;
    }
    status.textContent = status.dataset.shown.replace("#", String(shown));
  });
  columns?.addEventListener("change", () => {
    const hidden = (head) => columns.value !== "" && head.dataset.deed !== columns.value;
    for (const head of part.querySelectorAll("th[data-deed]")) head.hidden = hidden(head);
    for (const row of body.rows)
      heads.forEach((head, column) => (row.cells[column].hidden = column > 0 && hidden(head)));
  });
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const name = head.dataset.sort === "name";
      const before = head.getAttribute("aria-sort");
      // Numbers begin with the largest, names with A.
      const up = before === null ? name : before === "descending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const of = (row) => (name ? row.cells[0].textContent : Number(row.cells[column].dataset.v));
      const rows = [...body.rows].sort((one, other) => {
        const [a, b] = [of(one), of(other)];
        return name ? a.localeCompare(b) : a - b;
      });
      if (!up) rows.reverse();
      body.append(...rows);
    });
  });
}
