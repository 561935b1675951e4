// npm test: all checks, the fastest first. Arguments name the steps to run.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser, version } from "./browser.mjs";
import { ensureServices } from "./services.mjs";
import { testSeed } from "./test-seed.mjs";
import { summary } from "./test-summary.mjs";

const reports = mkdtempSync(join(tmpdir(), "threeray-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
const report = (name) => join(reports, `${name}.json`);

const steps = {
  format: ["oxfmt", "--check"],
  lint: ["oxlint", "--deny-warnings"],
  english: ["node", "scripts/english.mjs"],
  types: ["tsc", "-b"],
  unused: ["knip"],
  house: ["node", "scripts/house.mjs", "--delete"],
  reference: ["node", "scripts/reference/reference.mjs"],
  cli: ["node", "scripts/cli.mjs", "--version"],
  unit: ["vitest", "run", "--reporter=default", "--reporter=./scripts/unit-report.mjs"],
  build: ["vite", "build", "--logLevel", "warn"],
  size: ["node", "scripts/first-load.mjs"],
  package: ["node", "scripts/test-package.mjs"],
  e2e: ["playwright", "test", "--reporter=list,json"],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length) {
  console.error(`npm test: there is no step ${unknown.join(", ")}; the steps are ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}

const browser = await ensureBrowser();
ensureServices();
const seed = String(testSeed());
console.log(`Browser: ${version(browser)} (${browser})`);
console.log(`Seed of the property tests: THREERAY_SEED=${seed}`);
const env = {
  ...process.env,
  CHROMIUM: browser,
  THREERAY_SEED: seed,
  THREERAY_UNIT_REPORT: report("unit"),
  PLAYWRIGHT_JSON_OUTPUT_NAME: report("e2e"),
};

const failed = [];
const chosen = Object.keys(steps).filter((name) => wanted.length === 0 || wanted.includes(name));
// Most checks of the text use one processor, so as many run at a time, the longest first. Tests use all processors.
const texts = ["house", "reference", "types", "cli", "unused", "english", "lint", "format"].filter((name) =>
  chosen.includes(name),
);
const waiting = [...texts];
await Promise.all(Array.from({ length: availableParallelism() }, checkTexts));
for (const name of chosen.filter((name) => !texts.includes(name))) {
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const [command, ...options] = steps[name];
  const { status, signal, error } = spawnSync("npx", ["--no-install", command, ...options], { stdio: "inherit", env });
  ended(name, { status, signal, error, start });
  // The end-to-end tests then use this build; otherwise Playwright makes one.
  if (name === "build" && status === 0) env.THREERAY_BUILT = "yes";
}

console.log(summary(read("unit"), read("e2e"), failed, seed).join("\n"));
process.exit(failed.length ? 1 : 0);

/** Returns a step's report, or undefined if the step did not run or wrote none. */
function read(name) {
  try {
    return JSON.parse(readFileSync(report(name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Runs waiting checks one after another. Prints the output of each when it has ended. */
async function checkTexts() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const start = performance.now();
    const child = spawn("npx", ["--no-install", ...steps[name]], { stdio: ["ignore", "pipe", "pipe"], env });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
    const result = await new Promise((resolve) => {
      child.on("error", (error) => resolve({ error }));
      child.on("close", (status, signal) => resolve({ status, signal }));
    });
    console.log(`\n── ${name} ──\n${Buffer.concat(output).toString().trim()}`);
    ended(name, { ...result, start });
  }
}

/** Prints a step's result, and ends everything after Ctrl-C. */
function ended(name, { status, signal, error, start }) {
  if (error) console.error(`npm test: ${steps[name][0]} could not be started: ${error.message}`);
  console.log(`${name}: ${status === 0 ? "ok" : "FAILED"} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (signal === "SIGINT" || status === 130) process.exit(130);
  // Each of the terminal's tests would look for newer sources, and the first ones would build at the same time.
  if (name === "cli" && status === 0) env.THREERAY_CLI_BUILT = "yes";
  if (status !== 0) failed.push(name);
}
