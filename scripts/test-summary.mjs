// What `npm test` prints at its end. The last 130 lines of its output must hold all that matters.
import { stripVTControlCharacters } from "node:util";
const SLOWEST = 8;
const FAILURES = 10;
const MESSAGE_LINES = 8;

/**
 * Returns the lines for the reports of vitest (`unit-report.mjs`) and Playwright (JSON). Either may be undefined. `seed`
 * is the property tests' seed.
 */
export function summary(unitReport, e2eReport, failedSteps, seed) {
  const reports = [unitTests(unitReport), stories(e2eReport)];
  const [failed, skipped] = [reports.flatMap((report) => report.failed), reports.flatMap((report) => report.skipped)];
  const repeated = reports[1].repeated;
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  return [
    ...reports.flatMap(slowest),
    ...(skipped.length ? ["", "Skipped:", ...byFile(skipped)] : []),
    ...(repeated.length
      ? ["", "Passed only at the second attempt:", ...repeated.slice(0, FAILURES).flatMap(failure)]
      : []),
    ...(failed.length ? ["", "Failed tests:", ...failed.slice(0, FAILURES).flatMap(failure)] : []),
    ...(failed.length > FAILURES ? [`  … and ${failed.length - FAILURES} more`] : []),
    ...(reports[0].failed.length ? ["", `Seed of the property tests: THREERAY_SEED=${seed}`] : []),
    ...(failedSteps.length ? ["", `Failed steps: ${failedSteps.join(", ")}`] : []),
    "",
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ];
}

function slowest({ title, files }) {
  if (files.length === 0) return [];
  const worst = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const lines = worst.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
  return ["", `Slowest files, ${title}:`, ...lines];
}

function failure({ file, name, message }) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() && !/^\s+at /.test(line));
  return [`  ${file}: ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.slice(0, 200)}`)];
}

/** One line for each file: how many of its tests were skipped, and the reason that a name gives in parentheses. */
function byFile(tests) {
  return [...new Set(tests.map(({ file }) => file))].map((file) => {
    const skipped = tests.filter((test) => test.file === file);
    const reasons = skipped.map(({ name, note }) => note ?? /\(([^()]*)\)/.exec(name)?.[1]);
    const reason = reasons.find(Boolean) ?? skipped[0].name;
    return `${String(skipped.length).padStart(5)}  ${file}: ${reason}`;
  });
}

function unitTests({ files = [], errors = [] } = {}) {
  const all = files.flatMap(({ name: file, tests }) => tests.map((test) => ({ ...test, file })));
  // A file that cannot be loaded, a failed hook and an error outside any test each count as one failed test.
  const broken = files.flatMap((file) => file.errors.map((message) => ({ file: file.name, name: "a hook", message })));
  const uncaught = errors.map((message) => ({ file: "vitest", name: "an error outside any test", message }));
  return {
    title: "unit",
    files: files.map(({ name, tests }) => ({ name, seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0) })),
    passed: all.filter(({ state }) => state === "passed").length,
    failed: [...all.filter(({ state }) => state === "failed"), ...broken, ...uncaught],
    skipped: all.filter(({ state }) => state === "skipped"),
  };
}

function stories({ suites = [], stats = { expected: 0, flaky: 0 }, errors = [] } = {}) {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const all = suites.flatMap((suite) => specs(suite).map((spec) => ({ ...spec, file: `e2e/${suite.file}` })));
  const results = ({ tests }) => tests.flatMap((test) => test.results);
  const story = (spec) => {
    const message = results(spec).flatMap((result) => result.errors ?? []);
    return { file: spec.file, name: spec.title, message: message.map((e) => e.message).join("\n") };
  };
  const withStatus = (wanted) => all.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(story);
  const failed = withStatus("unexpected");
  const repeated = withStatus("flaky");
  return {
    title: "e2e",
    files: suites.map(({ file }) => {
      const own = all.filter((spec) => spec.file === `e2e/${file}`).flatMap(results);
      return { name: `e2e/${file}`, seconds: own.reduce((sum, { duration }) => sum + duration, 0) / 1000 };
    }),
    passed: stats.expected + stats.flaky,
    repeated,
    failed: failed.length ? failed : errors.map(({ message }) => ({ file: "e2e", name: "Playwright", message })),
    skipped: all.filter(({ tests }) => tests.every(({ status }) => status === "skipped")).map(story),
  };
}
