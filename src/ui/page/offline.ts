import { worker } from "../kit/engine.ts";
import { say } from "../elements/notices.ts";

/** Milliseconds between checks whether a run has ended. */
const LOOK_MS = 2000;

/**
 * Makes the service worker cache this build, so that the page works without a network. Offers a newer build when no run
 * is in progress. The page uses it when the person accepts, or after the last page is closed.
 */
export function keepOffline(): void {
  // Private windows and insecure pages have no service worker: the page then needs the network.
  if (!("serviceWorker" in navigator)) return;
  register().catch(() => {});
}

async function register(): Promise<void> {
  const address = new URL("service-worker.js", document.baseURI);
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
  const offer = (waiting: ServiceWorker) => {
    if (worker.busy()) setTimeout(() => offer(waiting), LOOK_MS);
    else {
      const action = { label: "Reload", run: () => takeOver(waiting) };
      say("A new version of this page is ready.", "info", { action, everywhere: true });
    }
  };
  // Without an active worker there is no old build to replace.
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    const replaces = navigator.serviceWorker.controller !== null;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && replaces) offer(worker);
    });
  });
}

/** The link in the address reproduces the page in the new version. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("take over", []);
}
