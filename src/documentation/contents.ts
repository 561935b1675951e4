import { posix } from "node:path";

/** The list of all pages, which is also the first page. */
export const CONTENTS = "docs/README.md";

/** A page's line in the contents. */
export interface Entry {
  title: string;
  /** Its Markdown file, from the root of the repository. */
  path: string;
  /** Pages that the contents show only beside this one. */
  under?: readonly Entry[];
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/**
 * Returns the groups of pages in the contents: each heading of level 2, with the links that begin the items of its list.
 *
 * @param text The text of the contents, `CONTENTS`.
 */
export function readContents(text: string): Group[] {
  const groups: { title: string; entries: Entry[] }[] = [];
  for (const line of text.split("\n")) {
    const title = /^## (.+)$/.exec(line)?.[1];
    if (title) groups.push({ title, entries: [] });
    const item = /^- \[([^\]]+)\]\(([^)#:]+\.md)\)/.exec(line);
    if (item) groups.at(-1)?.entries.push({ title: item[1], path: posix.join(posix.dirname(CONTENTS), item[2]) });
  }
  return groups;
}
