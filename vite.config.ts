import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { offline, POLICY } from "./src/offline/plugin.ts";
import { wgsl } from "./src/wgsl/plugin.ts";
import { findBrowser, vulkanEnvironment } from "./scripts/browser.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Set here, before vitest forks: Dawn looks for its Vulkan loader and driver when its process starts.
if (process.env.VITEST) Object.assign(process.env, vulkanEnvironment(await findBrowser()));

/** KaTeX's fonts as WOFF2 alone: every browser that has WebGPU reads it. */
const woff2Only = {
  name: "woff2-only",
  enforce: "pre" as const,
  transform: {
    filter: { id: /katex\.min\.css$/ },
    handler: (css: string) => ({ code: css.replace(/,url\([^)]*\) format\("(woff|truetype)"\)/g, ""), map: null }),
  },
};

/** PFFFT without the way by which it would load itself in Node.js: a browser never goes there. */
const browserPffft = {
  name: "browser-pffft",
  apply: "build" as const,
  enforce: "pre" as const,
  resolveId: {
    filter: { id: /^module$/ },
    handler: (_: string, importer?: string) => (importer?.includes("pffft") ? "\0none" : undefined),
  },
  load: { filter: { id: /^\0none$/ }, handler: () => "export {};" },
};

/** Tests of rooms that only use the device. Those of the device itself, its pool, memory and clock are apart. */
const KERNELS = "src/core/!(gpu|measurement|flow)/**/*.test.ts";

/** How long each plugin took is no warning. */
const checks = { bundlerTimings: false };

/** Small chunks compress badly: what every visit fetches travels together, and what most labs share. */
const PAGE_CHUNKS = [
  { name: "page", tags: ["$initial" as const], test: (id: string) => !id.endsWith("service-worker.ts") },
  { name: "kit", test: /[\\/]src[\\/](?:ui[\\/](?:kit|figures|elements)|core)[\\/]/, minShareCount: 4 },
];

export default defineConfig({
  base: "./",
  plugins: [wgsl(), browserPffft, react(), woff2Only, offline()],
  define: { global: "globalThis" },
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  preview: { headers: { "Content-Security-Policy": POLICY } },
  worker: { format: "es", plugins: () => [wgsl(), browserPffft], rolldownOptions: { checks } },
  // Plotly is one large file, fetched after the page stands.
  build: {
    target: "es2023",
    sourcemap: true,
    chunkSizeWarningLimit: 1100,
    rolldownOptions: { checks, output: { codeSplitting: { groups: PAGE_CHUNKS } } },
    // A font written into its style sheet would not be the page's own file any more.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
  },
  test: {
    pool: "forks",
    // Left alone vitest keeps a processor for itself, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    testTimeout: 300_000,
    hookTimeout: 120_000,
    projects: [
      // Files that share a process share its device, too: a pipeline is compiled once for all of them.
      { extends: true, test: { name: "kernels", include: [KERNELS], isolate: false } },
      {
        extends: true,
        test: {
          name: "others",
          include: ["src/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: [...configDefaults.exclude, KERNELS],
        },
      },
    ],
  },
});
