import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserSwitches, ensureBrowser } from "./scripts/browser.mjs";

const PORT = Number(process.env.THREERAY_PORT ?? 4173);

export default defineConfig({
  testDir: "e2e",
  // Two browsers with a software GPU each keep two processors busy. More of them would need more memory than a runner of CI has.
  workers: Math.min(2, availableParallelism()),
  // A file's stories are independent, unless it says otherwise.
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${PORT}/`,
    viewport: { width: 1280, height: 900 },
    // Colours in the middle of a transition are neither theme's.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: await ensureBrowser(), args: browserSwitches() },
  },
  webServer: {
    command: `${process.env.THREERAY_BUILT ? "" : "npx vite build --logLevel warn && "}npx vite preview --port ${PORT} --strictPort`,
    port: PORT,
    timeout: 120_000,
  },
});
