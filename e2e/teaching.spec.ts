import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { checksumOf, studentCopy } from "../src/core/lectures/identity.ts";
import { readLecture } from "../src/core/lectures/read.ts";
import { resultOf } from "../src/core/lectures/testing.ts";
import { contents, drop, expectAccessible } from "./lab.ts";
import { expectLayout } from "./layout.ts";

const mask = (type: string, more: object = {}) =>
  encodeURIComponent(
    JSON.stringify({ type, pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000, ...more }),
  );
const butterworth = encodeURIComponent(JSON.stringify({ type: "butterworth", order: 4, cutoff: 0.5 }));

/** A lecture on filters, which needs no device. Each student has another tone, and so another gain. */
const LECTURE = readLecture(
  JSON.stringify({
    version: 1,
    id: "class-filters",
    title: "Filters for a class",
    summary: "What a filter costs.",
    teaches: [],
    needs: [],
    minutes: 5,
    steps: [
      {
        title: "Gain",
        text: "A Butterworth filter, $|H|$.",
        explains: "The cut-off is at −3 dB.",
        scenario: `filters?tones=0.1&signal=tones&design=${butterworth}`,
        vary: { tones: { from: 0.1, to: 0.9, step: 0.1 } },
        questions: [
          {
            kind: "number",
            prompt: "Which gain has it at 0.5?",
            output: "gainDb.0.5",
            unit: "dB",
            tolerance: { absolute: 0.2 },
          },
          {
            kind: "choice",
            prompt: "Which one is steeper?",
            choices: [
              { text: "order 4", reason: "It has fewer poles." },
              { text: "order 8", right: true },
            ],
          },
          { kind: "text", prompt: "Why?" },
        ],
      },
    ],
    tasks: [
      {
        title: "Keep the mask",
        prompt: "Keep the mask with few multiplications.",
        scenario: `filters?design=${mask("butterworth")}`,
        free: ["design"],
        checks: [
          { output: "highestDb.7500:24000", test: "<=", value: -60 },
          { output: "multiplications", test: "<=", value: 20, salt: "abcdefghijklmnop" },
        ],
        solution: `filters?design=${mask("elliptic")}`,
      },
    ],
  }),
);

/** Thirty results. Each third one claims an answer that is wrong, each sixth one is damaged. */
function results(): { name: string; text: string }[] {
  return Array.from({ length: 30 }, (_, i) => {
    const forges = i % 3 === 2;
    const made = resultOf(studentCopy(LECTURE), `Student ${i}`, {
      answers: [
        { step: 0, question: 0, tries: i % 2 ? [-9, -3] : [-3], seconds: 60, verdict: "right" },
        { step: 0, question: 1, tries: [forges ? 0 : 1], seconds: 90, verdict: "right" },
        { step: 0, question: 2, tries: ["<b>Because</b> of $it$."], seconds: 90, verdict: "given" },
      ],
      submissions: [
        {
          task: 0,
          scenario: `filters?design=${mask(i % 4 === 0 ? "butterworth" : "elliptic")}`,
          tries: 2,
          seconds: 300,
          verdict: "open",
        },
      ],
    });
    const checksum = i % 6 === 5 ? "0".repeat(64) : checksumOf(made);
    return { name: `result-${i}.json`, text: JSON.stringify({ ...made, checksum }) };
  });
}

test("a page grades thirty results as the terminal does, and prints one", async ({ page }) => {
  const files = [
    { name: "lecture.json", text: JSON.stringify(LECTURE) },
    ...results(),
    { name: "notes.json", text: "[1]" },
  ];
  await page.goto("./#grading");
  await expect(page).toHaveTitle("Threeray: grading");
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Choose results" })).toBeVisible();
  await drop(
    page,
    files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
  );
  const table = page.getByRole("table");
  await expect(table.locator("tbody tr")).toHaveCount(30);
  await expect(page.getByText("30 results, mean score", { exact: false })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "notes.json" })).toContainText("expected an object, found");

  await test.step("has the same CSV as the terminal", async () => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const csv = (await contents(await saved)).toString();
    const folder = mkdtempSync(join(tmpdir(), "threeray-grades-"));
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    const cli = join(process.cwd(), "scripts/cli.mjs");
    const [lecture, ...others] = files.map(({ name }) => name);
    const run = spawnSync(process.execPath, [cli, "grade", ...others, "--lecture", lecture, "--csv", "grades.csv"], {
      cwd: folder,
    });
    expect(run.status, run.stderr.toString()).toBe(1);
    const terminal = readFileSync(join(folder, "grades.csv"), "utf8");
    rmSync(folder, { recursive: true });
    expect(csv).toBe(terminal);
    expect(csv.match(/the file says right, and the answer is wrong/g)).toHaveLength(10);
  });

  await test.step("sorts by keyboard, and shows and prints a student’s answers", async () => {
    await table.getByRole("button", { name: "Score" }).press("Enter");
    await expect(table.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "descending");
    await table.getByRole("button", { name: "Student 2", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Student 2" });
    await expect(dialog).toContainText("Step 1, question 2: the file says right, and the answer is wrong.");
    await expect(dialog).toContainText("order 4");
    await expect(dialog).toContainText("Not right. Right is order 8.");
    // A student's text is neither HTML nor a formula.
    await expect(dialog).toContainText("<b>Because</b> of $it$.");
    await expectAccessible(page);
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event("beforeprint"));
        const seen = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
        document.title = [
          seen(".result-sheet").length,
          seen(".main, .bar, dialog").length,
          seen(".result-question").length,
        ].join();
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    await dialog.getByRole("button", { name: "Print" }).press("Enter");
    await expect(page).toHaveTitle("1,0,3");
  });

  await test.step("fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectLayout(page);
  });
});
