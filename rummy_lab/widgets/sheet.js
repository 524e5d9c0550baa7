// The score sheet: a row for each deal, a row of fields for the next one, the totals. What is typed
// goes to the kernel as it is typed, so that a page that is loaded again shows it.

const KINDS = ["rl-number", "rl-dealer", "rl-notes"];

function render({ model, el }) {
  const root = make("div", "rl rl-scoresheet");
  const top = make("div", "rl-top");
  const scroll = make("div", "rl-scroll");
  const table = make("table");
  const [head, body, foot] = [make("thead"), make("tbody"), make("tbody")];
  const names = make("tr");
  const entry = make("tr", "rl-entry");
  const totals = make("tr", "rl-totals");
  const more = make("div", "rl-more-fields");
  const answer = make("div", "rl-answer");
  const standing = make("p", "rl-standing");
  const files = make("p", "rl-files");
  root.setAttribute("role", "group");
  answer.setAttribute("role", "status");
  answer.setAttribute("aria-live", "polite");
  head.append(names);
  foot.append(entry, totals);
  table.append(head, body, foot);
  for (const [node, role] of [[table, "table"], [head, "rowgroup"], [body, "rowgroup"],
    [foot, "rowgroup"], [names, "row"], [entry, "row"], [totals, "row"]]) {
    node.setAttribute("role", role);  // narrow rows wrap, and are no table rows to a browser then
  }
  scroll.append(table);
  root.append(top, standing, scroll, more, answer, files);
  el.append(root);
  guard(el);

  const title = titleBar(top);
  const send = (message) => model.send(message);
  const parts = new WeakMap();
  const state = { editing: null, sent: false, fresh: true };

  /** A cell of the table. */
  function cell(cls = "", role = "cell") {
    const node = make(role === "cell" ? "td" : "th", cls);
    node.setAttribute("role", role);
    return node;
  }

  function field(label, cls = "") {
    const node = make("input", cls);
    node.type = "text";
    node.autocomplete = "off";
    node.spellcheck = false;
    node.dataset.lmSuppressShortcuts = "true";
    node.setAttribute("aria-label", label);
    return node;
  }

  function check(type, label, name = "") {
    const node = make("label", "rl-check");
    const box = make("input");
    box.type = type;
    if (name) box.name = name;
    box.dataset.lmSuppressShortcuts = "true";
    node.append(box, make("span", "", label));
    return [node, box];
  }

  // --- deals ----------------------------------------------------------------------------------

  function drawHead() {
    const said = model.get("head");
    title(said);
    attribute(root, "aria-label", `Score sheet, ${said.title}`);
    say(standing, said.standing || "");
    const columns = ["deal", "dealer", ...(said.names || []), "notes"];
    sync(names, columns, (_, i) => i, () => cell("", "columnheader"), (node, text, i) => {
      say(node, text);
      attribute(node, "dir", "auto");
      node.className = i > 1 && i < columns.length - 1 ? "rl-points rl-name" : KINDS[i] || KINDS[2];
    });
  }

  function newRow() {
    const node = make("tr");
    node.setAttribute("role", "row");
    const own = { deal: cell("rl-number", "rowheader"), dealer: cell("rl-dealer"),
      notes: cell("rl-notes"), acts: make("span", "rl-row-acts") };
    const words = make("span", "rl-told");
    const edit = button("rl-act rl-edit", "Correct");
    const strike = button("rl-act rl-strike");
    edit.addEventListener("click", () => startEditing(node));
    strike.addEventListener("click", () => send({ do: "strike", row: Number(node.dataset.key) }));
    own.acts.append(edit, strike);
    own.notes.append(words, own.acts);
    parts.set(node, { ...own, words, edit, strike });
    node.append(own.deal, own.dealer, own.notes);
    return node;
  }

  function drawRow(node, row) {
    const own = parts.get(node);
    node.classList.toggle("rl-struck", row.struck);
    say(own.deal, row.deal);
    own.deal.title = row.info;
    const dealer = row.info ? [row.dealer, row.info] : [row.dealer];
    sync(own.dealer, dealer, (_, i) => i, () => make("div"), (part, text, i) => {
      say(part, text);
      part.classList.toggle("rl-note", i > 0);
    });
    drawCells(node, row);
    const notes = [...(row.struck ? ["struck: it does not count"] : []), ...row.notes];
    sync(own.words, [...notes.map((text) => [text, ""]), ...row.wrong.map((text) => [text, "rl-no"])],
      ([text]) => text, () => make("div"), (part, [text, cls]) => {
        part.className = cls;
        say(part, cls ? `Not as the rules have it: ${text}` : text);
      });
    own.edit.hidden = !row.edit || row.struck;
    own.strike.hidden = !row.strike;
    say(own.strike, row.strike);
    attribute(own.edit, "aria-label", `Correct deal ${row.deal}`);
    attribute(own.strike, "aria-label", `${row.strike} deal ${row.deal}`);
  }

  function drawCells(node, row) {
    const own = parts.get(node);
    if (state.editing === row.key) return;
    own.cells = own.cells || [];
    while (own.cells.length > row.cells.length) own.cells.pop().remove();
    row.cells.forEach((points, i) => {
      if (!own.cells[i]) {
        own.cells[i] = cell("rl-points");
        node.insertBefore(own.cells[i], own.notes);
      }
      drawPoints(own.cells[i], points, row.struck);
    });
  }

  function drawPoints(node, points, struck) {
    const serial = JSON.stringify([points, struck]);
    if (node.dataset.shown === serial) return;
    node.dataset.shown = serial;
    const old = points.old.map((text) => make("del", "", text));
    const now = make(struck ? "del" : "b", "", points.points);
    node.replaceChildren(...old.flatMap((one) => [one, " "]), now);
    if (!struck) node.append(make("div", "rl-note", `total ${points.total}`));
  }

  function startEditing(node) {
    const row = model.get("rows")[Number(node.dataset.key)];
    const own = parts.get(node);
    state.editing = row.key;
    const people = model.get("head").names;
    const fields = own.cells.map((place, i) => {
      const input = field(`${people[i]}, points of deal ${row.deal}`);
      input.value = row.cells[i].typed;
      input.disabled = row.cells[i].points === "–";
      place.dataset.shown = "";
      place.replaceChildren(input);
      return input;
    });
    const why = field(`Why deal ${row.deal} is corrected`, "rl-why");
    why.placeholder = "why (may stay empty)";
    const save = button("rl-act rl-main", "Save");
    const leave = button("rl-act", "Leave as it is");
    const form = make("span", "rl-row-acts");
    form.append(why, save, leave);
    own.acts.hidden = true;
    own.notes.append(form);
    const close = () => {
      state.editing = null;
      form.remove();
      own.acts.hidden = false;
      draw();
      own.edit.focus();
    };
    own.close = close;
    const keep = () => send({ do: "correct", row: Number(row.key),
      cells: fields.map((input) => input.value), comment: why.value });
    save.addEventListener("click", keep);
    leave.addEventListener("click", close);
    node.addEventListener("keydown", function keys(event) {
      if (state.editing !== row.key) return node.removeEventListener("keydown", keys);
      if (event.key === "Enter" && event.target.tagName === "INPUT") keep();
      else if (event.key === "Escape") close();
      else return undefined;
      event.preventDefault();
      return event.stopPropagation();
    });
    fields.find((input) => !input.disabled).select();
  }

  // --- the next deal --------------------------------------------------------------------------

  const next = { deal: cell("rl-number", "rowheader"), dealer: cell("rl-dealer"), cells: [],
    notes: cell("rl-notes") };
  const who = make("select");
  const comment = field("Comment on this deal", "rl-why");
  const enter = button("rl-act rl-main", "Enter the deal");
  const [nobody, nobodyBox] = check("radio", "nobody", "out");
  const [whole, wholeBox] = check("checkbox", "with the whole hand in one turn");
  const [joker, jokerBox] = check("checkbox", "with a joker in it");
  const outs = make("fieldset", "rl-outs");
  who.dataset.lmSuppressShortcuts = "true";
  who.setAttribute("aria-label", "Dealer");
  comment.placeholder = "comment (may stay empty)";
  next.dealer.append(who);
  next.notes.append(comment);
  entry.append(next.deal, next.dealer, next.notes);
  outs.append(make("legend", "", "Who went out?"));
  more.append(outs, whole, joker, enter);
  enter.addEventListener("click", submit);
  for (const node of [who, comment, wholeBox, jokerBox]) {
    node.addEventListener("input", typed);
  }
  const radios = `out-${Math.random().toString(36).slice(2)}`;
  nobodyBox.name = radios;
  nobodyBox.addEventListener("input", typed);
  const gone = [];

  function drawEntry() {
    const wanted = model.get("entry");
    const open = wanted.players !== undefined;
    entry.hidden = more.hidden = !open;
    if (!open) return;
    const people = model.get("head").names;
    say(next.deal, String(wanted.deal));
    while (next.cells.length > people.length) next.cells.pop().root.remove();
    people.forEach((name, i) => {
      if (!next.cells[i]) next.cells[i] = newCell();
      const { root: own, input, preview } = next.cells[i];
      const place = wanted.players.indexOf(i);
      own.classList.toggle("rl-out-of-play", place < 0);
      input.hidden = place < 0;
      attribute(input, "aria-label", `${name}, deal ${wanted.deal}: cards left, or points`);
      say(preview, (place >= 0 && model.get("preview")[place]) || "");
    });
    const seats = wanted.players.map((seat) => people[seat]);
    sync(who, seats, (_, i) => i, () => make("option"), (node, name, i) => {
      say(node, name);
      node.value = i;
    });
    drawOuts(seats);
    whole.hidden = !wanted.whole;
    joker.hidden = !wanted.joker;
    drawDraft(wanted);
  }

  function newCell() {
    const own = cell("rl-points");
    const input = field("");
    const preview = make("div", "rl-note");
    input.placeholder = "cards or 17";
    input.addEventListener("input", typed);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      submit();
    });
    own.append(input, preview);
    entry.insertBefore(own, next.notes);
    return { root: own, input, preview };
  }

  function drawOuts(seats) {
    while (gone.length > seats.length) gone.pop().node.remove();
    seats.forEach((name, i) => {
      if (!gone[i]) {
        const [node, box] = check("radio", name, radios);
        box.addEventListener("input", typed);
        gone[i] = { node, box };
      }
      say(gone[i].node.lastElementChild, name);
      outs.append(gone[i].node);
    });
    outs.append(nobody);
  }

  /** Fills the fields with what was typed elsewhere, or before the page was loaded again; fields
   * in use are left alone, for what the kernel echoes may be older than what stands in them. */
  function drawDraft(wanted) {
    const used = [entry, more].some((part) => part.contains(document.activeElement));
    if (!used || state.fresh) fill(wanted, model.get("draft"));
    state.fresh = false;
    drawWays();
  }

  function fill(wanted, draft) {
    const put = (node, value) => { if (node.value !== value) node.value = value; };
    next.cells.forEach(({ input }, i) => {
      const place = wanted.players.indexOf(i);
      put(input, (place >= 0 && (draft.cells || [])[place]) || "");
    });
    put(comment, draft.comment || "");
    put(who, String(draft.dealer ?? wanted.dealer));
    const out = draft.out ?? -1;
    gone.forEach(({ box }, i) => { box.checked = i === out; });
    nobodyBox.checked = out < 0;
    wholeBox.checked = Boolean(draft.whole_hand);
    jokerBox.checked = Boolean(draft.joker_used);
  }

  function drawWays() {
    wholeBox.disabled = nobodyBox.checked;
    jokerBox.disabled = nobodyBox.checked || !wholeBox.checked;
  }

  /** Something was typed or chosen: the kernel hears of it. */
  function typed() {
    const wanted = model.get("entry");
    const out = gone.findIndex(({ box }) => box.checked);
    const dealer = Number(who.value);
    model.set("draft", {
      cells: wanted.players.map((seat) => next.cells[seat].input.value),
      out: out < 0 ? null : out,
      whole_hand: out >= 0 && wholeBox.checked,
      joker_used: out >= 0 && wholeBox.checked && jokerBox.checked,
      dealer: dealer === wanted.dealer ? null : dealer,
      comment: comment.value,
    });
    model.save_changes();
    drawWays();
  }

  function submit() {
    typed();
    state.sent = true;
    send({ do: "enter", draft: model.get("draft") });  // a change of the model may come later
  }

  function drawTotals() {
    const all = model.get("totals");
    const cells = ["total", "", ...all, ""];
    sync(totals, cells, (_, i) => i, (_, i) => cell("", i ? "cell" : "rowheader"), (node, one, i) => {
      node.className = (i < 2 && KINDS[i]) || (typeof one === "string" ? KINDS[2] : "rl-points");
      if (typeof one === "string") return say(node, one);
      sync(node, one.best ? [one.text, "best"] : [one.text], (_, n) => n, () => make("div"),
        (part, text, n) => {
          say(part, text);
          part.classList.toggle("rl-note", n > 0);
        });
      return undefined;
    });
  }

  function drawFiles() {
    const there = model.get("files");
    say(files, "");
    if (!there.length) return;
    files.append("Download: ");
    for (const one of there) {
      const link = make("a", "", one.name);
      link.download = one.name;
      link.href = `data:${one.mime};charset=utf-8,${encodeURIComponent(one.text)}`;
      link.dataset.lmSuppressShortcuts = "true";
      files.append(link, " ");
    }
  }

  function draw() {
    keepFocus(root, () => {
      drawHead();
      sync(body, model.get("rows"), (row) => row.key, newRow, drawRow);
      body.hidden = !body.firstChild;  // a group of rows that has none would be told as one
      drawEntry();
      drawTotals();
      drawSaid(answer, model.get("message"), (text) => send({ do: text }));
    });
  }

  /** A deal was entered: the fields are empty again, and the next one is typed there. */
  function onwards() {
    const wanted = model.get("entry");
    if (wanted.players === undefined) return;
    fill(wanted, {});
    drawWays();
    if (!state.sent) return;
    state.sent = false;
    model.set("draft", {});
    model.save_changes();
    next.cells[wanted.players[0]].input.focus();
  }

  /** A correction was taken: its fields are closed. */
  function taken() {
    const key = String(model.get("taken")[0]);
    const node = [...body.children].find((one) => one.dataset.key === key);
    if (node && state.editing === key) parts.get(node).close();
  }

  const seen = ["head", "rows", "totals", "entry", "draft", "preview", "message"];
  const ends = [wear(root, model), watch(model, seen, draw), watch(model, ["files"], drawFiles),
    watch(model, ["taken"], taken), watch(model, ["entered"], onwards), serves(model)];
  draw();
  drawFiles();
  return () => ends.forEach((end) => end());
}

export default { render };
