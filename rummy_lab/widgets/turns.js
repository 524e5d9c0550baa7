// The turns of a deal as its log reads, comments and errors under their lines, other lines under
// the turn where they start, and the bar that steps. Pressing anything asks the kernel to go there;
// the kernel answers with `at`.

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
  const parts = new WeakMap();
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
    if (row.line === undefined) {
      const own = { who: make("span", "rl-who"), did: make("span", "rl-did"),
        pen: newPen(() => comment(node)), note: make("p", "rl-comment"),
        wrong: make("ul", "rl-wrong") };
      own.wrong.setAttribute("aria-label", "Errors");
      parts.set(node, own);
    } else {
      const own = { go: button("rl-go"), pen: newPen(() => rename(node)) };
      own.go.dataset.stop = "true";
      own.go.addEventListener("click", () => send({ do: "go", node: Number(node.dataset.node) }));
      label(own.pen, "Name this line");
      parts.set(node, own);
    }
    node.append(...Object.values(parts.get(node)));
    return node;
  }

  function newPen(press) {
    const pen = button("rl-pen");
    pen.dataset.stop = "true";
    pen.append(icon(PEN, "rl-pip"));
    pen.addEventListener("click", press);
    return pen;
  }

  function label(node, text) {
    attribute(node, "aria-label", text);
    attribute(node, "title", text);
  }

  function drawTurn(node, row, at) {
    const { who, did, pen, note, wrong } = parts.get(node);
    drawComment(node, row, pen, note);
    wrong.hidden = !(row.wrong || []).length;
    sync(wrong, row.wrong || [], (one) => one, () => make("li"), say);
    node.classList.toggle("rl-remark", !row.steps.length);
    who.hidden = !row.who;
    say(who, row.who);
    node.classList.toggle("rl-on", row.steps.some(([id]) => id === at));
    sync(did, row.steps, ([id, text]) => id ?? text, ([id]) => {
      if (typeof id !== "number") return make("span", "rl-plain");
      const step = button("rl-go");
      step.dataset.stop = "true";
      step.addEventListener("click", () => send({ do: "go", node: id }));
      return step;
    }, (step, [id, text]) => {
      say(step, text);
      attribute(step, "aria-current", id === at ? "step" : null);
    });
  }

  function drawComment(node, row, pen, note) {
    const pens = row.pen !== undefined;
    node.dataset.comment = row.note || "";
    node.dataset.pen = pens ? row.pen : "";
    pen.hidden = !pens;
    if (pens) pen.dataset.stop = "true";
    else delete pen.dataset.stop;
    label(pen, row.note ? "Edit the comment" : "Add a comment");
    note.hidden = !row.note || Boolean(node.querySelector(".rl-name"));
    say(note, row.note || "");
    attribute(note, "dir", "auto");
  }

  function drawLine(node, row) {
    node.dataset.node = row.line;
    node.dataset.name = row.name;
    say(parts.get(node).go, row.name ? `${row.name}: ${row.text}` : `other line: ${row.text}`);
  }

  function rename(node) {
    const { go, pen } = parts.get(node);
    edit(node, go, pen, { text: node.dataset.name, most: 60, label: "Name of this line" },
      (name) => send({ do: "name", node: Number(node.dataset.node), name }));
  }

  function comment(node) {
    const { pen, note } = parts.get(node);
    edit(node, note, pen, { text: node.dataset.comment, most: 2000, label: "Comment" },
      (text) => send({ do: "note", pen: Number(node.dataset.pen), text }));
  }

  /** Puts a field in the place of a text; Enter keeps what was typed, Escape does not. */
  function edit(node, shown, pen, what, keep) {
    if (node.querySelector(".rl-name")) return;
    const field = make("input", "rl-name");
    field.value = what.text;
    field.maxLength = what.most;
    field.dataset.lmSuppressShortcuts = "true";
    field.setAttribute("aria-label", what.label);
    let open = true;
    const close = (kept) => {
      if (!open) return;
      open = false;  // taking the field away blurs it, which comes here again
      const back = document.activeElement === field;
      const text = field.value;
      field.remove();
      shown.hidden = !shown.textContent;
      if (kept && text !== what.text) keep(text);
      if (back) pen.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();  // else it would press the pen, which has the focus next
        close(true);
      }
      if (event.key === "Escape") close(false);
      event.stopPropagation();
    });
    field.addEventListener("blur", () => close(true));
    shown.hidden = true;
    shown.before(field);
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
    bar.hidden = !model.get("bar");
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
  const seen = ["rows", "at", "place", "last", "said", "bar"];
  const ends = [wear(root, model), watch(model, seen, draw)];
  draw();
  requestAnimationFrame(draw);
  return () => ends.forEach((end) => end());
}

export default { render };
