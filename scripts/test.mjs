// npm test: everything that must hold, in the order in which it fails fastest. Arguments name the steps to run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser, version } from "./browser.mjs";

const reports = mkdtempSync(join(tmpdir(), "threeray-"));
const report = (name) => join(reports, `${name}.json`);
const browser = await ensureBrowser();
console.log(`Browser: ${version(browser)} (${browser})`);

const steps = {
  format: ["oxfmt", "--check"],
  lint: ["oxlint", "--deny-warnings"],
  types: ["tsc", "-b"],
  unused: ["knip"],
  house: ["node", "scripts/house.mjs"],
  unit: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report("unit")}`],
  build: ["vite", "build", "--logLevel", "warn"],
  e2e: ["playwright", "test", "--reporter=list,json"],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length) {
  console.error(`npm test: no step ${unknown.join(", ")}; the steps are ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}

const failed = [];
for (const [name, [command, ...options]] of Object.entries(steps)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const env = { ...process.env, CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report("e2e") };
  const { status } = spawnSync("npx", ["--no-install", command, ...options], { stdio: "inherit", env });
  console.log(`${name}: ${status === 0 ? "ok" : "FAILED"} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(name);
}

const read = (name) => {
  try {
    return JSON.parse(readFileSync(report(name), "utf8"));
  } catch {
    return undefined;
  }
};
const unit = read("unit");
const e2e = read("e2e")?.stats;
const passed = (unit?.numPassedTests ?? 0) + (e2e ? e2e.expected + e2e.flaky : 0);
const broken = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (e2e?.skipped ?? 0);
rmSync(reports, { recursive: true });
if (failed.length) console.log(`\nFailed: ${failed.join(", ")}`);
console.log(`\n${passed} passed, ${broken} failed, ${skipped} skipped`);
process.exit(failed.length ? 1 : 0);
