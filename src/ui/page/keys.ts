import { redo, undo } from "./history.ts";
import { isReady, useGpu } from "../kit/engine.ts";
import { dismissNewest } from "../elements/notices.ts";
import { moveStep, useLecture } from "./lecture.ts";
import { foldSection } from "../kit/sections.ts";
import { isTurnedOff } from "../kit/letter-keys.ts";
import { keepInView } from "../kit/in-view.ts";
import { labName, session, useLabs } from "./labs.ts";
import { useAttention } from "../figures/attention.ts";
import { type DialogName, togglePresent, useView } from "./view.ts";

/** Elements that use these keys themselves. */
const TAKEN = "input, select, textarea, button, summary, a, dialog, [contenteditable]";

/** The dialogs that a key opens. */
const DIALOGS: Readonly<Record<string, DialogName | undefined>> = { "?": "help", g: "glossary", q: "qr" };

const SWITCH = "button[aria-pressed], input[type=checkbox]";

/** Handles keys that work anywhere on the page. */
export function listenForKeys(): () => void {
  /** The element that was focused by a click. */
  let clicked: Element | null = null;
  const onClick = ({ detail }: MouseEvent) => (clicked = detail > 0 ? document.activeElement : null);
  const onFocus = () => (clicked = null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const { dialog, sheet } = useView.getState();
    const { enlarged } = useAttention.getState();
    const target = event.target as HTMLElement;
    if (dialog || target.closest("dialog")) return;
    // Many keyboards need AltGr for brackets.
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    if (chord && !event.getModifierState("AltGraph")) return travel(event, target);
    if (event.key === "Escape" && (enlarged || sheet)) {
      useAttention.setState({ enlarged: undefined });
      useView.setState({ sheet: false });
      return;
    }
    if (event.key === "Escape") return dismissNewest();
    if (target.closest("input:not([type=range], [type=checkbox]), select, textarea, [contenteditable]")) return;
    if (isTurnedOff(event.key)) return;
    const asked = DIALOGS[event.key];
    if (asked) {
      // Otherwise the dialog's first field would take the key.
      event.preventDefault();
      return useView.setState({ dialog: asked });
    }
    if (useView.getState().page) return;
    if (/^[1-9]$/.test(event.key)) session()?.pick(Number(event.key) - 1);
    else if (event.key === "[") moveStep(-1);
    else if (event.key === "]") moveStep(1);
    else if (event.key === "p") togglePresent();
    else if (event.key === "a" && useView.getState().present && useLecture.getState().open)
      void import("./lectures/presenting.ts").then(({ showNextAnswer }) => showNextAnswer());
    else if (event.key === "l" && session()?.live) void import("./live/live.ts").then(({ toggleLive }) => toggleLive());
    else if (event.key === " " && isReady(useGpu.getState())) {
      // A clicked switch has done its work: the key is meant for the page.
      if (target.closest(TAKEN) && !(target === clicked && target.matches(SWITCH))) return;
      event.preventDefault();
      toggleRun();
    }
  };
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener("click", onClick);
  window.addEventListener("focusin", onFocus);
  return () => {
    window.removeEventListener("keydown", onKeyDown);
    window.removeEventListener("click", onClick);
    window.removeEventListener("focusin", onFocus);
  };
}

/** Runs, stops or resumes, and shows the figure of a run that has started. */
export function toggleRun(): void {
  session()?.toggle();
  showRun();
}

/** Scrolls to the figure of a run that has started, and unfolds it. */
function showRun(): void {
  const { status, runCard } = session() ?? {};
  if (runCard === undefined || !status?.read().stop) return;
  const group = useLabs.getState()[labName()]?.groups?.find(({ cards }) => runCard in cards);
  if (group) foldSection(group.name, false);
  keepInView(runCard);
}

/** Prints the page in its paper layout; with a lecture, asks what to print. */
export async function printPage(): Promise<void> {
  if (useLecture.getState().open && !useView.getState().page) return useView.setState({ dialog: "print" });
  await (await import("./print/print.ts")).print("figures");
}

/** Fields in which the browser undoes typing: those with an invalid text, and names and answers, which no scenario has. */
const OWN_TEXT = "[aria-invalid=true], .lecture input";

/**
 * Ctrl+P prints. Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (or ⌘) undo and redo scenarios, also from within a field of
 * the scenario with a valid text. Ctrl+Z also undoes what a notice offers to undo.
 */
function travel(event: KeyboardEvent, target: HTMLElement): void {
  const key = event.key.toLowerCase();
  if (key === "p" && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    void printPage();
    return;
  }
  if (event.altKey || !"zy".includes(key) || target.matches(OWN_TEXT)) return;
  event.preventDefault();
  // A field drops its draft when it loses the focus.
  target.blur();
  if (key === "y" || event.shiftKey) redo();
  else undo();
  target.focus({ preventScroll: true });
}
