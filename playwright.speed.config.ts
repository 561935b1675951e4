import { defineConfig } from "@playwright/test";
import stories from "./playwright.config.ts";

/**
 * npm run test:speed: compares durations with reference tasks of the same run. It is not part of npm test, because it
 * needs a quiet machine.
 */
export default defineConfig({ ...stories, workers: 1, testMatch: "**/*.measure.ts", reporter: "list", retries: 0 });
