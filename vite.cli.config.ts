import { fileURLToPath } from "node:url";
import { build, defineConfig, type InlineConfig } from "vite";
import { wgsl } from "./src/wgsl/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SHARED = {
  plugins: [wgsl()],
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  publicDir: false,
  ssr: { noExternal: true, external: ["webgpu", "bullmq", "ioredis", "@playwright/test"] },
} satisfies InlineConfig;

/** Returns the program of a thread: a thread of a small program starts sooner than one of the whole command line, and takes 40 MB less. */
export async function threadProgram(entry: string): Promise<string> {
  const result = await build({
    ...SHARED,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: here(entry),
      write: false,
      target: "node20",
      rolldownOptions: { output: { format: "cjs", codeSplitting: false } },
    },
  });
  const [file] = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  if (file?.type !== "chunk") throw new Error(`${entry} gave no program`);
  return file.code;
}

/**
 * The command line and the bench for Node: main.js, and parts that a command loads when it needs them. Reading all of them would take
 * longer than a device takes to open. Dawn (the package `webgpu`) is native and stays outside. So do the packages of the queue, which
 * only its commands load. With `--mode launcher` it is the program that starts main.js.
 */
export default defineConfig(async ({ mode }) => ({
  ...SHARED,
  define: {
    "import.meta.env.BURST_THREAD": JSON.stringify(await threadProgram("./src/cli/threads/burst-thread.ts")),
    "import.meta.env.FRAME_THREAD": JSON.stringify(await threadProgram("./src/cli/threads/frame-thread.ts")),
  },
  build: {
    ssr: mode === "launcher" ? "scripts/threeray.mjs" : "src/cli/main.ts",
    outDir: "dist-cli",
    emptyOutDir: false,
    target: "node20",
    rolldownOptions: {
      output: mode === "launcher" ? { codeSplitting: false } : { chunkFileNames: "parts/[hash].js" },
    },
  },
}));
