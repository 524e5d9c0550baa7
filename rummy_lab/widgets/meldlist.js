// Headed groups of small fans of cards. Pressing a fan asks the kernel to select its cards.

function render({ model, el }) {
  const root = make("div", "rl rl-meldlist");
  el.append(root);
  guard(el);

  function newGroup() {
    const node = make("section");
    node.append(make("h4"), make("p", "rl-note"), make("div", "rl-fans"));
    return node;
  }

  function drawGroup(node, group) {
    const [title, note, fans] = node.children;
    say(title, group.title);
    say(note, group.note || "");
    attribute(fans, "role", "group");
    attribute(fans, "aria-label", group.title);
    sync(fans, group.fans, (fan, i) => `${i}`, newFan, drawFan);
  }

  function newFan() {
    const node = button("rl-pick");
    node.dataset.stop = "true";
    node.append(make("span", "rl-fan"), make("span", "rl-note"));
    node.addEventListener("click", () => {
      if (node.dataset.pick) model.send({ do: "pick", cards: node.dataset.pick.split(" ") });
    });
    return node;
  }

  function drawFan(node, fan) {
    const [cards, note] = node.children;
    sync(cards, keys(fan.cards), (key) => key, () => {
      const slot = make("span", "rl-slot");
      slot.append(make("span", "rl-card"));
      return slot;
    }, (slot, key) => face(slot.firstElementChild, key.replace(COPY, "")));
    say(note, fan.note || "");
    node.dataset.cards = fan.cards.join(" ");
    node.dataset.pick = fan.pick ? fan.cards.map((text) => text.split("=")[0]).join(" ") : "";
    attribute(node, "aria-disabled", fan.pick ? null : "true");
    const said = fan.cards.map(spoken).join(", ");
    attribute(node, "aria-label", fan.note ? `${fan.note}: ${said}` : said);
  }

  function draw() {
    keepFocus(root, () => {
      sync(root, model.get("groups"), (group) => group.title, newGroup, drawGroup);
      settle([...root.querySelectorAll(".rl-fans")]);
    });
  }

  /** Marks the fans with the cards pointed at; for a fan those it takes cards from. */
  function mark({ cards, from }) {
    const [held, wanted] = [model.get("held"), tally(cards || [])];
    for (const node of root.querySelectorAll(".rl-pick")) {
      const has = tally(node.dataset.cards.split(" "));
      const shared = Object.keys(wanted).filter((card) => has[card]);
      const same = cards && node.dataset.cards === cards.join(" ");
      const clash = shared.some((card) => has[card] + wanted[card] > (held[card] || 0));
      node.classList.toggle("rl-holds", from === "hand" && shared.length > 0);
      node.classList.toggle("rl-clash", from === "fan" && !same && clash);
      node.classList.toggle("rl-apart", Boolean(cards) && !same && !shared.length);
    }
  }

  points(root, ".rl-pick", "fan", (node) => node.dataset.cards.split(" "));
  roving(root, () => [...root.querySelectorAll(".rl-fans")]);
  const ends = [wear(root, model), watch(model, ["groups"], draw), pointed(root, mark)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
