import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserSwitches, ensureBrowser } from "./scripts/browser.mjs";

const PORT = Number(process.env.THREERAY_PORT ?? 4173);

export default defineConfig({
  testDir: "e2e",
  // Two browsers with software GPUs leave two processors idle for a quarter of the time, and three do not. More browsers
  // would need more memory than a CI runner has.
  workers: Math.min(3, availableParallelism() + 1),
  // The tests of a file are independent, unless it says otherwise.
  fullyParallel: true,
  timeout: 240_000,
  // A test that fails once and then passes does not fail the whole; the summary of `npm test` names it.
  retries: 1,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${PORT}/`,
    viewport: { width: 1280, height: 900 },
    // A service worker would cache the whole build for each test, which takes seconds, and would deliver its cached files
    // instead of those that a test changes. Only the tests of the page without a network allow it.
    serviceWorkers: "block",
    // During a transition, colours belong to neither theme.
    contextOptions: { reducedMotion: "reduce" },
    // A software GPU that also composes the page takes a third of the processor's time.
    launchOptions: { executablePath: await ensureBrowser(), args: [...browserSwitches(), "--disable-gpu-compositing"] },
  },
  webServer: {
    command: `${process.env.THREERAY_BUILT ? "" : "npx vite build --logLevel warn && "}npx vite preview --port ${PORT} --strictPort`,
    port: PORT,
    timeout: 120_000,
  },
});
