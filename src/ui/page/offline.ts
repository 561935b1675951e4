import { lab } from "../kit/engine.ts";
import { say } from "../elements/notices.ts";

/** Pause between looks whether a run that should not be disturbed has ended. */
const LOOK_MS = 2000;

/**
 * Has the service worker keep this build, so that the page works without a network from now on; says when a newer build
 * is there, once nothing is being computed. It is taken when the person asks for it, or when the last page is closed.
 */
export function keepOffline(): void {
  // Private windows and pages that are not served securely have none: the page works, as long as the network does.
  if (!("serviceWorker" in navigator)) return;
  const begin = () => void register().catch(() => {});
  // After all that the page itself begins with.
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin);
}

async function register(): Promise<void> {
  const address = new URL("service-worker.js", document.baseURI);
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
  const offer = (worker: ServiceWorker) => {
    if (lab.busy()) setTimeout(() => offer(worker), LOOK_MS);
    else {
      const action = { label: "Reload", run: () => takeOver(worker) };
      say("A new version of this page is ready.", "info", { action, everywhere: true });
    }
  };
  // Without a worker in charge there is nothing old to replace.
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
