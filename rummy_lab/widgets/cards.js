// Shared drawing. It is put in front of each widget's own module, so nothing here is exported.
// Names and comments always go in as text. Nothing here knows a rule of any game.

const SUITS = {
  s: { name: "spades", path: "M12 1.5C16.8 7.6 21.6 10.6 21.6 15.1c0 2.8-2.1 4.6-4.4 4.6-1.7 0-3.2-.8-4.2-2.2.2 2.2 1 3.8 2.4 5H8.6c1.4-1.2 2.2-2.8 2.4-5-1 1.4-2.5 2.2-4.2 2.2-2.3 0-4.4-1.8-4.4-4.6C2.4 10.6 7.2 7.6 12 1.5Z" },
  h: { name: "hearts", path: "M12 22C5.6 16.2 1.8 12.4 1.8 8c0-3.2 2.4-5.5 5.3-5.5 2 0 3.8 1.1 4.9 3 1.1-1.9 2.9-3 4.9-3 2.9 0 5.3 2.3 5.3 5.5 0 4.4-3.8 8.2-10.2 14Z" },
  d: { name: "diamonds", path: "M12 1c2.3 4.3 5 7.9 8.2 11C17 15.1 14.3 18.7 12 23c-2.3-4.3-5-7.9-8.2-11C7 8.9 9.7 5.3 12 1Z" },
  c: { name: "clubs", path: "M12 1.6a4.7 4.7 0 0 1 3.7 7.6 4.8 4.8 0 1 1-2.6 8.3c.2 2.2 1 3.9 2.4 5h-7c1.4-1.1 2.2-2.8 2.4-5a4.8 4.8 0 1 1-2.6-8.3A4.7 4.7 0 0 1 12 1.6Z" },
  t: { name: "stars", path: "M12 1.3l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 17.9l-6.7 3.8 1.6-7.5L1.2 9.1l7.6-.8Z" },
};
const RANKS = { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", 10: "ten", J: "jack", Q: "queen", K: "king" };
const COPY = /#\d+$/;

/** An element with a class and, if given, a text; the text is never read as HTML. */
function make(tag, cls = "", text = null) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  if (text !== null) node.textContent = text;
  return node;
}

/** A button the notebook's shortcuts leave alone while it has the focus. */
function button(cls, text = null) {
  const node = make("button", cls, text);
  node.type = "button";
  node.dataset.lmSuppressShortcuts = "true";
  return node;
}

/** A small drawing from one path in a box of 24 by 24. */
function icon(path, cls) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Sets an attribute, or takes it away, only where that changes something. */
function attribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Sets a text only where it differs, so that nothing is announced twice. */
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A card's text in two: "10h" is ["10", "h"], the joker ["JK", ""]. */
function parts(text) {
  const suit = text.slice(-1);
  return suit in SUITS && text.slice(0, -1) in RANKS ? [text.slice(0, -1), suit] : [text, ""];
}

/** A card's name in words; "JK=9h" is a joker that stands for a card. */
function spoken(text) {
  const [played, stands] = text.split("=");
  const [rank, suit] = parts(played);
  const name = suit ? `${RANKS[rank]} of ${SUITS[suit].name}`
    : played === "JK" ? "joker" : played === "??" ? "closed card" : played;
  return stands ? `${name} as ${spoken(stands)}` : name;
}

/** Keys for a row of cards: equal cards are told apart by a count, "9d", "9d#2". */
function keys(cards) {
  const seen = {};
  return cards.map((card) => {
    seen[card] = (seen[card] || 0) + 1;
    return seen[card] > 1 ? `${card}#${seen[card]}` : card;
  });
}

/** Draws a card's face, or its back for "??", into an element; does nothing if it is there. */
function face(node, text) {
  if (node.dataset.card === text) return;
  node.dataset.card = text;
  node.replaceChildren();
  const [played, stands] = text.split("=");
  const [rank, suit] = parts(played);
  node.dataset.suit = suit;
  node.classList.toggle("rl-back", played === "??");
  if (!played || played === "??") return;
  const index = make("span", "rl-index", suit ? rank : played);
  const pip = SUITS[suit || "t"].path;
  index.append(icon(pip, "rl-pip"));
  node.append(index, icon(pip, "rl-pip rl-large"));
  if (!stands) return;
  const [asRank, asSuit] = parts(stands);
  const ribbon = make("span", "rl-ribbon", asRank);
  ribbon.append(icon(SUITS[asSuit].path, "rl-pip"));
  node.append(ribbon);
}

/** Makes the children of `parent` match `items`, keeping every element whose key stays. */
function sync(parent, items, key, create, update) {
  const wanted = items.map((item, i) => String(key(item, i)));
  const kept = new Map();
  const keep = new Set(wanted);
  for (const node of [...parent.children]) {
    if (keep.has(node.dataset.key)) kept.set(node.dataset.key, node);
    else node.remove();
  }
  let place = parent.firstElementChild;
  items.forEach((item, i) => {
    let node = kept.get(wanted[i]);
    if (!node) {
      node = create(item, i);
      node.dataset.key = wanted[i];
    }
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
    update(node, item, i);
  });
}

/** A fan of cards that can have the focus; `more` sets what is particular about each. */
function drawFan(fan, cards, place, more) {
  const create = () => {
    const slot = make("span", "rl-slot");
    const card = button("rl-card");
    card.dataset.stop = "true";
    slot.append(card);
    return slot;
  };
  sync(fan, keys(cards), (key) => key, create, (slot, key, at) => {
    slot.dataset.place = place;
    face(slot.firstElementChild, key.replace(COPY, ""));
    more(slot.firstElementChild, key, at);
  });
}

/** What in a row the arrow keys can reach. */
function stops(row) {
  return [...row.querySelectorAll("[data-stop]")];
}

/** Gives each row one stop for the Tab key: the one used last, else its first. */
function settle(rows) {
  for (const row of rows) {
    const all = stops(row);
    const now = all.find((node) => node.tabIndex === 0 && node.hasAttribute("tabindex"));
    for (const node of all) node.tabIndex = node === (now || all[0]) ? 0 : -1;
  }
}

/** Puts the focus on a stop and makes it the one its row is entered by. */
function land(row, node) {
  for (const other of stops(row)) other.tabIndex = other === node ? 0 : -1;
  node.focus({ preventScroll: false });
}

/** Arrow keys, Home and End among rows of stops; `rows()` gives the rows from top to bottom. */
function roving(root, rows) {
  root.addEventListener("keydown", (event) => {
    const at = event.target.closest("[data-stop]");
    if (!at || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = rows().filter((row) => stops(row).length);
    const row = all.find((one) => one.contains(at));
    if (!row) return;
    const here = stops(row);
    const i = here.indexOf(at);
    const rtl = getComputedStyle(row).direction === "rtl" ? -1 : 1;
    const along = { ArrowRight: i + rtl, ArrowLeft: i - rtl, Home: 0, End: here.length - 1 };
    if (event.key in along) {
      const next = here[Math.min(Math.max(along[event.key], 0), here.length - 1)];
      land(row, next);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const other = all[all.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
      if (other) land(other, nearest(at, stops(other)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener("focusin", (event) => {
    const at = event.target.closest("[data-stop]");
    const row = at && rows().find((one) => one.contains(at));
    if (row) for (const node of stops(row)) node.tabIndex = node === at ? 0 : -1;
  });
}

/** The one of some elements whose middle lies nearest to that of an element, left to right. */
function nearest(from, among) {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const x = middle(from);
  const off = (node) => Math.abs(middle(node) - x);
  return among.reduce((best, node) => (off(node) < off(best) ? node : best));
}

/** Keeps the focus where it was while `change` moves elements; says whether it was lost. */
function keepFocus(root, change) {
  const had = root.contains(document.activeElement) ? document.activeElement : null;
  change();
  if (had && had.isConnected && document.activeElement !== had) had.focus({ preventScroll: true });
  return had !== null && !had.isConnected;
}

/** Lets cards glide from where they lay, drawn ones from the stock, while `change` redraws them. */
function glide(root, change) {
  const places = () => {
    const found = new Map();
    for (const node of root.querySelectorAll("[data-place]")) {
      found.set(`${node.dataset.place}/${node.dataset.key}`, [node, node.getBoundingClientRect()]);
    }
    return found;
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || !root.animate;
  if (calm || !root.isConnected) return change();
  const before = places();
  change();
  const left = new Map();
  const after = places();
  for (const [id, [node, box]] of before) {
    if (!after.has(id)) left.set(node.dataset.key.replace(COPY, ""), box);
  }
  const stock = root.querySelector("[data-pile=stock]").getBoundingClientRect();
  const moves = [];
  let fresh = 0;
  for (const [id, [node, box]] of after) {
    let old = before.has(id) ? before.get(id)[1] : left.get(node.dataset.key.replace(COPY, ""));
    if (!before.has(id)) fresh += 1;
    if (!old && id.startsWith("hand")) old = stock;
    if (old && (old.left !== box.left || old.top !== box.top)) moves.push([node, old, box]);
  }
  if (!before.size || fresh > 8) return;
  for (const [node, old, box] of moves) {
    const by = `translate(${old.left - box.left}px, ${old.top - box.top}px)`;
    node.animate([{ transform: by }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
}

/** Keeps notebook shortcuts away from everything focusable in the tool around an element. */
function guard(el) {
  const mark = (root) => {
    const all = "button, input, select, textarea, summary, a[href], [tabindex]";
    for (const node of root.querySelectorAll(all)) node.dataset.lmSuppressShortcuts = "true";
  };
  const start = () => {
    const tool = el.closest(".rl-tool");
    if (!tool || tool.dataset.guarded) return;
    tool.dataset.guarded = "true";
    mark(tool);
    new MutationObserver(() => mark(tool)).observe(tool, { childList: true, subtree: true });
  };
  start();
  requestAnimationFrame(start);
  setTimeout(start, 500);
}

/** Puts a text on the clipboard, in an insecure page too. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    const had = document.activeElement;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    if (had) had.focus({ preventScroll: true });
  }
}

/** Calls a function once for several changes that come together. */
function coalesce(call) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      call();
    });
  };
}

/** Calls `draw` once for changes of some traits that come together; gives back what ends that. */
function watch(model, names, draw) {
  const redraw = coalesce(draw);
  for (const name of names) model.on(`change:${name}`, redraw);
  return () => {
    for (const name of names) model.off(`change:${name}`, redraw);
  };
}

/** Keeps a drawn part in the look that its model asks for; gives back what ends that. */
function wear(root, model) {
  const draw = () => {
    const look = model.get("look");
    root.classList.toggle("rl-four", Boolean(look.four));
    root.classList.toggle("rl-big", look.size === "projector");
    root.classList.toggle("rl-text", Boolean(look.text));
  };
  draw();
  return watch(model, ["look"], draw);
}

/** A picture as the bytes of a PNG of twice its size. */
async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = make("canvas");
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return await blob.arrayBuffer();
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Sends the kernel the PNG of its picture, or nothing where the page cannot draw it. */
async function sendDrawn(model, { draw, number }) {
  const png = await pngOf(draw).catch(() => null);
  model.send({ do: "drawn", number }, undefined, png ? [png] : []);
}

/** Does for the kernel what only a page can: copies, draws pictures; gives back what ends that. */
function serves(model) {
  const asked = (message) => {
    if (message && message.copy) copyText(message.copy);
    if (message && message.draw) sendDrawn(model, message);
  };
  model.on("msg:custom", asked);
  return () => model.off("msg:custom", asked);
}

/** The title bar: the rule set's name, what was changed in it, and which deal this is. */
function titleBar(top) {
  const name = make("b");
  const chips = make("span", "rl-chips");
  const deal = make("span", "rl-chip rl-deal");
  top.append(name, chips, deal);
  return (picture) => {
    say(name, picture.title);
    say(deal, picture.deal);
    sync(chips, picture.chips || [], (one) => one, () => make("span", "rl-chip"), say);
  };
}

/** A row of actions as buttons; one that is not allowed now can be pressed to see why. */
function drawActs(acts, actions, press) {
  acts.actions = actions;
  sync(acts, actions, (one, i) => i, () => {
    const node = button("rl-act");
    node.dataset.stop = "true";
    node.addEventListener("click", () => {
      const one = acts.actions[Number(node.dataset.key)];
      if (one) press(one);
    });
    return node;
  }, (node, one) => {
    say(node, one.label);
    node.classList.toggle("rl-main", Boolean(one.main));
    node.classList.toggle("rl-not", one.can === false);
    const why = one.can === false ? "Not allowed now: press to see why" : null;
    attribute(node, "title", why);
    attribute(node, "aria-label", why && `${one.label}. ${why}`);
  });
}

/** What was answered, with its reasons; `choose` gets the text of a choice that is pressed. */
function drawSaid(answer, said, choose) {
  const serial = JSON.stringify(said);
  if (answer.dataset.said === serial) return;
  answer.dataset.said = serial;
  answer.className = `rl-answer rl-${said.kind || "info"}`;
  const head = make("p", "rl-head", said.head || "");
  answer.replaceChildren(head, ...(said.reasons || []).map(reason));
  if (said.more) answer.append(make("p", "rl-more", said.more));
  for (const choice of said.choices || []) {
    const node = button("rl-act", choice.label);
    node.addEventListener("click", () => choose(choice.text));
    answer.append(node);
  }
}

/** One reason in place: what it says, the clause that decides, where that stands, its words. */
function reason(one) {
  const node = make("div", "rl-reason");
  const cite = make("p", "rl-cite");
  cite.append(make("code", "", one.clause), make("em", "", one.standing));
  if (one.words) cite.append(make("span", "rl-words", one.words));
  node.append(make("p", "", one.text), cite);
  return node;
}

/** "1 card", "3 cards". */
function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** How often each card is among some cards; a wild counts as itself. */
function tally(cards) {
  const found = {};
  for (const text of cards) {
    const card = text.split("=")[0];
    found[card] = (found[card] || 0) + 1;
  }
  return found;
}

/** Tells the other parts of the tool which cards are pointed at, or that none are (null). */
function pointAt(root, cards, from) {
  const event = new CustomEvent("rl-point", { bubbles: true, detail: { cards, from } });
  root.dispatchEvent(event);
}

/** Has elements with the focus or the mouse on them point at cards: `cards(element)` says which. */
function points(root, selector, from, cards) {
  const on = (event) => {
    const node = event.target.closest(selector);
    if (node) pointAt(root, cards(node), from);
  };
  const off = (event) => {
    const to = event.relatedTarget;
    if (!to || !to.closest || !to.closest(selector)) pointAt(root, null, from);
  };
  root.addEventListener("pointerover", on);
  root.addEventListener("focusin", on);
  root.addEventListener("pointerout", off);
  root.addEventListener("focusout", off);
}

/** Calls `mark` with the cards that a part of the same tool points at; gives back what ends that. */
function pointed(root, mark) {
  const seen = (event) => {
    const tool = root.closest(".rl-tool");
    if (tool && tool.contains(event.target)) mark(event.detail);
  };
  document.addEventListener("rl-point", seen);
  return () => document.removeEventListener("rl-point", seen);
}
