import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { CONTENTS, type Group, readContents } from "./contents.ts";
import { referenceGroups } from "./reference.ts";
import { renderMarkdown, type Rendered } from "./markdown.ts";

/** A page of the site. */
export interface Page extends Rendered {
  title: string;
  /** Its Markdown file, from the root of the repository. */
  path: string;
  /** Its address in the site. */
  address: string;
}

export interface Site {
  groups: readonly Group[];
  /** In the order of the contents; the first page is the contents. */
  pages: readonly Page[];
  /** The addresses of the pages by their files. */
  addresses: ReadonlyMap<string, string>;
  /** Pictures of the pages: their files by their addresses in the site. */
  pictures: ReadonlyMap<string, string>;
  /** Links to nothing, and pages that no one can find, as sentences. */
  faults: readonly string[];
}

/**
 * Reads all pages of the documentation and joins them: a link from a page to another page's Markdown becomes a link in the
 * site, and a link to another file leads into the repository.
 *
 * @param root The folder of the repository.
 * @param repository The address under which the repository's files can be read, with `/` at its end; undefined if it has
 *   none. Then a link to a file is plain text.
 */
export function readSite(root: string, repository: string | undefined): Site {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const exists = (path: string) => existsSync(join(root, path));
  const groups = [...readContents(read(CONTENTS)), ...referenceGroups(root)];
  const listed = groups
    .flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.under ?? [])]))
    .map(({ path }) => path);
  const paths = [CONTENTS, ...listed.filter((path) => exists(path))];
  const addresses = new Map(paths.map((path) => [path, addressOf(path)]));
  const pictures = new Map<string, string>();
  const faults = listed
    .filter((path) => !exists(path))
    .map((path) => `${CONTENTS} lists ${path}, which does not exist`);
  const source = (path: string) => (repository === undefined ? undefined : repository + path);

  const pages = paths.map((path): Page => {
    const from = posix.dirname(addressOf(path));
    const resolve = (target: string) => {
      const [file, anchor] = fileOf(path, target);
      if (file === undefined) return target;
      const end = anchor === undefined ? "" : `#${anchor}`;
      const address = addresses.get(file);
      if (address !== undefined) return file === path ? end : `${posix.relative(from, address)}${end}`;
      if (!isPicture(file)) return source(file + end);
      pictures.set(addressOf(file), file);
      return posix.relative(from, addressOf(file));
    };
    const rendered = renderMarkdown(read(path), { resolve, source });
    const title = rendered.headings.find(({ level }) => level === 1)?.text;
    if (title === undefined) throw new Error(`${path}: a page begins with its title, “# …”; add one`);
    return { ...rendered, title, path, address: addressOf(path) };
  });
  return {
    groups,
    pages,
    addresses,
    pictures,
    faults: [...faults, ...pages.flatMap((page) => faultsOf(page, pages, exists))],
  };
}

const isPicture = (path: string) => /\.(?:png|svg|jpg|webp)$/.test(path);

/** Returns a page's address in the site: its path under `docs`, in lower case. Pages from outside that folder are in the same one. */
function addressOf(path: string): string {
  const inside = path.startsWith("docs/") ? path.slice("docs/".length) : path.toLowerCase();
  return inside.replace(/(?:^|(?<=\/))README\.md$/, "index.html").replace(/\.md$/, ".html");
}

/** Returns the file to which a page's link leads, from the root of the repository, and the anchor in it; no file for other sites. */
function fileOf(path: string, target: string): [file: string | undefined, anchor?: string] {
  if (/^[a-z]+:/i.test(target)) return [undefined];
  const [file, anchor] = target.split("#");
  return [file === "" ? path : posix.join(posix.dirname(path), decodeURI(file)), anchor];
}

/** Returns the links and the named paths of a page that lead nowhere. */
function faultsOf(page: Page, pages: readonly Page[], exists: (path: string) => boolean): string[] {
  const faults = page.targets.flatMap((target) => {
    const [file, anchor] = fileOf(page.path, target);
    if (file === undefined) return [];
    if (!exists(file)) return [`${page.path} links to ${target}, which does not exist`];
    const other = pages.find(({ path }) => path === file);
    if (anchor === undefined || other?.headings.some(({ id }) => id === anchor)) return [];
    return [`${page.path} links to ${target}, and ${file} has no heading with this anchor`];
  });
  const named = [...new Set(page.sources)].filter((path) => !exists(path));
  return [...faults, ...named.map((path) => `${page.path} names ${path}, which does not exist`)];
}
