// @ts-check
// What surrounds the picture: the theme, the menu of what can be taken away, the help, and the keys that work anywhere.

const SHORTCUTS = [
  ["/", "search"],
  ["↑ ↓ Enter", "choose a suggestion"],
  ["Escape", "close, then clear the selection, then leave the neighbourhood"],
  ["Arrow keys", "on the graph: move, or go to the next node in that direction"],
  ["Shift + arrow keys", "on the graph: move although a node is selected"],
  ["+  −  0", "on the graph: zoom in, zoom out, show all"],
  ["Enter", "on the graph: select the middle node, then focus on it"],
  ["f", "focus on the selected node"],
  ["e  c", "expand or collapse the selected node"],
  ["p  h", "pin or hide the selected node"],
  ["b", "back"],
  ["t", "switch between graph and table"],
  ["?", "this help"],
];

/** Switch between light and dark. @param {App} app */
function switchTheme(app) {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  app.view.colours();
}

/** Make the menu of what can be taken away. @param {App} app */
function exportMenu(app) {
  const button = byId("export");
  const menu = byId("export-menu");
  const close = () => {
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };
  /** @type {[string, () => void][]} */
  const items = [
    ["Picture as PNG", () => savePng(app.view)],
    ["Picture as SVG", () => download("graph.svg", "image/svg+xml", toSvg(app.view))],
    ["Copy link to this view", () => app.copy(window.location.href.split("#")[0] + toHash(app.state, app.model), "Link")],
    ["Copy details as Markdown", () => app.copy(toMarkdown(app.panel.element), "Details")],
  ];
  fill(menu, items.map(([text, act]) => h("button", { type: "button", role: "menuitem", tabindex: -1, onclick: () => (close(), button.focus(), act()) }, text)));
  button.addEventListener("click", () => {
    menu.hidden = !menu.hidden;
    button.setAttribute("aria-expanded", String(!menu.hidden));
    if (!menu.hidden) menu.firstElementChild.focus();
  });
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = Array.from(menu.children);
    const at = all.indexOf(/** @type {Element} */ (document.activeElement));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) /** @type {any} */ (all[(at + step + all.length) % all.length]).focus();
    else if (event.key === "Escape") {
      event.stopPropagation();
      close();
      button.focus();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => !menu.hidden && !menu.parentElement.contains(event.target) && close());
}

/** Fill in the help. */
function helpDialog() {
  const dialog = byId("help-dialog");
  fill(
    dialog,
    h("h2", { id: "help-title" }, "Help"),
    h("p", {}, "A node is a paper, or a method, model, dataset, metric or task that papers name; a line is what a paper says of the two. Sizes follow the number of papers. Nothing leaves this page: it works offline."),
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, SHORTCUTS.map(([keys, text]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, text)])),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  byId("help").addEventListener("click", () => dialog.showModal());
}

/** Keys that work anywhere on the page. @param {App} app @param {KeyboardEvent} event */
function pageKey(app, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help-dialog").open) return;
  if (event.key === "Escape") {
    if (app.picking) app.stopPicking();
    else if (document.body.classList.contains("open-filters")) byId("open-filters").click();
    else if (app.state.show) app.clear();
    else if (app.state.focus) app.go({ focus: "", hops: 1 });
    return;
  }
  if (target.matches("input:not([type=checkbox]):not([type=range]), textarea, select")) return;
  const row = app.state.show === "node" ? app.model.rows.get(app.state.a) : -1;
  if (event.key === "/") app.box.input.focus();
  else if (event.key === "?") byId("help-dialog").showModal();
  else if (event.key === "f" && row >= 0) app.focus(row);
  else if ((event.key === "e" || event.key === "c") && row >= 0) app.expand(row, event.key === "e");
  else if (event.key === "p" && row >= 0) app.isPinned(row) ? app.unpin(row) : app.pin([row]);
  else if (event.key === "h" && row >= 0) app.hide(row);
  else if (event.key === "b") app.back();
  else if (event.key === "t") app.go({ view: app.state.view === "graph" ? "table" : "graph" });
  else return;
  event.preventDefault();
}
