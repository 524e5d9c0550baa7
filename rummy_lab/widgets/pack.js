// A pack of cards to pick from: a row for each suit. Pressing a card takes one of it, or, where all
// of it are taken, puts them back; the kernel decides.

function render({ model, el }) {
  const root = make("div", "rl rl-pack");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "The pack: press a card to take it into the hand or out of it");
  el.append(root);
  guard(el);

  function newRow() {
    const node = make("div", "rl-suit");
    node.setAttribute("role", "group");
    return node;
  }

  function newCell(one) {
    const node = button("rl-cell");
    node.dataset.stop = "true";
    node.addEventListener("click", () => model.send({ do: "press", card: one.card }));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      model.send({ do: "back", card: one.card });
      event.preventDefault();
      event.stopPropagation();
    });
    face(node, one.card);
    node.append(make("span", "rl-count"));
    return node;
  }

  function drawCell(node, one) {
    const many = one.there > 1;
    say(node.lastElementChild, many && one.taken ? `${one.taken}/${one.there}` : "");
    attribute(node, "aria-pressed", one.taken > 0);
    node.classList.toggle("rl-all", one.taken === one.there);
    const wild = one.wild ? ", wild" : "";
    const held = many ? `, ${one.taken} of ${one.there} in the hand` : one.taken ? ", in the hand" : "";
    attribute(node, "aria-label", `${spoken(one.card)}${wild}${held}`);
  }

  function draw() {
    keepFocus(root, () => {
      sync(root, model.get("rows"), (_, i) => i, newRow, (row, cells) => {
        sync(row, cells, (one) => one.card, newCell, drawCell);
      });
      settle([...root.children]);
    });
  }

  roving(root, () => [...root.children]);
  const ends = [wear(root, model), watch(model, ["rows"], draw)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
