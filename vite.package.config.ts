import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { wgsl } from "./src/wgsl/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The public modules: each domain, and all of them. */
const entries = readdirSync(here("./src/package"))
  .filter((name) => /^[\w-]+\.ts$/.test(name))
  .map((name) => name.replace(/\.ts$/, ""));

/** The npm package: ES modules for browsers and Node.js with the kernels inside. */
export default defineConfig({
  plugins: [wgsl()],
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  publicDir: false,
  build: {
    outDir: "dist-package",
    target: "es2023",
    minify: false,
    lib: {
      entry: Object.fromEntries(entries.map((name) => [name, here(`./src/package/${name}.ts`)])),
      formats: ["es"],
    },
    rolldownOptions: {
      // Under Node.js PFFFT reads its file by it; a browser never loads it.
      external: ["module"],
      checks: { bundlerTimings: false },
      output: {
        // Every module is a file, so that a bundler leaves out all that a program does not use.
        preserveModules: true,
        preserveModulesRoot: "src",
        // npm packs no folder of the name node_modules.
        entryFileNames: ({ name }) => `${name.replaceAll("node_modules", "vendor")}.js`,
      },
    },
  },
});
