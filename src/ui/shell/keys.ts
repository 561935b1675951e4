import { isReady, useLab } from "../store/lab.ts";
import { session } from "../store/session.ts";
import { useView } from "../store/view.ts";

/** Elements that want the keys for themselves. */
const TAKEN = "input, select, textarea, button, summary, a, dialog, [contenteditable]";

/** Keys that work anywhere on the page. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { enlarged, dialog, sheet } = useView.getState();
    if (event.key === "Escape" && !dialog && (enlarged || sheet)) {
      useView.setState({ enlarged: undefined, sheet: false });
      return;
    }
    const target = event.target as Element;
    const typing = target.closest("input:not([type=range]), select, textarea, [contenteditable]");
    if (typing || dialog || target.closest("dialog")) return;
    if (/^[1-9]$/.test(event.key)) session().pick(Number(event.key) - 1);
    else if (event.key === "?") useView.setState({ dialog: "help" });
    else if (event.key === " " && !target.closest(TAKEN) && isReady(useLab.getState())) {
      event.preventDefault();
      session().toggle();
    }
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}
