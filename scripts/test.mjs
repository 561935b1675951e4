// npm test: all checks, the fastest first. Arguments name the steps to run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureBrowser, version } from "./browser.mjs";

const SLOWEST = 12;
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
  unit: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report("unit")}`],
  build: ["vite", "build", "--logLevel", "warn"],
  size: ["node", "scripts/first-load.mjs"],
  e2e: ["playwright", "test", "--reporter=list,json"],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length) {
  console.error(`npm test: there is no step ${unknown.join(", ")}; the steps are ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}

const browser = await ensureBrowser();
console.log(`Browser: ${version(browser)} (${browser})`);
const env = { ...process.env, CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report("e2e") };

const failed = [];
for (const [name, [command, ...options]] of Object.entries(steps)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const { status, signal, error } = spawnSync("npx", ["--no-install", command, ...options], { stdio: "inherit", env });
  if (error) console.error(`npm test: ${command} could not be started: ${error.message}`);
  console.log(`${name}: ${status === 0 ? "ok" : "FAILED"} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (signal === "SIGINT" || status === 130) process.exit(130);
  if (status !== 0) failed.push(name);
  // The end-to-end tests then use this build; otherwise Playwright makes one.
  if (name === "build" && status === 0) env.THREERAY_BUILT = "yes";
}

const unit = unitTests(read("unit"));
const e2e = stories(read("e2e"));
for (const { title, files } of [unit, e2e]) {
  if (files.length === 0) continue;
  console.log(`\nSlowest files, ${title}:`);
  for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  }
}
const skipped = [...unit.skipped, ...e2e.skipped];
if (skipped.length) console.log(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join("\n")}`);
if (failed.length) console.log(`\nFailed: ${failed.join(", ")}`);
console.log(`\n${unit.passed + e2e.passed} passed, ${unit.failed + e2e.failed} failed, ${skipped.length} skipped`);
process.exit(failed.length ? 1 : 0);

/** Returns a step's report, or undefined if the step did not run or wrote none. */
function read(name) {
  try {
    return JSON.parse(readFileSync(report(name), "utf8"));
  } catch {
    return undefined;
  }
}

function unitTests({ testResults = [] } = {}) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${relative(".", name)}: ${fullName}` })),
  );
  // A file that cannot be loaded has no tests, and counts as one failed test.
  const broken = testResults.filter(({ status, assertionResults }) => status === "failed" && !assertionResults.length);
  return {
    title: "unit",
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(".", name),
      seconds: (endTime - startTime) / 1000,
    })),
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: tests.filter(({ status }) => status === "failed").length + broken.length,
    skipped: tests.filter(({ status }) => status !== "passed" && status !== "failed").map(({ name }) => name),
  };
}

function stories({ suites = [], stats = { expected: 0, flaky: 0, unexpected: 0 }, errors = [] } = {}) {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const files = suites.map((suite) => ({ name: `e2e/${suite.file}`, specs: specs(suite) }));
  return {
    title: "e2e",
    files: files.map(({ name, specs }) => {
      const results = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
      return { name, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 };
    }),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    skipped: files.flatMap(({ name, specs }) =>
      specs
        .filter(({ tests }) => tests.every(({ status }) => status === "skipped"))
        .map(({ title }) => `${name}: ${title}`),
    ),
  };
}
