import type { Options } from "minisearch";

/** A part of a page under one heading, as the search finds it. */
export interface Found {
  /** Its address in the site, with its anchor. */
  id: string;
  title: string;
  heading: string;
  text: string;
}

/** Numbers fill the tables of times, and searching for one of them helps no one. */
const NUMBER = /^[\d.,]+$/;

/** Returns a word and, for a name of code in camel case, its words: `createFft`, `create`, `Fft`. */
function withParts(word: string): string[] {
  const parts = word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
  return /\p{Ll}\p{Lu}/u.test(word) ? [word, ...parts] : [word];
}

/** How the index is made and read. The text is not stored in it: the page of a result has it. */
export const SEARCH: Options<Found> = {
  fields: ["title", "heading", "text"],
  storeFields: ["title", "heading"],
  tokenize: (text) => (text.match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? []).flatMap(withParts),
  processTerm: (term) => (term.length < 2 || NUMBER.test(term) ? null : term.toLowerCase()),
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 5 ? 0.2 : false), boost: { title: 4, heading: 6 } },
};
