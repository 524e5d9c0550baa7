// A hand laid open. Selecting cards asks the kernel what they are; nothing is judged here.

function render({ model, el }) {
  const root = make("div", "rl rl-handboard");
  root.setAttribute("role", "group");
  const [top, hand, acts, answer] = [make("div", "rl-top"), make("div", "rl-fan rl-wrap rl-hand"),
    make("div", "rl-acts"), make("div", "rl-answer")];
  hand.setAttribute("role", "group");
  acts.setAttribute("role", "group");
  acts.setAttribute("aria-label", "Actions");
  answer.setAttribute("role", "status");
  answer.setAttribute("aria-live", "polite");
  root.append(top, hand, acts, answer);
  el.append(root);
  guard(el);

  const title = titleBar(top);
  const plain = (key) => key.replace(COPY, "");
  const rows = () => [hand, acts];

  function drawHand() {
    const picture = model.get("picture");
    const cards = picture.cards || [];
    const [times, wild, gaps] = [picture.times || {}, picture.wild || [], picture.gaps || []];
    const selected = new Set(model.get("selected"));
    attribute(root, "aria-label", picture.title);
    title(picture);
    attribute(hand, "aria-label", `The hand, ${count(cards.length, "card")}`);
    attribute(hand, "data-none", picture.none || "");
    drawFan(hand, cards, "hand", (card, key, at) => {
      const slot = card.parentElement;
      const [is, n] = [wild.includes(plain(key)), times[plain(key)] || 0];
      slot.classList.toggle("rl-gap", gaps.includes(at));
      slot.classList.toggle("rl-up", selected.has(key));
      card.classList.toggle("rl-wild", is);
      if (!slot.lastElementChild.classList.contains("rl-times")) slot.append(make("span", "rl-times"));
      say(slot.lastElementChild, String(n));
      slot.lastElementChild.classList.toggle("rl-zero", !n);
      attribute(card, "aria-pressed", selected.has(key));
      const said = is ? `${spoken(plain(key))}, wild` : spoken(plain(key));
      attribute(card, "aria-label", `${said}, in ${n ? count(n, "meld") : "no meld"}`);
    });
  }

  function select(next) {
    model.set("selected", next);
    model.save_changes();
  }

  function choose(key) {
    const now = model.get("selected");
    select(now.includes(key) ? now.filter((one) => one !== key) : [...now, key]);
  }

  /** Shows which cards a meld takes: as many of each as it has, the selected ones first. */
  function mark({ cards, from }) {
    const wanted = from === "fan" ? tally(cards || []) : {};
    const first = (slot) => (slot.classList.contains("rl-up") ? 0 : 1);
    for (const slot of [...hand.children].sort((a, b) => first(a) - first(b))) {
      const card = plain(slot.dataset.key);
      slot.classList.toggle("rl-taken", wanted[card] > 0);
      if (wanted[card]) wanted[card] -= 1;
    }
  }

  function draw() {
    const lost = keepFocus(root, () => {
      drawHand();
      drawActs(acts, model.get("actions"), (one) => model.send({ do: one.do }));
      drawSaid(answer, model.get("message"), () => {});
      settle(rows());
    });
    const next = stops(hand)[0] || stops(acts)[0];
    if (lost && next) next.focus({ preventScroll: true });
  }

  hand.addEventListener("click", (event) => {
    const slot = event.target.closest(".rl-slot");
    if (slot) choose(slot.dataset.key);
  });
  root.addEventListener("keydown", (event) => {
    const slot = event.target.closest(".rl-slot");
    if (slot && (event.key === "Delete" || event.key === "Backspace")) {
      const beside = slot.nextElementSibling || slot.previousElementSibling;
      if (beside) land(hand, beside.firstElementChild);
      model.send({ do: "out", card: slot.dataset.key });
    } else if (event.key === "Escape" && model.get("selected").length) select([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  points(root, ".rl-slot", "hand", (node) => [plain(node.dataset.key)]);
  roving(root, rows);
  const seen = ["picture", "selected", "actions", "message"];
  const ends = [wear(root, model), watch(model, seen, draw), serves(model), pointed(root, mark)];
  draw();
  return () => ends.forEach((end) => end());
}

export default { render };
