"use strict";
// Everything is on the page without this; it only sorts, filters and switches what is shown.
for (const controls of document.querySelectorAll(".controls")) controls.hidden = false;

for (const figure of document.querySelectorAll("[data-board]")) {
  const maps = JSON.parse(figure.querySelector("script").textContent);
  const deed = figure.querySelector("select[data-deed]");
  const side = figure.querySelector("select[data-side]");
  const show = () => {
    const map = maps[deed.value][side.value];
    figure.classList.toggle("both", side.value === "d");
    figure.querySelector("[data-low]").textContent = map.ends[0];
    figure.querySelector("[data-high]").textContent = map.ends[1];
    for (const drawing of figure.querySelectorAll("[data-drawing]")) {
      const of = drawing.dataset.drawing;
      drawing.toggleAttribute("hidden", of !== "" && of !== side.value);
    }
    for (const item of figure.querySelectorAll("[data-item]")) {
      const [strength, said] = map.items[item.dataset.item] ?? [0, ""];
      const warm = item.querySelector(".warm");
      warm.setAttribute("fill-opacity", String(Math.abs(strength)));
      warm.classList.toggle("less", strength < 0);
      item.querySelector("title").textContent = said;
    }
  };
  deed.addEventListener("change", show);
  side.addEventListener("change", show);
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
    for (const cell of part.querySelectorAll("table [data-deed]"))
      cell.hidden = columns.value !== "" && cell.dataset.deed !== columns.value;
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
      const of = (row) => (name ? row.cells[0].textContent : Number(row.cells[column].dataset.value));
      const rows = [...body.rows].sort((one, other) => {
        const [a, b] = [of(one), of(other)];
        return name ? a.localeCompare(b) : a - b;
      });
      if (!up) rows.reverse();
      body.append(...rows);
    });
  });
}
