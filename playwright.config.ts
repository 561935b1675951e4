import { defineConfig } from "@playwright/test";
import { browserSwitches, ensureBrowser } from "./scripts/browser.mjs";

const PORT = Number(process.env.THREERAY_PORT ?? 4173);

export default defineConfig({
  testDir: "e2e",
  // One machine, one (software) GPU: stories run one after the other.
  workers: 1,
  timeout: 120_000,
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
