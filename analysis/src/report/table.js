// A table whose columns can be sorted. A column is { label, value(row), cell(row), number, title, low } - `value` sorts and
// is shown when there is no `cell`; `number` columns stand to the right and are first sorted from the top, unless `low`.
function sortable(place, columns, rows, { sort = 0, down = false, open, empty, onSort } = {}) {
  let shown = rows, order = [];
  const frame = make("div", { class: "scroll", tabindex: "0" }, place), table = make("table", {}, frame);
  const head = make("tr", {}, make("thead", {}, table)), body = make("tbody", {}, table);
  const none = make("p", { class: "none", hidden: "" }, place, empty || "");
  columns.forEach((column, i) => {
    const th = make("th", { scope: "col", class: column.number ? "number" : "" }, head);
    const button = make("button", { type: "button", title: column.title || column.label }, th, column.label);
    button.addEventListener("click", () => {
      down = sort === i ? !down : Boolean(column.number && !column.low);
      sort = i;
      draw();
      if (onSort) onSort(sort, down);
    });
  });
  const collator = new Intl.Collator(document.documentElement.lang);
  const compare = (a, b) => {
    const empty = value => value === null || value === undefined || value === "";
    // What is not known stands at the end in either direction.
    if (empty(a) || empty(b)) return empty(a) - empty(b);
    const order = typeof a === "number" ? a - b : collator.compare(a, b);
    return down ? -order : order;
  };
  // A line is made when it is first shown, then only moved.
  const made = new Map();
  function lineOf(row) {
    const line = make("tr", {});
    for (const column of columns) {
      const td = make("td", { class: column.number ? "number" : column.wide ? "wide" : "" }, line);
      const content = column.cell ? column.cell(row) : column.value(row);
      td.append(content ?? "–");
      // What may be cut off can be read by pointing at it.
      if (!column.number && td.textContent.length > 10) td.title = td.textContent;
    }
    const place = open && open(row);
    if (place) {
      line.classList.add("opens");
      line.addEventListener("click", event => {
        if (!event.target.closest("a")) location.hash = place;
      });
    }
    return line;
  }
  function draw() {
    [...head.children].forEach((th, i) => th.setAttribute("aria-sort", i === sort ? (down ? "descending" : "ascending") : "none"));
    const value = columns[sort].value;
    const sorted = shown.map(row => [value(row), row]).sort((a, b) => compare(a[0], b[0])).map(pair => pair[1]);
    const lines = document.createDocumentFragment();
    for (const row of sorted) {
      if (!made.has(row)) made.set(row, lineOf(row));
      lines.append(made.get(row));
    }
    body.replaceChildren(lines);
    none.hidden = sorted.length > 0;
    order = sorted;
  }
  draw();
  // `order` gives the rows as they stand.
  return { show: rows => { shown = rows; draw(); }, order: () => order };
}
