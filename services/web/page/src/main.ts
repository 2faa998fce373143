// The shell: header, search, navigation, theme, and the place where the router shows a view.

import { ApiError, HttpApi, type Api } from "./api.ts";
import { append, h, show } from "./dom.ts";
import { limitLinks, link } from "./link.ts";
import { Live } from "./live.ts";
import { errorNotice, notice } from "./parts.ts";
import { ReportApi, reportData } from "./report_api.ts";
import { parseAddress, Router, type Address, type Context, type View, type Way } from "./router.ts";
import { Search } from "./search.ts";
import { startTheme, switchTheme } from "./theme.ts";
import { views } from "./views.ts";
import type { Visit } from "./visit.ts";

/**
 * Milliseconds after which a view replaces the one before it unfinished; a shorter wait would flicker. A
 * view that is drawn again can be read while its new answers are on their way.
 */
const patience: Readonly<Record<Way, number>> = { open: 200, back: 200, again: 3000 };

interface Shell {
  main: HTMLElement;
  navigation: HTMLElement;
}

function isOffered(view: View, api: Api): boolean {
  return view.holds(new URLSearchParams(), api);
}

function keysDialog(offered: readonly View[]): HTMLDialogElement {
  const keys: [string, string][] = [
    ["/", "find a symbol"],
    ...offered.map((view, index): [string, string] => [String(index + 1), `view: ${view.title}`]),
    ["t", "dark or light"],
    ["arrows", "move inside a map or a graph; Enter opens, Backspace goes up"],
    ["+ -", "zoom a graph; 0 shows all of it"],
    ["Esc", "close a list"],
  ];
  const dialog = h(
    "dialog",
    { class: "keys", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("dl", {}, keys.map(([key, effect]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, effect)))),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

/** Fields that take no letters; a choice keeps the focus after it was made. */
const pressed = /^(radio|checkbox|button|submit)$/;

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && pressed.test(target.type)) return false;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function listenToKeys(
  search: Search,
  dialog: HTMLDialogElement,
  offered: readonly View[],
  navigate: (address: string) => void,
): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (dialog.open || isTyping(event.target)) return;
    const view = offered[Number(event.key) - 1];
    if (event.key === "/") search.focus();
    else if (event.key === "t") switchTheme();
    else if (event.key === "?") dialog.showModal();
    else if (view !== undefined) navigate(view.path);
    else return;
    event.preventDefault();
  });
}

function buildShell(api: Api, repository: string | undefined, renew: () => void, navigate: (address: string) => void): Shell {
  const search = new Search(api, navigate);
  const name = h("span", { class: "repository" }, repository);
  const live = new Live(api, name, renew);
  const offered = views.filter((view) => isOffered(view, api));
  const dialog = keysDialog(offered);
  const navigation = h("nav", { "aria-label": "Views" }, offered.map((view) => link(view.path, {}, view.title)));
  const main = h("main", { id: "view", tabindex: "-1" });
  // The data of a report stay in the body.
  append(document.body, [
    h("a", { class: "skip", href: "#view", onclick: (event) => (event.preventDefault(), main.focus()) }, "Skip to the view"),
    h(
      "header",
      {},
      link("/map", { class: "brand" }, "Waymark", name),
      search.element,
      navigation,
      live.element,
      h("button", { type: "button", class: "round", "aria-label": "Dark or light", title: "Dark or light (t)", onclick: switchTheme }, "◐"),
      h("button", { type: "button", class: "round", "aria-label": "Keys", title: "Keys (?)", onclick: () => dialog.showModal() }, "?"),
    ),
    main,
    dialog,
  ]);
  search.element.hidden = api.fixed;
  listenToKeys(search, dialog, offered, navigate);
  live.start();
  return { main, navigation };
}

function markCurrent(navigation: HTMLElement, path: string): void {
  for (const item of navigation.querySelectorAll("a")) {
    if (item.dataset["to"] !== path) {
      item.removeAttribute("aria-current");
      continue;
    }
    item.setAttribute("aria-current", "page");
    // On a narrow screen the navigation is wider than its place.
    navigation.scrollLeft = item.offsetLeft - navigation.offsetLeft - 40;
  }
}

/** Fills a fresh element and puts it in the place of the old view when it is ready. */
async function present(
  shell: Shell,
  view: View | undefined,
  address: Address,
  context: Context,
  visit: Visit,
  way: Way,
): Promise<void> {
  const root = h("div", { class: "view", "data-view": address.path });
  markCurrent(shell.navigation, address.path);
  document.title = view === undefined ? "Waymark" : `${view.title} · Waymark`;
  shell.main.setAttribute("aria-busy", "true");
  const place = (): void => {
    if (context.signal.aborted || root.parentNode !== null) return;
    // The reader may have gone on since the view was asked for.
    if (way === "again") visit.note(shell.main);
    show(shell.main, root);
    if (way === "again") visit.writeInto(root);
    visit.resume(shell.main, context.signal);
  };
  if (view !== undefined && !isOffered(view, context.api)) {
    show(root, errorNotice(new ApiError(404, "this view is not part of the report", "ask the program: waymark ui")));
  } else if (view === undefined) {
    append(root, [notice("No such view", `The page has no address ${address.path}.`, h("p", {}, link("/map", {}, "Go to the map")))]);
  } else {
    const late = setTimeout(place, patience[way]);
    try {
      await view.render(root, address.query, context);
    } catch (error) {
      if (context.signal.aborted) return;
      show(root, errorNotice(error));
    } finally {
      clearTimeout(late);
    }
  }
  place();
  if (!context.signal.aborted) shell.main.removeAttribute("aria-busy");
}

function start(): void {
  const data = reportData();
  const api: Api = data === null ? new HttpApi() : new ReportApi(data);
  if (api.fixed) {
    limitLinks((address) => {
      const { path, query } = parseAddress(address);
      return views.find((view) => view.path === path)?.holds(query, api) === true;
    });
  }
  startTheme();
  const navigate = (address: string): void => router.navigate(address);
  const renew = (): void => {
    api.forget();
    router.renew();
  };
  const shell = buildShell(api, data?.repository, renew, navigate);
  const router = new Router(views, api, {
    present: (...view) => void present(shell, ...view),
    note: (visit) => visit.note(shell.main),
  });
  router.start();
}

start();
