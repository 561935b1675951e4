import { defineConfig } from "@playwright/test";
import stories from "./playwright.config.ts";

/** npm run test:speed: what must be quick, measured against yardsticks of the same run. Not part of npm test: it needs a quiet machine. */
export default defineConfig({ ...stories, workers: 1, testMatch: "**/*.measure.ts", reporter: "list", retries: 0 });
