import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { findBrowser, vulkanEnvironment } from "./scripts/browser.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Set here, before vitest forks: Dawn looks for its Vulkan loader and driver when its process starts.
if (process.env.VITEST) Object.assign(process.env, vulkanEnvironment(await findBrowser()));

export default defineConfig({
  base: "./",
  plugins: [react()],
  define: { global: "globalThis" },
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  worker: { format: "es" },
  // Plotly is one large file, fetched after the page stands.
  build: { target: "es2023", sourcemap: true, chunkSizeWarningLimit: 1100 },
  test: {
    pool: "forks",
    include: ["src/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    alias: { wgsl_reflect: "wgsl_reflect/wgsl_reflect.module.js" },
  },
});
