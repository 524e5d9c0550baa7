// The table of one deal: piles, melds, hands, the row of actions and what was answered.
// It draws what the kernel sends and tells the kernel what was pressed; it judges nothing.

function render({ model, el }) {
  const root = make("div", "rl rl-table");
  root.setAttribute("role", "group");
  const top = make("div", "rl-top");
  const felt = make("div", "rl-felt");
  const mid = make("div", "rl-mid");
  const piles = make("div", "rl-piles");
  const melds = make("div", "rl-melds");
  const deep = make("div", "rl-deep");
  const now = make("div", "rl-now");
  const seats = make("div", "rl-seats");
  const acts = make("div", "rl-acts");
  const answer = make("div", "rl-answer");
  acts.setAttribute("role", "group");
  acts.setAttribute("aria-label", "Actions");
  answer.setAttribute("role", "status");
  answer.setAttribute("aria-live", "polite");
  deep.append(make("div", "rl-fan rl-wrap"), make("div", "rl-note", "discard pile, the oldest first"));
  mid.append(piles, melds, deep);
  felt.append(mid, now, seats);
  root.append(top, felt, acts, answer);
  el.append(root);
  guard(el);

  const send = (message) => model.send(message);
  const rows = () => [mid, ...seats.querySelectorAll(".rl-hand"), acts];
  const state = { moved: false };
  const title = titleBar(top);
  const stock = pile("stock", () => send({ do: "stock" }));
  const discards = pile("discards", () => send({ do: "upcard" }));
  const own = make("div", "rl-piles");
  piles.append(stock.root, discards.root, own);
  const drawn = new WeakMap();

  function drawTable() {
    const picture = model.get("picture");
    attribute(root, "aria-label", `${picture.title}, ${picture.deal}`);
    title(picture);
    drawPiles(picture);
    drawDeep(picture.deep || []);
    mid.hidden = Boolean(picture.bare);
    sync(now, picture.now || [], (one) => one, () => make("span"), say);
    const row = (meld, i) => String(i);
    sync(melds, picture.melds || [], row, newMeld, drawMeld);
    attribute(melds, "data-none", picture.none || "no melds on the table yet");
    melds.classList.toggle("rl-none", !(picture.melds || []).length);
    melds.hidden = Boolean(picture.piles);
    seats.style.setProperty("--rl-room", picture.room || 12);
    sync(seats, picture.seats || [], row, newSeat, drawSeat);
  }

  function drawPiles(picture) {
    const can = model.get("can");
    stock.draw(picture.stock ? "??" : "", `stock · ${picture.stock}`, can.stock,
      `stock, ${count(picture.stock, "card")}`);
    const up = picture.upcard || "";
    discards.draw(up, `discards · ${picture.discards}`, can.upcard,
      up ? `upcard, ${spoken(up)}` : "no upcard");
    discards.root.hidden = Boolean(picture.piles);
    sync(own, picture.piles || [], (one, i) => i, newPile, (node, one, i) => {
      const mine = can.pile === i && can.upcard;
      drawn.get(node)(one.card, `${one.name} · ${one.count}`, mine,
        `${one.name}, ${one.card ? spoken(one.card) : "empty"}`);
    });
  }

  /** A seat's own pile, where all play at the same moment. */
  function newPile(_, i) {
    const made = pile(`pile${i}`, () => send({ do: "pile", seat: i }));
    drawn.set(made.root, made.draw);
    return made.root;
  }

  /** The discard pile fanned out, where one can draw from inside it. */
  function drawDeep(cards) {
    const can = model.get("can").deep || {};
    deep.hidden = !cards.length;
    drawFan(deep.firstElementChild, cards, "deep", (card, key, at) => {
      const said = can[at] || (at === cards.length - 1 && model.get("can").upcard) || "";
      card.classList.toggle("rl-can", Boolean(said));
      const name = `${spoken(key.replace(COPY, ""))}, in the discard pile`;
      attribute(card, "aria-label", said ? `${name}, ${said}` : name);
    });
  }

  function newMeld(meld, i) {
    const node = make("div", "rl-meld");
    node.dataset.drop = i + 1;
    node.append(make("div", "rl-fan"), make("div", "rl-note"));
    node.addEventListener("click", () => send({ do: "meld", meld: i + 1 }));
    return node;
  }

  function drawMeld(node, meld, i) {
    const can = (model.get("can").melds || {})[i + 1];
    node.classList.toggle("rl-can", Boolean(can));
    const tail = `in meld ${i + 1}, ${meld.note}${can ? `, ${can}` : ""}`;
    drawFan(node.firstElementChild, meld.cards, "meld" + i, (card, key) => {
      attribute(card, "aria-label", `${spoken(key.replace(COPY, ""))}, ${tail}`);
    });
    const taken = can ? ` · ${can}` : "";
    say(node.lastElementChild, `${i + 1} · ${meld.note}${taken}`);
  }

  function newSeat() {
    const node = make("section", "rl-seat");
    const who = make("div", "rl-who");
    who.append(make("span", "rl-turn"), make("b"), make("span", "rl-note"));
    const hand = make("div", "rl-fan rl-wrap rl-hand");
    hand.setAttribute("role", "group");
    node.append(who, hand);
    handle(node, hand);
    return node;
  }

  function drawSeat(node, seat, i) {
    node.dataset.seat = i;
    node.classList.toggle("rl-on", seat.turn);
    const [, name, note] = node.firstElementChild.children;
    say(name, seat.name);
    attribute(name, "dir", "auto");
    say(note, seat.note);
    const hand = node.lastElementChild;
    attribute(hand, "aria-label", `${seat.name}'s hand, ${seat.note}`);
    const selected = seat.turn ? new Set(model.get("selected")) : new Set();
    const can = seat.turn ? model.get("can").hand || {} : {};
    const gaps = new Set(seat.gaps);
    drawFan(hand, seat.cards, "hand" + i, (card, key, at) => {
      const plain = key.replace(COPY, "");
      const slot = card.parentElement;
      slot.classList.toggle("rl-gap", gaps.has(at));
      slot.classList.toggle("rl-up", selected.has(key));
      card.classList.toggle("rl-can", plain in can);
      card.classList.toggle("rl-fresh", seat.fresh === key);
      card.classList.toggle("rl-wild", (seat.wild || []).includes(plain));
      const choosable = seat.turn && plain !== "??" && !model.get("picture").still;
      attribute(card, "aria-pressed", choosable ? selected.has(key) : null);
      const said = [spoken(plain)];
      if ((seat.wild || []).includes(plain)) said.push("wild");
      if (seat.fresh === key) said.push("just drawn");
      if (plain in can) said.push(can[plain]);
      attribute(card, "aria-label", said.join(", "));
    });
  }

  /** Clicks, moves by key and drags of the cards of one hand. */
  function handle(node, hand) {
    const seat = () => Number(node.dataset.seat);
    const move = (key, to) => send({ do: "move", seat: seat(), card: key, to });
    hand.addEventListener("click", (event) => {
      const slot = event.target.closest(".rl-slot");
      if (!slot || state.moved) return;
      const still = model.get("picture").still;
      if (still || !node.classList.contains("rl-on")) send({ do: "touch", seat: seat() });
      else choose(slot.dataset.key);
    });
    hand.addEventListener("keydown", (event) => {
      const slot = event.target.closest(".rl-slot");
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!slot || !by || !event.shiftKey) return;
      const at = [...hand.children].indexOf(slot) + by;
      if (at >= 0 && at < hand.children.length) move(slot.dataset.key, at);
      event.preventDefault();
      event.stopPropagation();
    });
    drags(hand, root, state, move, (key, on) => send({ do: "drop", seat: seat(), card: key, on }));
  }

  function choose(key) {
    if (key.startsWith("??")) return send({ do: "touch", seat: -1 });
    const now = model.get("selected");
    const next = now.includes(key) ? now.filter((one) => one !== key) : [...now, key];
    model.set("selected", next);
    model.save_changes();
    return undefined;
  }

  function drawActions() {
    drawActs(acts, model.get("actions"), (one) => send({ do: one.do || "act", text: one.text }));
  }

  function drawAnswer() {
    drawSaid(answer, model.get("message"), (text) => send({ do: "act", text }));
  }

  /** Where the focus goes when what had it has been played. */
  function refocus(wasActing) {
    const hand = seats.querySelector(".rl-on .rl-hand");
    const first = (row) => row && stops(row)[0];
    const to = wasActing ? first(acts) || first(hand) : first(hand) || first(acts);
    (to || first(mid)).focus({ preventScroll: true });
  }

  function draw() {
    const acting = acts.contains(document.activeElement) || answer.contains(document.activeElement);
    const lost = keepFocus(root, () => {
      glide(felt, drawTable);
      drawActions();
      drawAnswer();
      settle(rows());
    });
    if (lost) refocus(acting);
  }

  deep.addEventListener("click", (event) => {
    const slot = event.target.closest(".rl-slot");
    if (slot) send({ do: "deep", at: [...slot.parentElement.children].indexOf(slot) });
  });
  roving(root, rows);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !model.get("selected").length) return;
    model.set("selected", []);
    model.save_changes();
  });
  const seen = ["picture", "can", "selected", "actions", "message"];
  const ends = [wear(root, model), watch(model, seen, draw), serves(model)];
  draw();
  return () => ends.forEach((end) => end());
}

/** A pile of cards with a note under it; `draw` updates it in place. */
function pile(name, press) {
  const root = make("div", "rl-pile");
  const slot = make("span", "rl-slot");
  const card = button("rl-card");
  const note = make("div", "rl-note");
  card.dataset.stop = "true";
  card.dataset.pile = name;
  root.dataset.drop = name;
  slot.dataset.place = name;
  slot.append(card);
  root.append(slot, note);
  card.addEventListener("click", press);
  const draw = (text, said, can, label) => {
    slot.dataset.key = text || "none";
    face(card, text);
    card.classList.toggle("rl-empty", !text);
    card.classList.toggle("rl-can", Boolean(can));
    attribute(card, "aria-label", can ? `${label}, ${can}` : label);
    say(note, said);
  };
  return { root, draw };
}

/** Lets the cards of a hand be dragged: within it, or onto anything with `data-drop`. */
function drags(hand, root, state, move, drop) {
  let held = null;
  const under = (event) => document.elementsFromPoint(event.clientX, event.clientY);
  const index = (event) => {
    const others = [...hand.children].filter((slot) => slot !== held.slot);
    const before = (slot) => {
      const box = slot.getBoundingClientRect();
      return box.left + box.width / 2 < event.clientX;
    };
    return others.filter(before).length;
  };
  const target = (event) => under(event).map((node) => root.contains(node) &&
    node.closest("[data-drop]")).find(Boolean);
  const mark = (node) => {
    for (const one of root.querySelectorAll(".rl-over")) one.classList.remove("rl-over");
    if (node) node.classList.add("rl-over");
  };
  const end = () => {
    if (!held) return;
    held.slot.style.transform = "";
    held.slot.classList.remove("rl-dragged");
    mark(null);
    held = null;
    setTimeout(() => { state.moved = false; }, 0);
  };
  hand.addEventListener("pointerdown", (event) => {
    const slot = event.target.closest(".rl-slot");
    if (slot && event.button === 0) held = { slot, x: event.clientX, y: event.clientY, on: false };
  });
  hand.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.on && Math.hypot(dx, dy) < 6) return;
    if (!held.on) {
      held.on = state.moved = true;
      held.slot.classList.add("rl-dragged");
      hand.setPointerCapture(event.pointerId);
    }
    held.slot.style.transform = `translate(${dx}px, ${dy}px)`;
    mark(target(event));
  });
  hand.addEventListener("pointerup", (event) => {
    if (held && held.on) {
      const on = target(event);
      const key = held.slot.dataset.key;
      if (on) drop(key, on.dataset.drop);
      else if (hand.parentElement.contains(under(event).find((node) => node.closest(".rl-seat")))) {
        move(key, index(event));
      }
    }
    end();
  });
  hand.addEventListener("pointercancel", end);
}

export default { render };
