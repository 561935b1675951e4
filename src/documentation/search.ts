import MiniSearch from "minisearch";
import { type Found, SEARCH } from "./search-options.ts";
import type { Site } from "./site.ts";

/** Returns the index of all sections of the site. */
export function searchIndex({ pages }: Site): MiniSearch<Found> {
  const index = new MiniSearch(SEARCH);
  for (const { address, title, sections } of pages) {
    for (const { heading, text } of sections) {
      index.add({ id: `${address}#${heading.id}`, title, heading: heading.text, text });
    }
  }
  return index;
}
