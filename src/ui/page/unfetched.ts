import { say, unsay } from "../elements/notices.ts";

const NO_NETWORK =
  "A part of this page could not be fetched, because this computer has no network. Connect it, and then try again. Do not reload the page meanwhile: it would be lost.";

/**
 * Says why a part of the page could not be fetched, after Vite's event. A release since the page was opened may have removed the file. Without a
 * network, a reload would lose the page.
 */
export function sayUnfetched(): void {
  if (!navigator.onLine) {
    say(NO_NETWORK, "warning", { everywhere: true });
    return window.addEventListener("online", () => unsay(NO_NETWORK), { once: true });
  }
  const action = { label: "Reload", run: () => location.reload() };
  say("A part of this page could not be fetched. The page may have a newer version; reload it.", "warning", {
    action,
    everywhere: true,
  });
}
