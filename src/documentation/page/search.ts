import MiniSearch from "minisearch";
import { type Found, SEARCH } from "../search-options.ts";

/** Results that are shown. */
const MOST = 8;
/** Characters of a text around the words that were found. */
const EXCERPT = 120;

interface Result {
  id: string;
  title: string;
  heading: string;
  terms: readonly string[];
}

/** Makes a field search the documentation. Arrow keys choose a result, Enter opens it, Escape closes the list. */
export async function search(input: HTMLInputElement, list: HTMLElement, status: HTMLElement): Promise<void> {
  const root = new URL(`${document.body.dataset.root}/`, document.baseURI);
  const response = await fetch(new URL("search.json", root));
  if (!response.ok) throw new Error(`search.json: the server answers ${response.status}`);
  const index = MiniSearch.loadJSON<Found>(await response.text(), SEARCH);
  let chosen = 0;

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>("a")];
  const show = (isOpen: boolean) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) input.removeAttribute("aria-activedescendant");
  };
  const choose = (next: number) => {
    const all = options();
    if (all.length === 0) return;
    chosen = (next + all.length) % all.length;
    for (const [i, option] of all.entries()) option.setAttribute("aria-selected", String(i === chosen));
    input.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen].scrollIntoView({ block: "nearest" });
  };
  const update = () => {
    const words = input.value.trim();
    const all = words ? index.search(words, { combineWith: "AND" }) : [];
    const found = (all.length ? all : words ? index.search(words) : []).slice(0, MOST) as unknown as Result[];
    list.replaceChildren(...found.map((result, i) => optionOf(result, i, root)));
    if (words && found.length === 0) list.append(element("p", "muted", `No page has “${words}”.`));
    status.textContent = words ? `${found.length} results` : "";
    show(words !== "");
    choose(0);
  };

  input.addEventListener("input", update);
  input.addEventListener("focus", update);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") options()[chosen]?.click();
    else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      show(false);
    } else if (event.key === "Escape") input.blur();
  });
  // A press on a result moves the focus only after the link was followed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", () => (show(false), input.blur()));
  input.addEventListener("blur", () => show(false));
  update();
}

function optionOf({ id, title, heading, terms }: Result, i: number, root: URL): HTMLElement {
  const option = document.createElement("a");
  option.href = new URL(id, root).href;
  option.id = `result-${i}`;
  option.role = "option";
  option.tabIndex = -1;
  const excerpt = element("span", "excerpt", "");
  option.append(
    element("strong", "", heading),
    ...(heading === title ? [] : [element("span", "muted", title)]),
    excerpt,
  );
  void excerptOf(option.href, terms).then((parts) => excerpt.append(...parts));
  return option;
}

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

const pages = new Map<string, Promise<Document | undefined>>();

/** Returns the page at an address; undefined if it cannot be fetched. */
function pageAt(address: string): Promise<Document | undefined> {
  const load = async () => {
    const response = await fetch(address);
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : undefined;
  };
  const page = pages.get(address) ?? load().catch(() => undefined);
  pages.set(address, page);
  return page;
}

/** Whether an element is the declaration that begins a page of the API reference. */
const isSignature = (element: Element) => element.matches("pre") && element.previousElementSibling?.localName === "h1";

/** Returns the text around the first of the words under a heading, with the words marked. */
async function excerptOf(href: string, terms: readonly string[]): Promise<(string | HTMLElement)[]> {
  const [address, id] = href.split("#");
  const page = await pageAt(address);
  const heading = page?.getElementById(decodeURIComponent(id));
  let text = "";
  for (let next = heading?.nextElementSibling; next && !/^H[1-6]$/.test(next.tagName); next = next.nextElementSibling)
    if (!isSignature(next)) text += ` ${next.textContent}`;
  text = text.replaceAll(/\s+/g, " ").trim();
  const words = new RegExp(terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
  const start = Math.max(0, text.search(words) - EXCERPT / 4);
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const part = text.slice(from, from + EXCERPT);
  const marked: (string | HTMLElement)[] = [from > 0 ? "… " : ""];
  let at = 0;
  for (const { 0: word, index } of part.matchAll(words)) {
    marked.push(part.slice(at, index), element("mark", "", word));
    at = index + word.length;
  }
  return [...marked, part.slice(at), from + EXCERPT < text.length ? " …" : ""];
}
