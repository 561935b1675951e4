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

/** How the index is made and read. The text is not stored in it: the page of a result has it. */
export const SEARCH: Options<Found> = {
  fields: ["title", "heading", "text"],
  storeFields: ["title", "heading"],
  tokenize: (text) => text.match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? [],
  processTerm: (term) => (term.length < 2 || NUMBER.test(term) ? null : term.toLowerCase()),
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 5 ? 0.2 : false), boost: { title: 4, heading: 6 } },
};
