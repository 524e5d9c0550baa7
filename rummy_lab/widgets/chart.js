// A chart made of the elements the kernel sends, a line at the place shown, numbers folded below.
// Pressing it asks the kernel for the nearest place.

const SVG = "http://www.w3.org/2000/svg";

function render({ model, el }) {
  const root = make("figure", "rl rl-chart");
  const svg = document.createElementNS(SVG, "svg");
  const numbers = make("details");
  const summary = make("summary", "", "In numbers");
  const table = make("table");
  svg.setAttribute("role", "img");
  summary.dataset.lmSuppressShortcuts = "true";
  numbers.append(summary, table);
  root.append(svg, numbers);
  el.append(root);
  guard(el);
  const cursor = element("line", { class: "rl-cursor" }, "");

  function element(tag, attributes, text) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text) node.textContent = text;
    return node;
  }

  function draw() {
    const chart = model.get("drawing");
    root.hidden = !chart.size;
    if (root.hidden) return;
    const [width, height] = chart.size;
    attribute(svg, "viewBox", `0 0 ${width} ${height}`);
    attribute(svg, "aria-label", chart.words);
    svg.classList.toggle("rl-places", chart.places.length > 0);
    svg.replaceChildren(cursor, ...chart.marks.map((mark) => element(...mark)));
    if (numbers.open) drawNumbers();
    drawCursor();
  }

  function drawNumbers() {
    const chart = model.get("drawing");
    const line = (cells, tags) => {
      const row = make("tr");
      row.append(...cells.map((cell, i) => make(tags[Math.min(i, 1)], "", cell)));
      return row;
    };
    table.replaceChildren(line(chart.head, ["th", "th"]),
      ...chart.rows.map((row) => line(row, ["th", "td"])));
  }

  function drawCursor() {
    const chart = model.get("drawing");
    const x = (chart.places || [])[model.get("at")];
    cursor.style.display = x === undefined ? "none" : "";
    if (x === undefined) return;
    const at = { x1: x, x2: x, y1: 22, y2: chart.size[1] - 24 };
    for (const [name, value] of Object.entries(at)) attribute(cursor, name, value);
  }

  svg.addEventListener("click", (event) => {
    const chart = model.get("drawing");
    if (!chart.places.length) return;
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * chart.size[0];
    const off = chart.places.map((place) => Math.abs(place - x));
    model.send({ do: "point", at: off.indexOf(Math.min(...off)) });
  });
  numbers.addEventListener("toggle", () => numbers.open && drawNumbers());
  const ends = [wear(root, model), watch(model, ["drawing"], draw),
    watch(model, ["at"], drawCursor)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
