import { say } from "../../elements/notices.ts";
import type { Runner } from "../run.ts";

/** Milliseconds after which a sweep is worth keeping. A shorter one is counted again as quickly. */
export const LONG_MS = 5000;

const keyOf = (lab: string) => `threeray.cut.${lab}`;

/** Makes the tab remember a short sweep during which the page is reloaded or left: nothing is kept of it. */
export function rememberCut(lab: string, { store }: Runner): void {
  window.addEventListener("pagehide", () => {
    const { phase, ms = 0 } = store.getState();
    const isCut = phase === "running" && ms < LONG_MS;
    try {
      if (isCut) sessionStorage.setItem(keyOf(lab), "");
      else sessionStorage.removeItem(keyOf(lab));
    } catch {
      // Without storage, it is forgotten.
    }
  });
}

/** Says once that such a sweep has ended, and offers to run it again. */
export function offerCut(lab: string, { start }: Runner): void {
  try {
    if (sessionStorage.getItem(keyOf(lab)) === null) return;
    sessionStorage.removeItem(keyOf(lab));
  } catch {
    return;
  }
  const text = "The sweep ended when the page was reloaded or left. It was too short to be kept.";
  say(text, "info", { action: { label: "Run it again", run: () => void start() } });
}
