import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { isHidden, studentCopy } from "../src/core/lectures/identity.ts";
import type { Lecture } from "../src/core/lectures/lecture.ts";
import { readLecture, readResult } from "../src/core/lectures/read.ts";
import type { Answered, AnswerVerdict, Result } from "../src/core/lectures/result.ts";
import { resultOf } from "../src/core/lectures/testing.ts";
import { studentVariant } from "../src/core/lectures/variant.ts";
import { drop, expectAccessible, follow, settled } from "./lab.ts";

/** A first ray and an echo of some decibels, 400 ns later. */
const ECHOES = ["0,0,0;6,0,400", "0,0,0;3,0,400", "0,0,0;12,0,400"];
const EQUALIZERS = `equalizers?v=1&packets=2&channel=custom&rays=${ECHOES[0]}`;
const designed = (order: number) =>
  `filters?v=1&design=${encodeURIComponent(JSON.stringify({ type: "butterworth", order, cutoff: 0.25 }))}`;
const STUDENTS = Array.from({ length: 30 }, (_, i) => `Student ${String(i + 1).padStart(2, "0")}`);

/** Where the rays are in phase, the amplitudes add: 20 log₁₀(1 + 10^(−dB/20)). */
const peakDb = (lecture: Lecture, student: string) => {
  const db = Number(/;([\d.]+),/.exec(String(studentVariant(lecture, { step: 0 }, student).values.rays))?.[1]);
  return 20 * Math.log10(1 + 10 ** (-db / 20));
};
/** A direct convolution of complex samples needs 8 operations per tap and sample of the signal, which has 12 672. */
const megaflop = (lecture: Lecture, student: string) =>
  (8 * 12_672 * Number(studentVariant(lecture, { step: 2 }, student).values.filter)) / 1e6;

const author = (page: Page) => page.getByRole("complementary", { name: /^(?:Draft: |Make a lecture)/ });

/** Goes to a scenario, and adds it as a step with a title and a text. */
async function addStep(page: Page, scenario: string, title: string, text: string): Promise<void> {
  await follow(page, `#${scenario}`);
  await settled(page);
  await author(page).getByRole("button", { name: "Add this scenario as a step" }).click();
  await author(page).getByRole("textbox", { name: "Title" }).fill(title);
  await author(page).getByRole("textbox", { name: "Text", exact: true }).fill(text);
}

async function savedBy(page: Page, name: string): Promise<string> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return readFileSync(await (await saved).path(), "utf8");
}

test("a lecturer makes a lecture of three labs and a task, assigns variants to 30 students, and grades 30 files", async ({
  page,
  browser,
}, info) => {
  await page.goto(`./#${EQUALIZERS}`);
  await settled(page);
  await page.getByRole("button", { name: "Lectures" }).click();
  await page.getByRole("button", { name: "Make a lecture" }).click();
  const panel = author(page);
  const question = (i: number) => panel.getByRole("group", { name: `Question ${i}:` });

  await test.step("a draft begins with its title", async () => {
    await panel.getByRole("button", { name: "New lecture" }).click();
    await panel.getByRole("textbox", { name: "Title" }).fill("Echoes, filters & “speed”");
    await panel.getByRole("textbox", { name: "Summary" }).fill("What echoes do, and what filters cost.");
    await panel.getByRole("button", { name: "Export" }).click();
    const refusal = page.getByRole("dialog", { name: "Export the lecture" });
    await expect(refusal).toContainText("it cannot be exported yet");
    await expect(refusal.getByRole("button", { name: "Save" })).toHaveCount(0);
    await refusal.getByRole("button", { name: "Close" }).click();
  });

  await test.step("step 1: a number that the lab computes, with other rays for each student", async () => {
    await addStep(page, EQUALIZERS, "An echo", "The rays are `{{rays}}`: **where** do they add? $a_1 + a_2$");
    await expect(panel.getByRole("group", { name: "Text: preview" }).locator(".katex").first()).toBeVisible();
    await panel.getByRole("button", { name: "Add a question: number" }).click();
    await question(1).getByRole("textbox", { name: "Prompt" }).fill("How far does the gain rise?");
    await question(1).getByRole("combobox", { name: "Right answer" }).selectOption("channel.peakDb");
    await expect(question(1)).toContainText(/Now: 3\.5\d* dB/);
    await panel.getByText("Values that vary").click();
    await panel.getByRole("combobox", { name: "Vary another field" }).selectOption("rays");
    await panel.getByRole("textbox", { name: "List" }).fill(ECHOES.join(" "));
    await expect(panel.getByRole("group", { name: "Values of rays" })).toContainText("3 values.");
    await expect(panel.getByRole("button", { name: "No problems" })).toBeVisible();
  });

  await test.step("step 2: statements; what is wrong is said beside the field", async () => {
    await addStep(page, "filters?v=1", "A filter", "An elliptic filter.");
    await panel.getByRole("button", { name: "Add a question: choice" }).click();
    await question(1).getByRole("textbox", { name: "Prompt" }).fill("Which is <b>shorter</b>?");
    await expect(question(1)).toContainText("Found the HTML <b>");
    await question(1).getByRole("textbox", { name: "Prompt" }).fill("Which one is shorter?");
    await question(1).getByRole("textbox", { name: "Statement 1", exact: true }).fill("Elliptic");
    await question(1).getByRole("textbox", { name: "Statement 2", exact: true }).fill("Butterworth");
    await question(1).getByRole("textbox", { name: "Reason for statement 2" }).fill("It needs a higher order.");
    await expect(panel.getByRole("button", { name: "No problems" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("step 3: the length of the filter varies in equal steps; undo brings a removed step back", async () => {
    await addStep(page, "convolution?v=1&batch=1&methods=direct", "Speed", "{{filter}} taps.");
    await panel.getByRole("button", { name: "Add a question: number" }).click();
    await question(1).getByRole("textbox", { name: "Prompt" }).fill("How many million operations?");
    await question(1).getByRole("combobox", { name: "Right answer" }).selectOption("mflop.direct");
    await panel.getByText("Values that vary").click();
    await panel.getByRole("combobox", { name: "Vary another field" }).selectOption("filter");
    const bounds = panel.getByRole("group", { name: "Values of filter" });
    await bounds.getByRole("spinbutton", { name: "From" }).fill("20");
    await bounds.getByRole("spinbutton", { name: "To" }).fill("200");
    await expect(bounds).toContainText("181 values.");
    await panel.getByRole("button", { name: "Remove step 1" }).click();
    await expect(panel.getByRole("button", { name: "An echo" })).toHaveCount(0);
    await panel.getByRole("textbox", { name: "Title" }).press("Control+z");
    await expect(panel.getByRole("button", { name: "An echo" })).toBeVisible();
  });

  await test.step("a task with a hidden check and a solution, which is tried", async () => {
    await follow(page, `#${designed(6)}`);
    await panel.getByRole("button", { name: "Add this scenario as a task" }).click();
    await panel.getByRole("textbox", { name: "Title" }).fill("A short filter");
    await panel.getByRole("textbox", { name: "What to reach" }).fill("Design a filter of **low** order.");
    await panel.getByRole("checkbox", { name: "Filter" }).check();
    const check = (i: number) => panel.getByRole("group", { name: `Check ${i}`, exact: true });
    await check(1).getByRole("combobox", { name: "Output" }).selectOption("order");
    await expect(check(1)).toContainText("Now: 6");
    await check(1).getByRole("spinbutton", { name: "Limit" }).fill("4");
    await panel.getByRole("button", { name: "Add a check" }).click();
    await check(2).getByRole("combobox", { name: "Output" }).selectOption("order");
    await check(2).getByRole("combobox", { name: "Must be" }).selectOption(">=");
    await check(2).getByRole("spinbutton", { name: "Limit" }).fill("2");
    await check(2)
      .getByRole("checkbox", { name: /^Hidden/ })
      .check();
    await follow(page, `#${designed(3)}`);
    await panel.getByRole("button", { name: "Take the page’s scenario as the solution" }).click();
    await panel.getByRole("button", { name: "Try the solution" }).click();
    await expect(panel.locator(".verdict")).toHaveText("Met.");
  });

  await test.step("the draft survives a reload, is previewed, and fits its place", async () => {
    await page.reload();
    await expect(panel.getByRole("button", { name: "A short filter" })).toBeVisible();
    await panel.getByRole("button", { name: "An echo" }).click();
    await expectAccessible(page);
    for (const width of [390, 1920, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(controlsBeyondPanel), `${width} px`).toEqual([]);
    }
    await panel.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Lecture: Echoes, filters & “speed”" });
    await expect(preview).toContainText("Step 1 of 3");
    await expect(preview).toContainText("0,0,0;6,0,400");
    await panel.getByRole("button", { name: "Back to the draft" }).click();
    await expect(preview).toHaveCount(0);
    await expect(panel.getByRole("button", { name: "A short filter" })).toBeVisible();
  });

  await panel.getByRole("button", { name: "Export" }).click();
  const lecturers = await savedBy(page, "Save the lecturer’s file");
  const students = await savedBy(page, "Save the students’ copy");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the students’ link" }).click();
  await expect(page.getByText("The link is in the clipboard.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const lecture = readLecture(lecturers);
  expect(readLecture(students)).toEqual(studentCopy(lecture));
  expect(lecture.id).toBe("echoes-filters-speed");
  expect(lecture.tasks?.[0].checks.map(isHidden)).toEqual([false, true]);
  expect(students).not.toMatch(/salt|solution/);

  const context = await browser.newContext();
  const pupil = await context.newPage();
  const lesson = pupil.getByRole("region", { name: `Lecture: ${lecture.title}` });
  await test.step("a student drops the file; links with names lead to different variants", async () => {
    await pupil.goto("./#filters?v=1");
    await expect(pupil.getByRole("button", { name: "Lectures" })).toBeVisible();
    await drop(pupil, [{ name: "lecture.json", bytes: Buffer.from(students) }]);
    await expect(lesson).toContainText("Step 1 of 3");
    const named = ECHOES.map((rays) =>
      STUDENTS.find((name) => studentVariant(lecture, { step: 0 }, name).values.rays === rays),
    );
    const links = [link, `./#equalizers?lecture=own.${lecture.id}&step=1`, link];
    for (const [i, name] of named.entries()) {
      await pupil.goto(`${links[i]}&student=${encodeURIComponent(name!)}`);
      await expect(lesson).toContainText(`The rays are ${ECHOES[i]}`);
      await expect.poll(() => pupil.url()).toContain(`rays=${ECHOES[i]}`);
    }
  });

  const files: string[] = [];
  const keep = (name: string, text: string) => {
    files.push(info.outputPath(`${name}.json`));
    writeFileSync(files.at(-1)!, text);
  };

  await test.step("the first student answers on the page: all right but the statement", async () => {
    await pupil.goto(`./#convolution?lecture=own.${lecture.id}&step=3&student=${encodeURIComponent(STUDENTS[0])}`);
    await expect(lesson).toContainText("Step 3 of 3");
    await lesson
      .getByRole("textbox")
      .first()
      .fill(String(megaflop(lecture, STUDENTS[0])));
    await lesson.getByRole("button", { name: "Predict" }).click();
    await expect(lesson).toContainText("Right, at the first try.");
    await pupil.goto(`./#filters?lecture=own.${lecture.id}&step=2`);
    await lesson.getByRole("radio", { name: "Butterworth" }).check();
    await lesson.getByRole("button", { name: "Predict" }).click();
    await expect(lesson).toContainText("It needs a higher order.");
    await pupil.goto(`./#${designed(3)}&lecture=own.${lecture.id}&step=4&own`);
    await lesson.getByRole("button", { name: "Submit this scenario" }).click();
    await expect(lesson.locator(".verdict")).toContainText("Judged by the lecturer");
    await pupil.goto(`./#equalizers?lecture=own.${lecture.id}&step=1`);
    await expect(lesson).toContainText("Step 1 of 3");
    await lesson.getByRole("textbox").first().fill(peakDb(lecture, STUDENTS[0]).toFixed(2));
    await lesson.getByRole("button", { name: "Predict" }).click();
    await expect(lesson).toContainText("Right, at the first try.");
    const text = await savedBy(pupil, "Save my answers");
    expect(readResult(text).student).toBe(STUDENTS[0]);
    keep("00", text);
  });
  await context.close();

  // The other 29 files are made here: a browser for each student would take minutes.
  const expected = [row(STUDENTS[0], { right: 2, wrong: 1, met: 1 })];
  for (const [i, student] of STUDENTS.entries()) {
    if (i === 0) continue;
    const isRight = i % 3 !== 1;
    // Every tenth copies the numbers of the first student.
    const from = i % 10 === 9 ? STUDENTS[0] : student;
    const number = (step: number, value: number, is: boolean): Answered =>
      answer(step, is ? value : value * 1.5, is ? "right" : "wrong");
    const answers = [
      answer(1, 0, "right"),
      number(2, megaflop(lecture, from), isRight),
      ...(i % 5 === 4 ? [] : [number(0, peakDb(lecture, student), isRight)]),
    ];
    const order = i % 4 === 0 ? 5 : i % 4 === 1 ? 1 : 3;
    const submissions: Result["submissions"] = [
      { task: 0, scenario: designed(order), tries: 1, seconds: 5, verdict: order === 5 ? "not met" : "open" },
    ];
    keep(String(i).padStart(2, "0"), JSON.stringify(resultOf(lecture, student, { answers, submissions })));
    const isCopied = from !== student && isRight && megaflop(lecture, from) !== megaflop(lecture, student);
    const right = answers.filter(({ verdict }) => verdict === "right").length - (isCopied ? 1 : 0);
    expected.push(
      row(student, {
        right,
        wrong: answers.length - right,
        met: order === 3 ? 1 : 0,
        problem: isCopied ? "Step 3, question 1: the file says right, and the answer is wrong." : "",
      }),
    );
  }
  const copy = info.outputPath("lecturer.json");
  writeFileSync(copy, lecturers);
  const run = spawnSync(process.execPath, ["scripts/cli.mjs", "grade", ...files, "--lecture", copy, "--csv", "-"]);
  const [head, ...lines] = run.stdout.toString().trimEnd().split("\r\n");
  expect(run.status, run.stderr.toString()).toBe(1);
  const columns = head.split(",");
  const cells = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const asked = ["student", "right", "wrong", "missing", "met", "unmet", "tasks", "score", "problems"];
  expect(cells.map((of) => asked.map((name) => of[columns.indexOf(name)].replace(/^"|"$/g, "")).join(" | "))).toEqual(
    expected,
  );
});

/** Returns the panel's controls that are wider than it, or beside it. */
function controlsBeyondPanel(): string[] {
  const panel = document.querySelector(".author")!.getBoundingClientRect();
  const controls = [...document.querySelectorAll<HTMLElement>(".author :is(button, input, select, textarea)")];
  const beyond = controls.filter((control) => {
    const { left, right, width } = control.getBoundingClientRect();
    return width > 2 && (left < panel.left || right > panel.right || panel.right > innerWidth + 1);
  });
  return beyond.map((control) => control.outerHTML.slice(0, 80));
}

const answer = (step: number, given: number, verdict: AnswerVerdict): Answered => ({
  step,
  question: 0,
  tries: [given],
  seconds: 10,
  verdict,
});

/** Returns the columns of a student's grade: three questions and one task. */
function row(
  student: string,
  { right, wrong, met, problem = "" }: { right: number; wrong: number; met: number; problem?: string },
): string {
  const numbers = [right, wrong, 3 - right - wrong, met, 1 - met, 1, (right + met) / 4];
  return [student, ...numbers, problem].join(" | ");
}
