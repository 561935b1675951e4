import { flushSync } from "react-dom";
import { create } from "zustand";

export const TABS = { graph: "Graph", blocks: "Blocks", outline: "Outline" } as const;
export type Tab = keyof typeof TABS;

/** The open part of the rail, and the part that is open as a sheet on a narrow screen. */
export const useRail = create<{ tab: Tab; sheet?: Tab }>()(() => ({ tab: "graph" }));

/** On these screens the rail itself is hidden at first. */
const NARROW = "(width < 900px)";

/** Where the focus goes in each part. */
const FIRST: Readonly<Record<Tab, string>> = {
  graph: "button, input",
  blocks: "input[type=search]",
  outline: "[role=treeitem][tabindex='0']",
};

/** Opens a part of the rail, as a sheet on a narrow screen, and moves the focus there. */
export function openTab(tab: Tab): void {
  const narrow = matchMedia(NARROW).matches || document.documentElement.dataset.mode === "present";
  // It is on the page at once, so that the next key reaches it.
  flushSync(() => useRail.setState(narrow ? { sheet: tab } : { tab }));
  const part = document.getElementById(narrow ? `sheet-${tab}` : `rail-${tab}`);
  part?.querySelector<HTMLElement>(FIRST[tab])?.focus();
}

export const closeSheet = (): void => useRail.setState({ sheet: undefined });
