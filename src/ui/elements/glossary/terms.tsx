import { type ReactNode, useEffect } from "react";
import { create } from "zustand";

/** Marks the terms of a text; undefined until the glossary has been fetched. */
const useGlossary = create<{ marked?: (text: ReactNode) => ReactNode }>()(() => ({}));

let fetching: Promise<void> | undefined;

/**
 * A text whose terms open their glossary entry on hover, focus or tap. It is readable before the glossary has been
 * fetched.
 */
export function Terms({ children }: { children: ReactNode }) {
  const marked = useGlossary((state) => state.marked);
  useEffect(fetchGlossary, []);
  return marked ? marked(children) : children;
}

/** Fetches the glossary once, when the page is idle. */
function fetchGlossary(): void {
  fetching ??= idle()
    .then(() => import("./marked.tsx"))
    .then(({ marked }) => useGlossary.setState({ marked }))
    .catch(() => void (fetching = undefined));
}

function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    // Safari has no requestIdleCallback.
    typeof requestIdleCallback === "function" ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  );
}
