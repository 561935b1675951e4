import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { checksumOf, studentCopy } from "../src/core/lectures/identity.ts";
import { readLecture } from "../src/core/lectures/read.ts";
import { resultOf } from "../src/core/lectures/testing.ts";
import type { Lecture } from "../src/core/lectures/lecture.ts";
import { contents, drop, expectAccessible, predict } from "./lab.ts";
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

/** Replaces the browser's print: the title then counts sheets, other parts of the page, and questions on paper. */
function countPrinted(): void {
  window.print = () => {
    window.dispatchEvent(new Event("beforeprint"));
    const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const counts = [".result-sheet", ".main, .bar, .lecture, dialog", ".result-question"].map(
      (one) => seen(one).length,
    );
    document.title = counts.join();
    window.dispatchEvent(new Event("afterprint"));
  };
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
    await page.evaluate(countPrinted);
    await dialog.getByRole("button", { name: "Print" }).press("Enter");
    await expect(page).toHaveTitle("1,0,3");
  });

  await test.step("fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectLayout(page);
  });
});

test("the course has goals, readings, links without answers, problem sets and packages for teachers", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#course");
  const course = page.getByRole("article");
  await course.getByRole("button", { name: "For teachers" }).click();
  await expect.poll(() => page.url()).toMatch(/#course\?teachers$/);
  await page.reload();
  await expect(course).toContainText("Lyons: 2 Periodic Sampling");
  const first = course.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^1\.1 / }) });
  await expect(first).toContainText("Goals. Students can explain");
  await expectAccessible(page);

  await test.step("saves a problem set for students and for the lecturer", async () => {
    const copies: Lecture[] = [];
    for (const name of ["Save the students’ copy", "Save your copy with solutions"]) {
      const saved = page.waitForEvent("download");
      await course.getByRole("button", { name }).first().click();
      copies.push(readLecture((await contents(await saved)).toString()));
    }
    const [students, lecturers] = copies;
    expect(students.tasks!.some((task) => task.solution)).toBe(false);
    expect(lecturers.tasks!.every((task) => task.solution)).toBe(true);
    expect(students).toEqual(studentCopy(lecturers));
  });

  await test.step("makes the same package as the terminal", async () => {
    const saved = page.waitForEvent("download");
    await first.getByRole("button", { name: "SCORM 2004" }).click();
    const download = await saved;
    const name = download.suggestedFilename().replace("-scorm-2004.zip", "");
    const folder = mkdtempSync(join(tmpdir(), "threeray-scorm-"));
    const out = join(folder, "package.zip");
    const args = ["scripts/cli.mjs", "lecture", "scorm", `recordings/${name}`, "--version", "2004", "--out", out];
    const run = spawnSync(process.execPath, args);
    expect(run.status, run.stderr.toString()).toBe(0);
    const isSame = readFileSync(out).equals(await contents(download));
    rmSync(folder, { recursive: true });
    expect(isSame).toBe(true);
  });

  await test.step("a link without answers keeps answers, and tells nothing", async () => {
    await first.getByRole("button", { name: "Link without answers" }).click();
    await expect(page.getByText("The link without answers is in the clipboard.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/&answers=none$/);
    await page.goto(link);
    const panel = page.getByRole("region", { name: /^Lecture: / });
    await expect(panel).toContainText("This is a test");
    await predict(page);
    await expect(panel.getByText("Your answer is kept.").first()).toBeVisible();
    await expect(panel.getByRole("group", { name: "Explanation" })).toHaveCount(0);
    await expect(panel.locator("[data-verdict], [data-right]")).toHaveCount(0);
    // The next step stays a test; a link with answers ends it.
    await page.getByRole("main").press("]");
    await expect.poll(() => page.url()).toMatch(/step=2&answers=none/);
    await page.evaluate(() => (location.hash = location.hash.replace(/step=2.*/, "step=1")));
    await expect(panel.getByRole("group", { name: "Explanation" })).toBeVisible();
    await expect(panel.locator("[data-verdict]").first()).toBeVisible();
  });
});

test("in class: the answers stay hidden, the class guesses, and a QR code leads to the link", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#filters?v=1");
  await expect(page.getByRole("button", { name: "Lectures" })).toBeVisible();
  await drop(page, [{ name: "lecture.json", bytes: Buffer.from(JSON.stringify(LECTURE)) }]);
  const panel = page.getByRole("region", { name: "Lecture: Filters for a class" });
  await expect(panel).toBeVisible();
  // The lecturer has tried the lecture before.
  await predict(page);
  await expect(panel.getByRole("group", { name: "Explanation" })).toBeVisible();

  await test.step("prints a student’s own answers", async () => {
    await page.evaluate(countPrinted);
    await panel.getByRole("button", { name: "Print my answers" }).click();
    await expect(page).toHaveTitle("1,0,3");
  });

  await page.getByRole("main").press("p");
  await expect(panel.getByRole("group", { name: "Explanation" })).toHaveCount(0);
  await expect(panel.locator("[data-verdict], [data-right]")).toHaveCount(0);

  await test.step("shows the answers one after another, beside the guess", async () => {
    const question = (i: number) => panel.locator(".question").nth(i);
    await question(0).getByRole("textbox", { name: "The class’s guess" }).fill("−6 dB, a few −3");
    await page.getByRole("main").press("a");
    await expect(question(0).getByRole("status")).toHaveText("The lab computes −3.01 dB.");
    await expect(question(0).getByRole("textbox")).toHaveValue("−6 dB, a few −3");
    await question(1).getByRole("textbox").press("Enter");
    await expect(question(1).locator("[data-right]")).toHaveText(/order 8/);
    await expect(panel.getByRole("group", { name: "Explanation" })).toHaveCount(0);
    await question(2)
      .getByRole("button", { name: /Show the explanation/ })
      .click();
    await expect(panel.getByRole("group", { name: "Explanation" })).toContainText("The cut-off is at −3 dB.");
    await expectAccessible(page);
  });

  await test.step("a QR code, dark on light in both themes", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("main").press("q");
    const dialog = page.getByRole("dialog", { name: "QR code of this link" });
    const image = dialog.getByRole("img", { name: /^QR code of http.*lecture=own\.class-filters&step=1$/ });
    await expect(image.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
    await expect(dialog).toContainText("This address works on this computer only.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("a link to an own lecture without answers holds the students’ copy", async () => {
    await page.getByRole("main").press("p");
    await page.getByRole("button", { name: "Lectures" }).click();
    await page.getByRole("button", { name: "Link without answers" }).click();
    await expect(page.getByText("It holds the students’ copy")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(link);
    await expect(panel).toContainText("This is a test");
    await expect.poll(() => page.url()).toContain("&answers=none");
    const kept = await page.evaluate(() => localStorage.getItem("threeray.lectures"));
    expect(kept).toContain("class-filters");
    expect(kept).not.toContain("abcdefghijklmnop");
  });
});
