// Points by rule set and player. Pressing a number asks the kernel for the lines behind it.

function render({ model, el }) {
  const root = make("div", "rl rl-scores");
  const top = make("div", "rl-top");
  const scroll = make("div", "rl-scroll");
  const table = make("table");
  const [head, body] = [make("thead"), make("tbody")];
  const acts = make("div", "rl-acts");
  const answer = make("div", "rl-answer");
  acts.setAttribute("role", "group");
  acts.setAttribute("aria-label", "Actions");
  answer.setAttribute("role", "status");
  answer.setAttribute("aria-live", "polite");
  table.append(head, body);
  scroll.append(table);
  root.append(top, scroll, answer, acts);
  el.append(root);
  guard(el);
  const [title, note] = [make("b"), make("span", "rl-note")];
  top.append(title, note);
  const rows = () => [...body.children, acts];

  function drawHead(shown) {
    const names = ["rules", ...shown.players, ...(shown.last ? [shown.last] : [])];
    const line = head.firstElementChild || make("tr");
    head.append(line);
    sync(line, names, (_, i) => i, () => {
      const cell = make("th");
      cell.scope = "col";
      cell.dir = "auto";
      return cell;
    }, say);
  }

  function newRow() {
    const node = make("tr");
    const name = make("th");
    name.scope = "row";
    node.append(name);
    return node;
  }

  function press(cell) {
    const node = button("rl-number");
    node.dataset.stop = "true";
    node.addEventListener("click", () => {
      const line = cell.parentElement;
      model.send({ do: "ask", label: line.dataset.key, column: [...line.children].indexOf(cell) });
    });
    cell.append(node);
    return node;
  }

  function drawRow(node, row, at, shown, chosen) {
    const texts = [{ text: row.title }, ...row.cells];
    if (shown.last) texts.push({ text: row.remark });
    while (node.children.length > texts.length) node.lastElementChild.remove();
    while (node.children.length < texts.length) node.append(make("td"));
    texts.forEach((one, column) => {
      const cell = node.children[column];
      const inner = cell.firstElementChild || press(cell);
      const on = chosen[0] === at && chosen[1] === column;
      say(inner, one.text);
      inner.classList.toggle("rl-leads", Boolean(one.leads));
      cell.classList.toggle("rl-odd", column > row.cells.length && row.kind === "no");
      cell.classList.toggle("rl-num", column > 0 && column <= row.cells.length);
      if (one.text) inner.removeAttribute("disabled");
      else attribute(inner, "disabled", "true");
      attribute(inner, "aria-pressed", on);
      const who = column && column <= row.cells.length ? `${row.title}, ${shown.players[column - 1]}: ` : "";
      attribute(inner, "aria-label", who ? `${who}${one.text} points${one.leads ? ", leads" : ""}` : null);
    });
  }

  function draw() {
    const [shown, chosen] = [model.get("table"), model.get("at")];
    if (!shown.rows) return;
    keepFocus(root, () => {
      say(title, shown.title);
      say(note, shown.note);
      attribute(table, "aria-label", shown.title);
      drawHead(shown);
      sync(body, shown.rows, (row) => row.label, newRow,
        (node, row, at) => drawRow(node, row, at, shown, chosen));
      drawActs(acts, model.get("actions"), (one) => model.send({ do: one.do }));
      drawSaid(answer, model.get("message"), () => {});
      settle(rows());
    });
  }

  roving(root, rows);
  const seen = ["table", "at", "actions", "message"];
  const ends = [wear(root, model), watch(model, seen, draw), serves(model)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
