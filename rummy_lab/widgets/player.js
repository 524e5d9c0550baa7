// The bar that plays a deal: play and pause, speed, steps, turns, key moments. The page keeps the
// time; each step is asked for when the one before it is drawn, so nothing waits in the kernel.

const PLAY = "M6 3v18l15-9z";
const PAUSE = "M5 4h5v16H5zM14 4h5v16h-5z";
const KINDS = {
  meld: "M3 5h8v14H3zM13 5h8v14h-8z",
  buy: "M12 2l10 10-10 10L2 12z",
  out: "M12 1.3l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 17.9l-6.7 3.8 1.6-7.5L1.2 9.1l7.6-.8Z",
  end: "M5 5h14v14H5z",
  note: "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18z",
  error: "M5 2l7 7 7-7 3 3-7 7 7 7-3 3-7-7-7 7-3-3 7-7-7-7z",
};
const STEPS = [
  ["first", "First: the cards as dealt", "M5 4h3v16H5zM20 4v16L9 12z"],
  ["turnBack", "Back one turn", "M12 4v16L2 12zM22 4v16L12 12z"],
  ["back", "Back one step", "M18 4v16L6 12z"],
  ["play", "Play", PLAY],
  ["forward", "Forward one step", "M6 4v16l12-8z"],
  ["turn", "Forward one turn", "M12 4v16l10-8zM2 4v16l10-8z"],
  ["last", "Last step", "M16 4h3v16h-3zM4 4v16l11-8z"],
];

function render({ model, el }) {
  const root = make("div", "rl rl-player");
  const bar = make("div", "rl-bar");
  const track = make("div", "rl-track");
  const ticks = make("div", "rl-ticks");
  const said = make("p", "rl-said");
  const moments = make("div", "rl-moments");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Replay");
  moments.setAttribute("role", "group");
  moments.setAttribute("aria-label", "Key moments");
  ticks.setAttribute("aria-hidden", "true");
  root.append(bar, said, moments);
  el.append(root);
  guard(el);

  const go = (place) => {
    model.set("playing", false);
    model.save_changes();
    model.send({ do: "place", place });
  };
  const before = (places) => places.filter((p) => p < model.get("place")).pop();
  const after = (places) => places.find((p) => p > model.get("place"));
  const targets = {
    first: () => 0,
    turnBack: () => before(model.get("turns")) ?? 0,
    back: () => Math.max(0, model.get("place") - 1),
    forward: () => Math.min(model.get("last"), model.get("place") + 1),
    turn: () => after(model.get("turns")) ?? model.get("last"),
    last: () => model.get("last"),
  };

  const buttons = {};
  for (const [what, label, path] of STEPS) {
    const node = button("rl-step");
    name(node, label);
    node.append(icon(path, "rl-pip"));
    node.addEventListener("click", () => (what === "play" ? toggle() : go(targets[what]())));
    buttons[what] = node;
  }
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.dataset.lmSuppressShortcuts = "true";
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const pace = make("select");
  pace.dataset.lmSuppressShortcuts = "true";
  pace.setAttribute("aria-label", "Speed");
  pace.title = "Speed";
  pace.addEventListener("change", () => {
    model.set("pace", Number(pace.value));
    model.save_changes();
  });
  track.append(ticks, slider);
  bar.append(...Object.values(buttons), track, pace);

  function name(node, label) {
    attribute(node, "aria-label", label);
    attribute(node, "title", label);
  }

  function toggle() {
    const starts = !model.get("playing");
    if (starts && model.get("place") >= model.get("last")) model.send({ do: "place", place: 0 });
    model.set("playing", starts);
    model.save_changes();
  }

  /** While it plays: the next step is asked for when this one has been shown for its time. */
  let timer = null;
  function beat() {
    clearTimeout(timer);
    timer = null;
    if (!model.get("playing")) return;
    timer = setTimeout(() => {
      if (el.isConnected) model.send({ do: "tick", place: model.get("place") });
    }, model.get("pace") * 1000);
  }

  function drawBar() {
    const [place, last, playing] = [model.get("place"), model.get("last"), model.get("playing")];
    slider.max = last;
    slider.value = place;
    attribute(slider, "aria-valuetext", model.get("said"));
    say(said, model.get("said").split(" · ")[0]);
    const ends = { first: 0, turnBack: 0, back: 0, forward: last, turn: last, last };
    for (const [what, end] of Object.entries(ends)) {
      attribute(buttons[what], "aria-disabled", place === end ? "true" : null);
    }
    name(buttons.play, playing ? "Pause" : "Play");
    attribute(buttons.play.firstElementChild.firstElementChild, "d", playing ? PAUSE : PLAY);
    attribute(buttons.play, "aria-disabled", last ? null : "true");
  }

  function drawPaces() {
    const there = model.get("paces");
    const own = there.some(([, seconds]) => seconds === model.get("pace"));
    const all = own ? there : [...there, [`${model.get("pace")} s`, model.get("pace")]];
    sync(pace, all, ([label]) => label, () => make("option"), (node, [label, seconds]) => {
      say(node, label);
      node.value = seconds;
    });
    pace.value = model.get("pace");
  }

  function drawMoments() {
    const [place, last] = [model.get("place"), Math.max(1, model.get("last"))];
    const key = (one) => `${one.place} ${one.kind} ${one.text}`;
    sync(ticks, model.get("moments"), key, (one) => {
      const node = make("span", `rl-tick rl-k-${one.kind}`);
      node.append(icon(KINDS[one.kind], "rl-pip"));
      return node;
    }, (node, one) => { node.style.left = `${(100 * one.place) / last}%`; });
    const now = model.get("moments").findLast((one) => one.place <= place);
    sync(moments, model.get("moments"), key, (one) => {
      const node = button(`rl-moment rl-k-${one.kind}`);
      node.dataset.stop = "true";
      node.append(icon(KINDS[one.kind], "rl-pip"), make("span", "", one.text));
      node.addEventListener("click", () => go(Number(node.dataset.place)));
      return node;
    }, (node, one) => {
      node.dataset.place = one.place;
      attribute(node, "title", one.text);
      attribute(node, "aria-current", one === now ? "step" : null);
      if (one === now) reveal(node);
    });
    settle([moments]);
  }

  /** Scrolls the moments, and only them, until one can be seen. */
  function reveal(node) {
    const top = node.offsetTop - moments.offsetTop;
    if (top < moments.scrollTop) moments.scrollTop = top - 4;
    else if (top + node.offsetHeight > moments.scrollTop + moments.clientHeight) {
      moments.scrollTop = top + node.offsetHeight - moments.clientHeight + 4;
    }
  }

  function draw() {
    keepFocus(root, () => {
      drawPaces();
      drawBar();
      drawMoments();
    });
  }

  roving(moments, () => [moments]);
  const seen = ["place", "last", "said", "turns", "moments", "playing", "pace"];
  const ends = [wear(root, model), watch(model, seen, draw),
    watch(model, ["place", "playing", "pace"], beat), () => clearTimeout(timer)];
  draw();
  beat();
  return () => ends.forEach((end) => end());
}

export default { render };
