import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { wgsl } from "./src/wgsl/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One file for Node: the command line and the bench. Dawn (the package `webgpu`) is native and stays outside. So do the
 * packages of the queue, which only its commands load.
 */
export default defineConfig({
  plugins: [wgsl()],
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  publicDir: false,
  ssr: { noExternal: true, external: ["webgpu", "bullmq", "ioredis"] },
  build: {
    ssr: "src/cli/main.ts",
    outDir: "dist-cli",
    target: "node20",
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
