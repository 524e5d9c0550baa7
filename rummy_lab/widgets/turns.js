// The turns of a deal as its log reads, other lines under the turn where they start, and the
// bar that steps. Pressing anything asks the kernel to go there; the kernel answers with `at`.

const STEPS = [
  ["first", "First: the cards as dealt", "M5 4h3v16H5zM20 4v16L9 12z"],
  ["back", "Back one step", "M18 4v16L6 12z"],
  ["forward", "Forward one step", "M6 4v16l12-8z"],
  ["last", "Last step of this line", "M16 4h3v16h-3zM4 4v16l11-8z"],
];
const PEN = "M3 21l1-5L16 4l4 4L8 20zM14.5 5.5l4 4";

function render({ model, el }) {
  const root = make("div", "rl rl-turns");
  const title = make("h4", "", "Turns");
  const list = make("ol", "rl-list");
  const bar = make("div", "rl-bar");
  list.setAttribute("aria-label", "Turns");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Turns and steps");
  root.append(title, list, bar);
  el.append(root);
  guard(el);

  const send = (message) => model.send(message);
  const steps = STEPS.map(([to, label, path]) => {
    const node = button("rl-step");
    node.setAttribute("aria-label", label);
    node.title = label;
    node.append(icon(path, "rl-pip"));
    node.addEventListener("click", () => send({ do: "step", to }));
    return node;
  });
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.dataset.lmSuppressShortcuts = "true";
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => send({ do: "place", place: Number(slider.value) }));
  bar.append(steps[0], steps[1], slider, steps[2], steps[3]);

  function drawRows() {
    const at = model.get("at");
    sync(list, model.get("rows"), (row) => row.key, newRow, (node, row) => {
      node.classList.toggle("rl-later", row.later);
      node.classList.toggle("rl-line", row.line !== undefined);
      if (row.line === undefined) drawTurn(node, row, at);
      else drawLine(node, row);
    });
    settle([...list.children]);
    const now = list.querySelector("[aria-current]");
    if (now) show(now.closest("li"));
  }

  function newRow(row) {
    const node = make("li");
    if (row.line === undefined) node.append(make("span", "rl-who"), make("span", "rl-did"));
    else {
      const go = button("rl-go");
      const pen = button("rl-pen");
      go.dataset.stop = pen.dataset.stop = "true";
      pen.append(icon(PEN, "rl-pip"));
      pen.setAttribute("aria-label", "Name this line");
      pen.title = "Name this line";
      node.append(go, pen);
      go.addEventListener("click", () => send({ do: "go", node: Number(node.dataset.node) }));
      pen.addEventListener("click", () => rename(node));
    }
    return node;
  }

  function drawTurn(node, row, at) {
    const [who, did] = node.children;
    say(who, row.who);
    node.classList.toggle("rl-on", row.steps.some(([id]) => id === at));
    sync(did, row.steps, ([id]) => id, ([id]) => {
      const step = button("rl-go");
      step.dataset.stop = "true";
      step.addEventListener("click", () => send({ do: "go", node: id }));
      return step;
    }, (step, [id, text]) => {
      say(step, text);
      attribute(step, "aria-current", id === at ? "step" : null);
    });
  }

  function drawLine(node, row) {
    node.dataset.node = row.line;
    node.dataset.name = row.name;
    say(node.firstElementChild, row.name ? `${row.name}: ${row.text}` : `other line: ${row.text}`);
  }

  /** Turns a line's label into a field for its name; Enter keeps it, Escape does not. */
  function rename(node) {
    const field = make("input", "rl-name");
    field.value = node.dataset.name;
    field.maxLength = 60;
    field.dataset.lmSuppressShortcuts = "true";
    field.setAttribute("aria-label", "Name of this line");
    const [go, pen] = node.children;
    const close = (keep) => {
      if (!field.isConnected) return;
      if (keep) send({ do: "name", node: Number(node.dataset.node), name: field.value });
      const back = document.activeElement === field;
      field.remove();
      go.hidden = false;
      if (back) pen.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") close(true);
      if (event.key === "Escape") close(false);
      event.stopPropagation();
    });
    field.addEventListener("blur", () => close(true));
    go.hidden = true;
    node.prepend(field);
    field.focus();
    field.select();
  }

  /** Scrolls the list, and only the list, until a row can be seen. */
  function show(node) {
    const [box, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop += box.top - frame.top - 4;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 4;
  }

  function drawBar() {
    const [place, last] = [model.get("place"), model.get("last")];
    slider.max = last;
    slider.value = place;
    attribute(slider, "aria-valuetext", model.get("said"));
    const off = [place === 0, place === 0, place === last, place === last];
    steps.forEach((node, i) => attribute(node, "aria-disabled", off[i] ? "true" : null));
  }

  function draw() {
    const lost = keepFocus(root, () => {
      drawRows();
      drawBar();
    });
    if (lost) (stops(list)[0] || slider).focus({ preventScroll: true });
  }

  roving(list, () => [...list.children]);
  const seen = ["rows", "at", "place", "last", "said"];
  const ends = [wear(root, model), watch(model, seen, draw)];
  draw();
  requestAnimationFrame(draw);
  return () => ends.forEach((end) => end());
}

export default { render };
