import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { documentation } from "./src/documentation/plugin.ts";
import { offline, POLICY } from "./src/offline/plugin.ts";
import { wgsl } from "./src/wgsl/plugin.ts";
import { studentCopy } from "./src/core/lectures/identity.ts";
import type { Lecture } from "./src/core/lectures/lecture.ts";
import { findBrowser, vulkanEnvironment } from "./scripts/browser.mjs";
import { testSeed } from "./scripts/test-seed.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Set here, before vitest forks: Dawn searches for its Vulkan loader and driver when its process starts.
if (process.env.VITEST) Object.assign(process.env, vulkanEnvironment(await findBrowser()));

// Vitest reads this file several times. The first time chooses the seed.
if (process.env.VITEST && process.env.THREERAY_SEED !== String(testSeed())) {
  process.env.THREERAY_SEED = String(testSeed());
  console.log(`Seed of the property tests: THREERAY_SEED=${process.env.THREERAY_SEED}`);
}

/** KaTeX's fonts only as WOFF2: every browser with WebGPU supports it. */
const woff2Only = {
  name: "woff2-only",
  enforce: "pre" as const,
  transform: {
    filter: { id: /katex\.min\.css$/ },
    handler: (css: string) => ({ code: css.replace(/,url\([^)]*\) format\("(woff|truetype)"\)/g, ""), map: null }),
  },
};

/** PFFFT without its loader for Node.js, which a browser never uses. */
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

/** The labs' lectures as students get them: without solutions and hidden checks. `?raw` gives the lecturer's file. */
const studentCopies = {
  name: "student-copies",
  enforce: "pre" as const,
  transform: {
    filter: { id: /[\\/]lectures[\\/][^\\/]+\.json$/ },
    handler: (text: string) => ({ code: JSON.stringify(studentCopy(JSON.parse(text) as Lecture)), map: null }),
  },
};

/**
 * The page and its importer of graphs read definitions of blocks and compute nothing: they get neither WGSL nor the plans of
 * blocks. Only the worker of the experiments does.
 */
function kernelsInWorkerOnly() {
  let isWorker = false;
  return {
    name: "kernels-in-worker-only",
    apply: "build" as const,
    enforce: "pre" as const,
    buildStart({ input }: { input: unknown }) {
      isWorker = JSON.stringify(input).includes("src/worker/worker.ts");
    },
    load: { filter: { id: /\.wgsl\?raw$/ }, handler: () => (isWorker ? undefined : 'export default "";') },
    transform: {
      filter: { code: /\.plan\.ts"\)/ },
      handler: (code: string) =>
        isWorker ? undefined : { code: code.replace(/import\("[^"]+\.plan\.ts"\)/g, "{}"), map: null },
    },
  };
}

/** Tests that share processes: of rooms that only use the device, of the page, its worker and the scripts. */
const SHARED = [
  "src/core/!(gpu|measurement|flow)/**/*.test.ts",
  "src/!(cli|core)/**/*.test.ts",
  "scripts/**/*.test.mjs",
];

/** What a test outside the core names if it replaces modules, timers or globals, or if it uses a store, which is a module's state. */
const CHANGES =
  /\bvi\.|globalThis|process\.(chdir|env(?!\.THREERAY_SLOW\b))|[sS]tore\b|\buse[A-Z]\w*\b|State\(|Session\b/;

/** Those tests: each has its own process, like each test of the device and the terminal. */
const ALONE = ["src/package", "src/ui", "src/worker", "src/wgsl", "scripts"].flatMap((folder) =>
  readdirSync(here(`./${folder}`), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.test\.m?[jt]s$/.test(name) && CHANGES.test(readFileSync(here(`./${name}`), "utf8"))),
);

/** Not worth a warning: plugin timings, and React Flow's mark for servers. */
const checks = { bundlerTimings: false, moduleLevelDirective: false };

/**
 * Small chunks compress badly. So there is one chunk for every visit, and one for code that most labs share, except what
 * they need only after the first figures: curves of runs, and receptions.
 */
const PAGE_CHUNKS = [
  { name: "page", tags: ["$initial" as const], test: (id: string) => !id.endsWith("service-worker.ts") },
  {
    name: "kit",
    test: /[\\/]src[\\/](?:worker[\\/](?=latest)|(?:ui[\\/](?:kit|figures|elements)|core)[\\/](?!(?:capture|codes|filter-design|lectures|listening|signals|wifi)[\\/]|(?:measurement[\\/])?(?:ber-curve|colour-map|column-table|coverage|curves|data-table|overlays|overlay-list|ledger|ledger-actions|ledger-section|ledgers(?=[.]css)|measured-curves|rate-card|rate-files|rows-in-view|run-card|run-note|software-note|table-body|published|dialog)\.|recording[\\/](?:ask-rate|cut-text|examples|reception|file-state|file-input|folder|recents|riddles|saving)))/,
    minShareCount: 5,
  },
  // Small parts of the first lab, which its cards that load later share with it.
  {
    name: "first",
    test: /[\\/]labs[\\/]equalizers[\\/](?:algorithms|address|glyph|lesson-of|live-card|null|text|charts[\\/]spectrum|store[\\/](?:figures|scenario|solvers|sweep|timings))\./,
  },
];

/**
 * One chunk in the worker for what most experiments share: devices, channels, random numbers and the engine of
 * measurements. Another one for the transforms, windows and small units of the first experiment, which flow graphs would scatter.
 */
const WORKER_CHUNKS = [
  {
    name: "devices",
    test: /[\\/](?:src[\\/]core|shaders)[\\/](?:gpu|channel|measurement|configuration|random|lib)[\\/](?!bits\.|codeword|fir-|fours|log-sum|viterbi)/,
    minShareCount: 5,
  },
  {
    name: "spectra",
    test: /[\\/](?:csv-rows|convolution[\\/](?:overlap-save|plan)|random[\\/]philox|telemetry[\\/]detection[\\/]detection-filter|fft[\\/](?:fft\.float64|pass|spectrogram|welch|workgroup)|arithmetic[\\/]column-sums|filter-design[\\/](?:windows|fir[\\/](?:kaiser|response|windowed)))\./,
  },
];

export default defineConfig({
  base: "./",
  plugins: [
    kernelsInWorkerOnly(),
    wgsl(),
    browserPffft,
    woff2Only,
    studentCopies,
    documentation([woff2Only]),
    offline(),
  ],
  define: { global: "globalThis" },
  resolve: { alias: { "#shaders": here("./shaders"), "#core": here("./src/core") } },
  preview: { headers: { "Content-Security-Policy": POLICY } },
  worker: {
    format: "es",
    plugins: () => [kernelsInWorkerOnly(), wgsl(), browserPffft],
    rolldownOptions: { checks, output: { codeSplitting: { groups: WORKER_CHUNKS } } },
  },
  // Plotly is one large file, fetched after the page is shown.
  build: {
    target: "es2023",
    sourcemap: true,
    chunkSizeWarningLimit: 1100,
    rolldownOptions: { checks, output: { codeSplitting: { groups: PAGE_CHUNKS } } },
    // The policy allows only fonts in files, so they are not inlined into style sheets.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
  },
  test: {
    // Examples of the package import it by its name.
    alias: [{ find: /^threeray\/(.*)$/, replacement: here("./src/package/$1.ts") }],
    pool: "forks",
    // By default vitest leaves one processor unused, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    testTimeout: 300_000,
    hookTimeout: 120_000,
    setupFiles: ["scripts/test-seed.setup.mjs"],
    projects: [
      // Files in one process share their modules and its device: each pipeline is compiled once for all of them.
      {
        extends: true,
        test: { name: "shared", include: SHARED, exclude: [...configDefaults.exclude, ...ALONE], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "alone",
          // They often wait for a command, so one more of them is run at a time.
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
          include: [
            "src/core/{gpu,measurement,flow}/**/*.test.ts",
            "src/core/*.test.ts",
            "src/cli/**/*.test.ts",
            ...ALONE,
          ],
        },
      },
    ],
  },
});
