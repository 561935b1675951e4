import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Boundary } from "./ui/elements/boundary.tsx";
import { App } from "./ui/page/app.tsx";
import { isPackage } from "./ui/page/delivery.ts";
import { startPage } from "./ui/page/page.ts";
import "./ui/elements/attributes.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/kit/fields/fields.css";
import "./ui/figures/figures.css";
import "./ui/figures/plots.css";
import "./ui/page/shell.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");
// public/browser-check.js has already shown what is missing.
if (root.dataset.refused === undefined) void start(root);

// No top-level await: the labs import the same modules and would wait for this one.
async function start(root: HTMLElement): Promise<void> {
  // The link is read before anything is drawn.
  await startPage();
  if (isPackage()) void import("./ui/page/lectures/course-visit.ts").then(({ startVisit }) => startVisit());
  if (document.readyState === "complete") fetchLater();
  else window.addEventListener("load", fetchLater, { once: true });
  if ("launchQueue" in window || location.search !== "") {
    void import("./ui/page/files/launched.ts").then(({ followLaunches }) => followLaunches());
  }
  createRoot(root).render(
    <StrictMode>
      <Boundary what="The page could not be shown." frame="failed-page">
        <App />
      </Boundary>
    </StrictMode>,
  );
}

/** Fetches what the first figures do not need: caching, the paper layout, and what the browser kept after a crash. Without them the page works, so failures are ignored. */
function fetchLater(): void {
  void import("./ui/page/print/print.ts").catch(() => {});
  if (!isPackage()) import("./ui/page/storage/offer.ts").then(({ offerKept }) => offerKept()).catch(() => {});
  void import("./ui/kit/tuning/tuning.ts").then(({ heedKept }) => heedKept()).catch(() => {});
  // The course delivers a package, which has no service worker.
  if (import.meta.env.PROD && !isPackage())
    import("./ui/page/offline.ts").then(({ keepOffline }) => keepOffline()).catch(() => {});
}
