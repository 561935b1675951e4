import MiniSearch from "minisearch";
import { isReference } from "./reference.ts";
import { type Found, SEARCH } from "./search-options.ts";
import type { Site } from "./site.ts";

/** Returns the index of all sections of the site. */
export function searchIndex({ pages }: Site): MiniSearch<Found> {
  const index = new MiniSearch(SEARCH);
  for (const { address, path, title, sections } of pages) {
    // The sections of an export have the same headings everywhere, so only its description is searched.
    if (isReference(path)) {
      const [{ heading, text: lead }] = sections;
      index.add({
        id: `${address}#${heading.id}`,
        title: "API reference",
        heading: title,
        text: lead,
      });
      continue;
    }
    for (const { heading, text } of sections) {
      index.add({ id: `${address}#${heading.id}`, title, heading: heading.text, text });
    }
  }
  return index;
}
