import { create } from "zustand";
import type { createMatcher } from "./match.ts";

export type Matcher = ReturnType<typeof createMatcher>;

/** Splits a text at its terms; missing until the glossary has been fetched. */
export const useGlossary = create<{ match?: Matcher }>()(() => ({}));

let fetching: Promise<void> | undefined;

/** Fetches the glossary once, when the page has nothing better to do. Texts are readable without it. */
export function fetchGlossary(): void {
  fetching ??= idle()
    .then(() => Promise.all([import("./match.ts"), import("./terms.ts")]))
    .then(([{ createMatcher }, { GLOSSARY }]) =>
      useGlossary.setState({ match: createMatcher(GLOSSARY.flatMap(({ terms }) => terms)) }),
    )
    .catch(() => void (fetching = undefined));
}

function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    // Safari has no idle callbacks.
    typeof requestIdleCallback === "function" ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  );
}
