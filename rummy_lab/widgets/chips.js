// Rule sets as a row of buttons; the kernel says which are pressed in.

function render({ model, el }) {
  const root = make("div", "rl rl-rulechips");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Rule sets: press to take one in or out");
  el.append(root);
  guard(el);

  function newChip() {
    const node = button("rl-rulechip");
    node.dataset.stop = "true";
    node.append(make("span", "rl-tick"), make("span"));
    node.firstElementChild.setAttribute("aria-hidden", "true");
    node.addEventListener("click", () => model.send({ do: "press", label: node.dataset.key }));
    return node;
  }

  function draw() {
    keepFocus(root, () => {
      sync(root, model.get("chips"), (chip) => chip.label, newChip, (node, chip) => {
        say(node.firstElementChild, chip.on ? "✓" : "+");
        say(node.lastElementChild, chip.title);
        node.setAttribute("aria-pressed", String(Boolean(chip.on)));
      });
      settle([root]);
    });
  }

  roving(root, () => [root]);
  const ends = [wear(root, model), watch(model, ["chips"], draw)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
