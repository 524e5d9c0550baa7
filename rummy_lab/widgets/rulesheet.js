// The options of a rule set, to be edited. What is typed goes to the kernel, which says what it
// means and whether it can be; what is typed stays as it is.

const FIRST_OPEN = 2;  // which group is open at first: that of the melds

function render({ model, el }) {
  const root = make("div", "rl rl-sheet");
  root.setAttribute("role", "group");
  const [top, answer, named, groups] = [make("div", "rl-top"), make("div", "rl-answer"),
    make("section", "rl-named"), make("div", "rl-groups")];
  answer.setAttribute("role", "status");
  answer.setAttribute("aria-live", "polite");
  named.append(make("h4", "", "Documented options"), make("div", "rl-switches"));
  root.append(top, answer, named, groups);
  el.append(root);
  guard(el);

  const title = titleBar(top);
  const send = (message) => model.send(message);
  const value = (name) => model.get("values")[name] || {};
  const uid = Math.random().toString(36).slice(2);

  function drawHead() {
    const head = model.get("head");
    attribute(root, "aria-label", `Rules: ${head.title}`);
    title({ deal: "", ...head });
    drawSaid(answer, model.get("message"), (text) => send({ do: "act", text }));
  }

  // --- documented options -----------------------------------------------------------------------

  function newSwitch(one) {
    const node = make("div", "rl-entry");
    const press = button("rl-switch");
    press.setAttribute("role", "switch");
    press.append(make("span", "rl-knob"), make("span", "rl-state"));
    press.addEventListener("click", () => send({ do: "switch", id: node.dataset.key }));
    const text = make("div", "rl-what");
    text.append(make("span"), make("p", "rl-note"), make("div", "rl-edit"));
    node.append(press, text, cited());
    return node;
  }

  function drawSwitch(node, one) {
    const [press, text, cite] = node.children;
    const said = { on: "on", partly: "in part", off: "off" }[one.state];
    press.hidden = Boolean(one.ask);
    attribute(press, "aria-checked", one.state === "on" ? "true" : one.state === "off" ? "false" : "mixed");
    attribute(press, "aria-label", `${one.title}: ${said}`);
    say(press.lastElementChild, said);
    const [name, note, fields] = text.children;
    say(name, one.title);
    const sets = one.ask || `sets ${one.sets.join(", ")}`;
    say(note, one.note ? `${sets}. ${one.note}` : sets);
    sync(fields, one.fields, (option) => option, newFields, drawFields);
    drawCites(cite, [[one.id, one.standing]]);
  }

  /** The fields of an option, where a documented option asks for its value. */
  function newFields() {
    const node = make("div", "rl-asked");
    node.append(make("code"), make("div", "rl-cells"));
    return node;
  }

  function drawFields(node, name) {
    say(node.firstElementChild, name);
    drawCells(node.lastElementChild, model.get("options").find((one) => one.name === name));
  }

  /** A place for clause ids with their standing. */
  function cited() {
    return make("p", "rl-cite");
  }

  function drawCites(node, cites) {
    sync(node, cites, ([clause]) => clause, () => {
      const one = make("span");
      one.append(make("code"), make("em"));
      return one;
    }, (one, [clause, standing]) => {
      say(one.firstElementChild, clause);
      say(one.lastElementChild, standing);
      attribute(one, "title", model.get("clauses")[clause] || null);
    });
  }

  // --- options ------------------------------------------------------------------------------------

  function newGroup() {
    const node = make("details", "rl-group");
    const summary = make("summary");
    node.open = groups.childElementCount === FIRST_OPEN;
    summary.append(make("b"), make("span", "rl-note"));
    node.append(summary, make("div"));
    return node;
  }

  function drawGroup(node, [name, options]) {
    const [summary, list] = node.children;
    const all = options.map((one) => value(one.name));
    const notes = [`${options.length}`];
    const changed = all.filter((one) => one.was).length;
    const wrong = all.filter((one) => one.error).length;
    if (changed) notes.push(`${changed} changed`);
    if (wrong) notes.push(`${wrong} to be put right`);
    say(summary.firstElementChild, name);
    say(summary.lastElementChild, notes.join(" · "));
    if ((wrong && !node.dataset.wrong) || model.get("only")) node.open = true;
    node.dataset.wrong = wrong || "";
    const shown = options.filter((one) => !model.get("only") || value(one.name).was || value(one.name).error);
    node.hidden = !shown.length;
    sync(list, shown, (one) => one.name, newOption, drawOption);
  }

  function newOption(option) {
    const node = make("div", "rl-entry rl-option");
    const what = make("div", "rl-what");
    what.append(make("span", "rl-meaning", option.meaning), make("code", "", option.name));
    const edit = make("div", "rl-edit");
    const way = make("select");
    way.setAttribute("aria-label", `${option.meaning}: how it is given`);
    way.addEventListener("change", () => send({ do: "way", name: option.name, way: way.value }));
    const error = make("p", "rl-error");
    error.id = `${uid}-${option.name}`;
    edit.append(way, make("div", "rl-cells"), make("p", "rl-note"), error);
    const who = make("div", "rl-who");
    const was = make("p", "rl-was");
    was.append(make("span"), button("rl-act", "Back to it"));
    was.lastElementChild.setAttribute("aria-label", `${option.meaning}: back to the standard`);
    was.lastElementChild.addEventListener("click", () => send({ do: "reset", name: option.name }));
    who.append(cited(), was);
    node.append(what, edit, who, more(option));
    return node;
  }

  /** What else there is to say of an option. */
  function more(option) {
    const node = make("details", "rl-more");
    node.append(make("summary", "", "more"), make("p", "", `A value is ${option.says}.`));
    for (const said of option.excludes) node.append(make("p", "", said));
    node.append(make("div"));
    return node;
  }

  function drawOption(node, option) {
    const now = value(option.name);
    const [, edit, who, details] = node.children;
    const [way, cells, words, error] = edit.children;
    node.classList.toggle("rl-changed", Boolean(now.was));
    way.hidden = now.ways.length < 2;
    sync(way, now.ways, ([name]) => name, ([name]) => {
      const made = make("option");
      made.value = name;
      return made;
    }, (made, [, label]) => say(made, label));
    if (way.value !== now.way) way.value = now.way;
    drawCells(cells, option);
    say(words, now.words);
    words.classList.toggle("rl-same", now.way === "one" && ["word", "switch"].includes(option.form));
    say(error, now.error);
    drawCites(who.firstElementChild, now.cites);
    const was = who.lastElementChild;
    was.hidden = !now.was;
    say(was.firstElementChild, now.was ? `standard: ${now.was}` : "");
    const told = now.cites.map(([clause]) => [clause, model.get("clauses")[clause]]).filter((one) => one[1]);
    sync(details.lastElementChild, told, ([clause]) => clause, () => make("p"), (one, [clause, text]) => {
      say(one, `${clause}: ${text}`);
    });
  }

  /** The fields of an option's value, as it is given now. */
  function drawCells(node, option) {
    const now = value(option.name);
    const key = (_, i) => `${now.way}${i}`;
    sync(node, now.cells, key, () => newCell(option, now.way), (cell, text, i) => {
      drawCell(cell, option, now, text, i);
    });
  }

  /** One field: a list of words, lines of TOML, or a text with hints. */
  function newCell(option, way) {
    const node = make("label", "rl-cell");
    const words = way !== "toml" && way !== "length" && ["word", "switch"].includes(option.form);
    const field = make(words ? "select" : way === "toml" ? "textarea" : "input");
    if (words) {
      for (const [text, label] of option.choices) {
        const made = make("option", "", label);
        made.value = text;
        field.append(made);
      }
    } else if (way === "toml") field.rows = 2;
    else field.setAttribute("list", `${uid}-${option.name}-hints`);
    field.autocomplete = "off";
    field.spellcheck = false;
    field.addEventListener("change", () => {
      field.dataset.known = field.value;
      const all = [...node.parentElement.querySelectorAll("input, select, textarea")];
      const cells = all.map((one) => one.value);
      send({ do: "set", name: option.name, way: value(option.name).way, cells });
    });
    field.addEventListener("keydown", (event) => event.stopPropagation());
    node.append(make("span"), field);
    if (!words && way !== "toml") node.append(hints(option));
    return node;
  }

  function hints(option) {
    const list = make("datalist");
    list.id = `${uid}-${option.name}-hints`;
    for (const text of option.hints) list.append(Object.assign(make("option"), { value: text }));
    return list;
  }

  function drawCell(node, option, now, text, i) {
    const [label, field] = node.children;
    say(label, now.labels[i] || "");
    attribute(field, "aria-label", now.labels[i] ? `${option.meaning}, ${now.labels[i]}` : option.meaning);
    attribute(field, "aria-invalid", now.error ? "true" : null);
    attribute(field, "aria-describedby", now.error ? `${uid}-${option.name}` : null);
    const typing = field === document.activeElement && field.value !== field.dataset.known;
    if (typing) return;  // an answer to what stood there before
    field.dataset.known = text;
    if (field.value === text) return;
    field.value = text;
    if (field.tagName === "SELECT" && field.value !== text) {
      field.append(Object.assign(make("option", "", text || "choose"), { value: text }));
      field.value = text;
    }
    if (field.tagName === "INPUT") field.size = Math.max(3, Math.min(text.length + 1, 24));
  }

  function draw() {
    keepFocus(root, () => {
      drawHead();
      const switches = model.get("switches");
      named.hidden = !switches.length;
      sync(named.lastElementChild, switches, (one) => one.id, newSwitch, drawSwitch);
      const found = new Map();
      for (const one of model.get("options")) {
        found.set(one.group, [...(found.get(one.group) || []), one]);
      }
      sync(groups, [...found], ([name]) => name, newGroup, drawGroup);
    });
  }

  const traits = ["head", "options", "values", "clauses", "switches", "message", "only"];
  const ends = [wear(root, model), watch(model, traits, draw), serves(model), downloads(model)];
  draw();
  return () => ends.forEach((end) => end());
}

/** Saves as a file what the kernel sends for it; gives back what ends that. */
function downloads(model) {
  const seen = (message) => {
    if (!message || !message.download) return;
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([message.text], { type: "text/plain" }));
    link.download = message.download;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  model.on("msg:custom", seen);
  return () => model.off("msg:custom", seen);
}

export default { render };
