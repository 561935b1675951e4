// npm run test:package: packs Threeray, installs it in two empty folders outside the repository, checks the types of the
// examples, runs them, and measures what bundles of single functions cost.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { browserSwitches, ensureBrowser, vulkanEnvironment } from "./browser.mjs";
import { machineWords, wrongContents } from "./package-contents.mjs";
import { EXAMPLES } from "./package-examples.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const KIB = 1024;
/** Largest bundles of programs that use one thing, minified, in KiB. */
const BUNDLES = {
  fft: {
    most: 60,
    code: 'import { createFft, openGpu } from "threeray"; console.log(await (await createFft(await openGpu(), { length: 64 })).transform([]));',
    foreign: /codes|wifi|iir|filter-design|flow\/run|measurement/,
  },
  fir: {
    most: 61,
    code: 'import { designWindowed, filterFir, openGpu } from "threeray"; console.log(await filterFir(await openGpu(), { taps: designWindowed({ length: 21, cutoff: 0.2, passZero: true, window: "hamming" }) }, []));',
    foreign: /codes|wifi|iir|flow\/run|measurement|remez/,
  },
  receiver: {
    most: 251,
    code: 'import { arrayRecording, openGpu, receiveWifi } from "threeray"; for await (const frame of receiveWifi(await openGpu(), arrayRecording([], { sampleRate: 20e6 }))) console.log(frame);',
    foreign: /turbo|ldpc|mimo|telemetry|measurement|blocks\//,
  },
};
/** A program that only imports, of which nothing must remain. */
const UNUSED = 'import "threeray"; import * as all from "threeray"; console.log(typeof globalThis);';

const problems = [];
const check = (holds, message) => void (holds || problems.push(message));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "threeray-package-"));
const started = performance.now();
let last = started;
function done(step) {
  const now = performance.now();
  console.log(`${step}: ${((now - last) / 1000).toFixed(1)} s`);
  last = now;
}

const browser = await ensureBrowser();
const env = { ...process.env, ...vulkanEnvironment(browser) };
try {
  const tarball = pack();
  done("pack");
  const [node, page] = ["node", "vite"].map((name) => join(folder, name));
  await Promise.all([install(node, tarball, []), install(page, tarball, ["--omit=optional"])]);
  done("install");
  checkContents(join(node, "node_modules/threeray"));
  await checkTypes(node, page);
  done("contents and types");
  await checkExamples(node);
  done("examples");
  await checkMissing(page);
  await checkBundles(page);
  done("missing packages and bundles");
  await checkPage(page);
  done("page");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`package: ${problem}`);
console.log(`package: ${problems.length ? "FAILED" : "ok"} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exit(problems.length ? 1 : 0);

/** Builds and packs. @returns The tarball's path. */
function pack() {
  const options = { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const { status, stdout } = spawnSync("npm", ["pack", "--pack-destination", folder], options);
  if (status !== 0) throw new Error("package: npm pack failed");
  const name = stdout.trim().split("\n").at(-1);
  console.log(`${name}: ${(statSync(join(folder, name)).size / KIB / KIB).toFixed(1)} MiB`);
  return join(folder, name);
}

/** Installs the tarball in an empty project, and copies the examples to it. */
async function install(project, tarball, options) {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", tarball, ...quiet, ...options], { cwd: project });
  cpSync(join(ROOT, "examples"), project, { recursive: true, filter: (path) => !path.includes("python") });
}

function checkContents(root) {
  const paths = readdirSync(root, { recursive: true }).filter((path) => statSync(join(root, path)).isFile());
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  problems.push(...wrongContents(files, machineWords(ROOT)));
  const { exports: entries } = JSON.parse(files.get("package.json"));
  const modules = readdirSync(join(ROOT, "src/package")).filter((name) => /^[\w-]+\.ts$/.test(name));
  const expected = modules.map((name) => (name === "index.ts" ? "." : `./${name.replace(/\.ts$/, "")}`));
  const found = Object.keys(entries).filter((name) => name !== "./package.json");
  check(
    expected.toSorted().join() === found.toSorted().join(),
    `package.json exports ${found.join(", ")}; src/package has ${expected.join(", ")}. Make them equal`,
  );
  for (const entry of Object.values(entries)) {
    for (const path of typeof entry === "string" ? [entry] : Object.values(entry)) {
      check(files.has(path.replace("./", "")), `package.json exports ${path}, which is not packed`);
    }
  }
}

/** Checks the types of the examples as strict projects do, in both resolutions, with the declarations of the package themselves. */
async function checkTypes(node, page) {
  const common = { target: "es2023", strict: true, noEmit: true, allowJs: true, checkJs: true, skipLibCheck: false };
  const types = { types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] };
  const nodenext = { ...common, ...types, module: "nodenext", moduleResolution: "nodenext", lib: ["es2023"] };
  const dom = ["es2023", "dom", "dom.iterable"];
  const bundler = { ...common, module: "esnext", moduleResolution: "bundler", lib: dom, types: [] };
  writeFileSync(join(node, "all.mts"), 'import * as all from "threeray"; console.log(all);');
  writeFileSync(join(page, "all.mts"), 'import * as all from "threeray"; console.log(all);');
  const projects = [
    [node, nodenext, ["*.mjs", "all.mts", "page/kernel*.mjs"]],
    [node, { ...nodenext, module: "node16", moduleResolution: "node16" }, ["*.mjs"]],
    [page, bundler, ["page/kernel.mjs", "page/main.mjs", "all.mts"]],
  ];
  await Promise.all(
    projects.map(async ([cwd, compilerOptions, include], i) => {
      const file = join(cwd, `tsconfig.${i}.json`);
      writeFileSync(file, JSON.stringify({ compilerOptions, include }));
      const { stdout } = await run(process.execPath, [TSC, "-p", file], { cwd }).catch((error) => error);
      // TypeScript's own types of WebGPU and @webgpu/types contradict each other: projects skip that check.
      const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !/@webgpu|lib\.dom/.test(line));
      for (const error of errors) problems.push(`types (${compilerOptions.moduleResolution}): ${error}`);
    }),
  );
}

/** Runs a program of a project. @returns Its exit code and output. */
async function program(cwd, args) {
  try {
    const { stdout, stderr } = await run(process.execPath, args, { cwd, env, timeout: 120_000, maxBuffer: 2 ** 26 });
    return { code: 0, stdout, stderr };
  } catch ({ code, stdout, stderr }) {
    return { code, stdout, stderr };
  }
}

/** Runs two examples at a time, the longest first, and checks what they print. */
async function checkExamples(node) {
  const waiting = [...EXAMPLES];
  const outputs = new Map();
  const worker = async () => {
    for (let example = waiting.shift(); example; example = waiting.shift()) {
      const { file, args = [], prepare, expect } = example;
      prepare?.(node);
      const { code, stdout, stderr } = await program(node, [file, ...args]);
      outputs.set(file, stdout);
      if (code !== 0) problems.push(`examples/${file} ended with ${code}: ${stderr}`);
      else
        for (const wrong of expect(stdout, outputs)) problems.push(`examples/${file}: ${wrong}; it printed ${stdout}`);
    }
  };
  await Promise.all([worker(), worker()]);
  const written = readdirSync(join(ROOT, "examples"), { recursive: true }).filter((path) => path.endsWith(".mjs"));
  const known = [...EXAMPLES.map(({ file }) => file), "page/kernel.mjs", "page/main.mjs"];
  for (const path of written)
    check(known.includes(path), `examples/${path} is not tested: add it to package-examples.mjs`);
  const { code, stdout } = await program(node, [join("node_modules/.bin/threeray"), "--help"]);
  check(code === 0 && stdout.includes("threeray"), `npx threeray --help ended with ${code}: ${stdout}`);
}

/** Without the optional packages, each is asked for by its name. */
async function checkMissing(page) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const commands = [
    ["webgpu", ["filter.mjs"]],
    ["webgpu", [join("node_modules/.bin/threeray"), "turbo", "--length", "40", "--codewords", "8"]],
    ["ioredis", [join("node_modules/.bin/threeray"), "sweep", "work", "--redis", "redis://127.0.0.1:1"]],
  ];
  for (const [name, args] of commands) {
    const { code, stderr } = await program(page, args);
    const version = optionalDependencies[name]
      .split(".")
      .slice(0, name === "webgpu" ? 2 : 1)
      .join(".");
    const wanted = `npm install ${name}@${version}`;
    check(
      code !== 0 && stderr.includes(wanted),
      `without ${name}, ${args.join(" ")} must say "${wanted}"; it said ${stderr}`,
    );
  }
}

/** Bundles one program as a page's project does. @returns Bytes of what it loads at once, and its modules. */
async function bundle(root, name, code) {
  writeFileSync(join(root, `${name}.js`), code);
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { write: false, target: "es2023", rolldownOptions: { input: join(root, `${name}.js`) } },
  });
  const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set();
  const add = (file) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const next of chunks.get(file).imports) add(next);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) add(fileName);
  const used = [...loaded].map((file) => chunks.get(file));
  const modules = used.flatMap((chunk) =>
    Object.entries(chunk.modules).flatMap(([path, { renderedLength }]) => (renderedLength > 0 ? [path] : [])),
  );
  return { bytes: used.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code), 0), modules };
}

async function checkBundles(page) {
  for (const [name, { most, code, foreign }] of Object.entries(BUNDLES)) {
    const { bytes, modules } = await bundle(page, name, code);
    console.log(`bundle of ${name}: ${(bytes / KIB).toFixed(1)} of ${most} KiB`);
    check(bytes <= most * KIB, `the bundle of ${name} has ${(bytes / KIB).toFixed(1)} KiB, expected at most ${most}`);
    const others = modules.filter((path) => foreign.test(path.split("dist-package/")[1] ?? ""));
    check(others.length === 0, `the bundle of ${name} also has ${others.join(", ")}`);
  }
  const { modules } = await bundle(page, "unused", UNUSED);
  const kept = modules.filter((path) => path.includes("/threeray/"));
  check(kept.length === 0, `an import without a use keeps ${kept.join(", ")}`);
}

/** Builds the example of a page, opens it in a browser, and compares it with the same kernel under Node.js. */
async function checkPage(page) {
  const root = join(page, "page");
  await build({ root, base: "./", configFile: false, logLevel: "error", build: { target: "es2023", outDir: "dist" } });
  const kinds = { ".html": "text/html", ".js": "text/javascript" };
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : request.url;
    response.setHeader("Content-Type", kinds[extname(path)] ?? "text/plain");
    try {
      response.end(readFileSync(join(root, "dist", path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const chrome = await chromium.launch({ executablePath: browser, args: browserSwitches() });
  try {
    const tab = await chrome.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    const output = tab.locator("output");
    await output.filter({ hasText: /./ }).waitFor({ timeout: 30_000 });
    const text = await output.textContent();
    check(text === "0.5 2 4.5 8", `the example of a page must show 0.5 2 4.5 8; it showed ${text}`);
  } finally {
    await chrome.close();
    server.close();
  }
}
