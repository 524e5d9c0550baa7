// The cards left, hand by hand. Pressing a card takes it out; pressing a name chooses its hand.

function render({ model, el }) {
  const root = make("div", "rl rl-ends");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "The cards left: press a card to take it out");
  el.append(root);
  guard(el);

  function newSeat() {
    const node = make("div", "rl-end");
    const name = button("rl-name");
    name.dataset.stop = "true";
    name.append(make("b"), make("span", "rl-note"));
    name.firstElementChild.dir = "auto";
    const fan = make("div", "rl-fan rl-wrap");
    node.append(name, fan);
    node.setAttribute("role", "group");
    name.addEventListener("click", () => model.send({ do: "seat", seat: Number(node.dataset.key) }));
    fan.addEventListener("click", (event) => {
      const slot = event.target.closest(".rl-slot");
      if (slot) model.send({ do: "out", seat: Number(node.dataset.key), card: slot.dataset.key });
    });
    return node;
  }

  function drawSeat(node, seat) {
    const [name, fan] = node.children;
    say(name.firstElementChild, seat.name);
    say(name.lastElementChild, seat.note);
    name.setAttribute("aria-pressed", String(Boolean(seat.on)));
    attribute(node, "aria-label", `${seat.name}, ${seat.note}`);
    node.classList.toggle("rl-on", Boolean(seat.on));
    drawFan(fan, seat.cards, "end", (card, key) => {
      const said = spoken(key.replace(COPY, ""));
      attribute(card, "aria-label", `${said}: take it out`);
      attribute(card, "title", `${said}: press to take it out`);
    });
  }

  function draw() {
    const lost = keepFocus(root, () => {
      sync(root, model.get("seats"), (_, i) => i, newSeat, drawSeat);
      settle([...root.children]);
    });
    const on = root.querySelector(".rl-on [tabindex='0']");
    if (lost && on) on.focus({ preventScroll: true });
  }

  roving(root, () => [...root.children]);
  const ends = [wear(root, model), watch(model, ["seats"], draw)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
