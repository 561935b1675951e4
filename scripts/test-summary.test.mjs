import { describe, expect, it } from "vitest";
import { summary } from "./test-summary.mjs";

const test = (name, state, message = "") => ({ name, state, message, seconds: 2.5 });

const unit = {
  files: [
    {
      name: "src/a.test.ts",
      tests: [
        test("adds", "passed"),
        test("halves", "failed", "1 is not 2\n\n\u001b[32m- 2\u001b[39m\n    at here.ts:1:2"),
      ],
      errors: [],
    },
    {
      name: "src/b.test.ts",
      tests: [test("long (slow suite) one", "skipped"), test("long (slow suite) two", "skipped")],
      errors: [],
    },
    { name: "src/c.test.ts", tests: [], errors: ["Cannot find module"] },
  ],
  errors: ["The device is lost"],
};

const spec = (title, status, ...errors) => ({
  title,
  tests: [{ status, results: [{ duration: 1500, errors: errors.map((message) => ({ message })) }] }],
});

const e2e = {
  stats: { expected: 1, flaky: 0 },
  suites: [
    {
      file: "page.spec.ts",
      specs: [spec("opens", "expected")],
      suites: [{ specs: [spec("closes", "unexpected", "\u001b[31mError\u001b[39m: it is open")] }],
    },
  ],
};

describe("summary of npm test", () => {
  it("ends with the failed tests and their messages, after one line for each file with skipped tests", () => {
    expect(summary(unit, e2e, ["unit", "e2e"], 7).join("\n")).toContain(`
Skipped:
    2  src/b.test.ts: slow suite

Failed tests:
  src/a.test.ts: halves
    1 is not 2
    - 2
  src/c.test.ts: a hook
    Cannot find module
  vitest: an error outside any test
    The device is lost
  e2e/page.spec.ts: closes
    Error: it is open

Seed of the property tests: THREERAY_SEED=7

Failed steps: unit, e2e

2 passed, 4 failed, 2 skipped`);
  });

  it("names end-to-end tests that passed only when they were repeated", () => {
    const suites = [{ file: "page.spec.ts", specs: [spec("opens", "flaky", "it was closed")] }];
    expect(summary(undefined, { stats: { expected: 0, flaky: 1 }, suites }, [], 7).join("\n")).toContain(`
Passed only at the second attempt:
  e2e/page.spec.ts: opens
    it was closed

1 passed, 0 failed, 0 skipped`);
  });

  it("fits in 130 lines, with any number of failures", () => {
    const failures = Array.from({ length: 500 }, (_, i) => test(`test ${i}`, "failed", "line\n".repeat(50)));
    const many = { name: "src/d.test.ts", tests: failures, errors: [] };
    const lines = summary({ ...unit, files: [many, ...unit.files] }, e2e, ["unit"], 7);
    expect(lines.length).toBeLessThan(130);
    expect(lines).toContain("  … and 494 more");
  });

  it("is short if no test ran", () => {
    expect(summary(undefined, undefined, ["lint"], 7)).toEqual([
      "",
      "Failed steps: lint",
      "",
      "0 passed, 0 failed, 0 skipped",
    ]);
  });
});
