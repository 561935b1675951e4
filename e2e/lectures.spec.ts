import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { gradeResult } from "../src/core/lectures/grade.ts";
import { readLecture, readResult } from "../src/core/lectures/read.ts";
import { drop, expectAccessible, predict, settled } from "./lab.ts";
import { expectLayout } from "./layout.ts";

/** A lecture of three labs. Sixteen codewords of 40 bits far above the threshold have no error, and far below it some. */
const LECTURE = {
  version: 1,
  id: "three-labs",
  title: "Three labs",
  summary: "Questions of each kind.",
  teaches: ["questions"],
  needs: [],
  minutes: 5,
  steps: [
    {
      title: "Errors",
      text: "The decoder works at **{{at}} dB**. Expect $P_b$.",
      explains: "The sum of all errors.",
      scenario: "turbo?length=40&codewords=16&windows=1&ebn0=8&at=8",
      vary: { at: { of: [8, 9, 10] } },
      figure: "ber",
      questions: [
        {
          kind: "number",
          prompt: "What is the error rate at {{at}} dB?",
          output: "ber.1",
          tolerance: { absolute: 1e-4 },
        },
        {
          kind: "choice",
          prompt: "Which one adds all paths?",
          choices: [
            { text: "max-log", reason: "It keeps the best path." },
            { text: "log-MAP", right: true },
          ],
        },
      ],
    },
    {
      title: "Order",
      text: "Filters.",
      explains: "Steeper filters are longer.",
      scenario: "filters",
      figure: "magnitude",
      questions: [{ kind: "order", prompt: "Sort them.", items: [{ text: "wide" }, { text: "narrow" }] }],
    },
    {
      title: "Why",
      text: "Equalizers.",
      explains: "Because.",
      scenario: "equalizers?packets=2&channel=none",
      figure: "spectrum",
      questions: [{ kind: "text", prompt: "Why is it flat?" }],
    },
  ],
  tasks: [
    {
      title: "No error",
      prompt: "Reach a frame error rate of at most 1/2 at 8 dB.",
      scenario: "turbo?length=40&codewords=16&windows=1&ebn0=8&at=8",
      free: ["codewords"],
      checks: [{ output: "fer.1", test: "<=", value: 0.5 }],
    },
  ],
};

test("a lecture from a file: predict, see the figure, answer again, a task with its verdict, a result to grade", async ({
  page,
}) => {
  await page.goto("./#filters?v=1");
  await settled(page);
  await drop(page, [{ name: "three-labs.json", bytes: Buffer.from(JSON.stringify(LECTURE)) }]);
  const panel = page.getByRole("region", { name: "Lecture: Three labs" });
  const question = (i: number) => panel.locator(".question").nth(i);
  await expect(panel).toContainText("Step 1 of 3");

  await test.step("a name chooses the numbers", async () => {
    await panel.getByLabel("Your name").fill("Ada");
    await panel.getByLabel("Your name").press("Enter");
    await expect(page.getByText("The lecture has the numbers of Ada.")).toBeVisible();
  });

  await test.step("without predictions there is neither figure nor explanation", async () => {
    await expect(page.locator("#ber .plot")).toHaveCount(0);
    await expect(page.locator("#ber .covered")).toBeVisible();
    await expect(panel).not.toContainText("The sum of all errors");
    await question(0).getByRole("textbox").fill("five");
    await question(0).getByRole("button", { name: "Predict" }).click();
    await expect(question(0).getByRole("alert")).toContainText("“five” is no number");
    await question(0).getByRole("textbox").fill("0,25");
    await question(0).getByRole("button", { name: "Predict" }).click();
    await expect(question(0)).toContainText("Not right.", { timeout: 60_000 });
    await expect(page.locator("#ber .covered")).toBeVisible();
    await question(1).getByRole("radio", { name: "max-log" }).check();
    await question(1).getByRole("button", { name: "Predict" }).click();
    await expect(page.locator("#ber .covered")).toHaveCount(0);
    await expect(question(1)).toContainText("It keeps the best path.");
    await expect(panel).toContainText("The sum of all errors");
    // The figure has no curve before a sweep; its description answers the question.
    await expect(page.locator("#ber .unseen")).toContainText(/Bit error rate.*: 0, 95 % from 0 to [\d.]+/);
  });

  await test.step("answers can be given again", async () => {
    await question(0).getByRole("textbox").fill("0");
    await question(0).getByRole("button", { name: "Answer again" }).click();
    await expect(question(0)).toContainText("Right, at try 2.");
    await expectAccessible(page);
  });

  await test.step("the next steps are in other labs; answers survive a reload", async () => {
    await page.getByRole("main").press("]");
    await expect.poll(() => page.url()).toContain("#filters?v=1&lecture=own.three-labs&step=2");
    // Items start in another order than the file's, which is right. The focus follows an item that arrow keys move.
    const first = panel.getByRole("listitem").first();
    await expect(first).toContainText("narrow");
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await expect(first).toContainText("wide");
    await page.keyboard.press("ArrowUp");
    await expect(first).toContainText("narrow");
    await panel.getByRole("button", { name: "Predict" }).click();
    await expect(panel).toContainText("Not right.");
    await page.reload();
    await expect(panel).toContainText("Not right.");
    await panel.getByRole("listitem").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(panel.getByRole("listitem").first()).toContainText("wide");
    await panel.getByRole("button", { name: "Answer again" }).click();
    await expect(panel).toContainText("Right, at try 2.");
    await page.getByRole("main").press("]");
    await panel.getByRole("textbox").first().fill("No channel.");
    await panel.getByRole("button", { name: "Predict" }).click();
    await expect(panel).toContainText("Because.");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectLayout(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("a task is judged, and says what decides it", async () => {
    await page.getByRole("main").press("]");
    await expect(panel).toContainText("Task 1 of 1");
    await panel.getByRole("button", { name: "Submit this scenario" }).click();
    await expect(panel.locator(".verdict")).toHaveText("Met.", { timeout: 60_000 });
  });

  await test.step("the result can be graded, with the student's numbers", async () => {
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Save my answers" }).click();
    const result = readResult(readFileSync(await (await saved).path(), "utf8"));
    const labs = {
      evaluate: async (scenario: string, output: string) => {
        expect(scenario).toMatch(/at=(8|9|10)$/);
        return { kind: "rate" as const, value: 0, low: 0, high: output === "fer.1" ? 0.2 : 1e-5, units: 16 };
      },
      usual: async () => "turbo",
    };
    const grade = await gradeResult(readLecture(JSON.stringify(LECTURE)), result, labs);
    expect(grade).toMatchObject({ student: "Ada", right: 2, wrong: 1, given: 1, missing: 0, met: 1 });
    expect(grade.problems).toEqual([]);
  });
});

test("a link with a lecture opens it, and one with another version asks before it takes the place of the kept one", async ({
  page,
}) => {
  await page.goto("./#filters?v=1");
  // A file that is dropped before the page is drawn opens nothing.
  await expect(page.getByRole("button", { name: "Lectures" })).toBeVisible();
  await drop(page, [{ name: "a.json", bytes: Buffer.from(JSON.stringify(LECTURE)) }]);
  await expect(page.getByRole("region", { name: "Lecture: Three labs" })).toBeVisible();
  await page.getByRole("button", { name: "Lectures" }).click();
  const list = page.getByRole("dialog", { name: "Lectures" });
  await expect(list.getByRole("link", { name: "Three labs" })).toBeVisible();
  const link = await page.evaluate(
    async (text) => {
      const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(String.fromCodePoint(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/, "");
    },
    JSON.stringify({ ...LECTURE, title: "Three labs, again" }),
  );
  await page.keyboard.press("Escape");
  await page.evaluate((data) => (location.hash = `#lecture?v=1&data=${data}`), link);
  await expect(page.getByText("another version of the lecture “Three labs”")).toBeVisible();
  await expect(page.getByRole("region", { name: "Lecture: Three labs", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Take the link’s version" }).click();
  await expect(page.getByRole("region", { name: "Lecture: Three labs, again" })).toBeVisible();
  await page.evaluate(() => (location.hash = "#lecture?v=1&data=AAAA"));
  await expect(page.getByText("the link’s lecture is damaged")).toBeVisible();
  await drop(page, [{ name: "bad.json", bytes: Buffer.from(JSON.stringify({ ...LECTURE, steps: [] })) }]);
  await expect(page.getByText("“bad.json” could not be opened.")).toBeVisible();
});

test("answers given in two tabs are kept, and a browser that keeps none says so", async ({ context, page }) => {
  const stored = () =>
    page.evaluate(() => {
      const [answers = {}] = Object.values<object>(JSON.parse(localStorage.getItem("threeray.answers") ?? "{}"));
      return Object.keys(answers).sort();
    });
  const other = await context.newPage();
  const open = (tab: Page, step: number) => tab.goto(`./#equalizers?v=1&packets=4&lecture=null-in-band&step=${step}`);
  await open(page, 1);
  await open(other, 2);
  await predict(page);
  await predict(other);
  const both = await stored();
  expect(new Set(both.map((question) => question.split(".")[0]))).toEqual(new Set(["0", "1"]));
  // The first tab knows the answers of the other one, too, and keeps them when it stores further ones.
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await predict(page);
  expect(await stored()).toEqual(expect.arrayContaining(both));
  await page.reload();
  const warning = page.locator(".notices").getByText("This browser does not keep your answers");
  await expect(warning).toBeHidden();

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await page.keyboard.press("]");
  await predict(page);
  await expect(warning).toBeVisible();
  await page.keyboard.press("]");
  await expect(page.locator(".lecture-foot").getByText("This browser does not keep your answers")).toBeVisible();
  await expectAccessible(page);
});
