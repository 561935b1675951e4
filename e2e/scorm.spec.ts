import { type Browser, expect, test } from "@playwright/test";
import { type CourseSystem, openCourseSystem } from "./course-system.ts";

/** Sixteen codewords of 40 bits far above the threshold have no error. */
const TURBO = "turbo?length=40&codewords=16&windows=1&ebn0=8&at=8";

const LECTURE = {
  version: 1,
  id: "in-a-course",
  title: "In a course",
  summary: "Two labs and a task.",
  teaches: ["courses"],
  needs: [],
  minutes: 5,
  steps: [
    {
      title: "Errors",
      text: "The decoder works at {{at}} dB.",
      explains: "The noise is weak.",
      scenario: TURBO,
      vary: { at: { of: [8, 9, 10] } },
      figure: "ber",
      questions: [
        { kind: "number", prompt: "What is the error rate?", output: "ber.1", tolerance: { absolute: 1e-4 } },
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
      title: "Why",
      text: "A filter.",
      explains: "Steeper filters are longer.",
      scenario: "filters",
      figure: "magnitude",
      questions: [{ kind: "text", prompt: "Why is it long?" }],
    },
  ],
  tasks: [
    {
      title: "No error",
      prompt: "Reach a frame error rate of at most 1/2.",
      scenario: TURBO,
      free: ["codewords"],
      checks: [{ output: "fer.1", test: "<=", value: 0.5 }],
    },
  ],
};

/** A visit on a computer that has never seen the lecture. `asked` holds the address of each request. */
async function visit(browser: Browser, { address }: CourseSystem) {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const page = await context.newPage();
  await page.goto(address);
  const frame = page.frameLocator("iframe");
  return {
    page,
    frame,
    panel: frame.getByRole("region", { name: /^Lecture: / }),
    /** Closes the activity as a course does, and then the browser. */
    async close() {
      await page.evaluate(() => document.querySelector("iframe")!.remove());
      await context.close();
      expect(asked.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(address))).toEqual([]);
    },
  };
}

test("a lecture in a course of SCORM 1.2: predict wrong, run, explain, leave, resume on another computer, finish", async ({
  browser,
}) => {
  const course = await openCourseSystem(LECTURE, "1.2", "Lovelace, Ada");
  const core = () => course.kept().core!;

  await test.step("a wrong prediction opens the figure and the explanation, and counts", async () => {
    const { frame, panel, close } = await visit(browser, course);
    await expect(panel.getByRole("textbox", { name: "Your name" })).toHaveValue("Lovelace, Ada");
    const question = (i: number) => panel.locator(".question").nth(i);
    await expect(frame.locator("#ber .covered")).toBeVisible();
    await question(0).getByRole("textbox").fill("0.25");
    await question(0).getByRole("button", { name: "Predict" }).click();
    await question(1).getByRole("radio", { name: "log-MAP" }).check();
    await question(1).getByRole("button", { name: "Predict" }).click();
    await expect(panel).toContainText("The noise is weak.");
    await expect(question(0)).toContainText("Not right.");
    await expect(question(1)).toContainText("Right, at the first try.");
    await frame.locator("#ber").getByRole("button", { name: /^Run/ }).click();
    await expect(frame.locator("#ber").getByRole("button", { name: "Run again" })).toBeVisible();
    // One of two judged questions and one task.
    await expect.poll(() => Number(core().score?.raw)).toBeCloseTo(100 / 3, 0);
    await panel.getByRole("button", { name: "Next step" }).click();
    await expect(panel).toContainText("Step 2 of 2");
    await close();
    await expect.poll(() => core().lesson_location).toBe("1");
    expect(core().lesson_status).toBe("incomplete");
  });

  await test.step("another computer continues at the same step, with the same answers", async () => {
    const { panel, close } = await visit(browser, course);
    await expect(panel).toContainText("Step 2 of 2");
    await panel.getByRole("textbox").first().fill("It is steep.");
    await panel.getByRole("button", { name: "Predict" }).click();
    await expect(panel).toContainText("Steeper filters are longer.");
    await panel.getByRole("button", { name: "Previous step" }).click();
    const first = panel.locator(".question").nth(0);
    await expect(first).toContainText("Not right. Read the figure, and answer again: 2 tries are left.");
    await expect(first.getByRole("textbox")).toHaveValue("0.25");
    const second = panel.locator(".question").nth(1);
    await expect(second).toContainText("Right, at the first try.");
    // The course keeps no right answers: the lab computes them again, and the right statement is marked.
    await expect(second.locator("label[data-right]")).toHaveText("log-MAP");
    await first.getByRole("textbox").fill("0");
    await first.getByRole("button", { name: "Answer again" }).click();
    await expect(first).toContainText("Right, at try 2.");
    await panel.getByRole("button", { name: "Next step" }).click();
    await panel.getByRole("button", { name: "Next step" }).click();
    await panel.getByRole("button", { name: "Submit this scenario" }).click();
    await expect(panel.locator(".verdict")).toHaveText("Met.");
    await close();
    await expect.poll(core).toMatchObject({ lesson_status: "completed", score: { raw: "100" } });
  });
  expect(course.missed).toEqual([]);
  await course.close();
});

test("a lecture of the Filters lab in a course of SCORM 2004: an answer, resume, all answers", async ({ browser }) => {
  const course = await openCourseSystem("filters/narrow-and-slow", "2004", "Hopper, Grace");
  const answerAll = async ({ panel, frame }: Awaited<ReturnType<typeof visit>>) => {
    await expect(frame.locator(".covered").first()).toBeVisible();
    // Questions whose answers the lab computes may come after the others.
    await expect(async () => {
      for (const question of await panel.locator(".question").all()) {
        const button = question.getByRole("button", { name: "Predict" });
        if ((await button.count()) === 0) continue;
        const radio = question.getByRole("radio");
        if ((await radio.count()) > 0) await radio.first().check();
        else await question.getByRole("textbox").fill("1");
        await button.click();
        await expect(question.locator(".verdict")).toHaveAttribute("data-verdict", /right|wrong/);
      }
      await expect(panel.getByRole("group", { name: "Explanation" })).toBeVisible({ timeout: 2000 });
    }).toPass();
  };

  const first = await visit(browser, course);
  await answerAll(first);
  await first.panel.getByRole("button", { name: "Next step" }).click();
  await expect(first.panel).toContainText("Step 2 of 3");
  await first.close();
  await expect.poll(() => course.kept().location).toBe("1");
  expect(course.kept().completion_status).toBe("incomplete");

  const second = await visit(browser, course);
  await expect(second.panel).toContainText("Step 2 of 3");
  await answerAll(second);
  await second.panel.getByRole("button", { name: "Next step" }).click();
  await answerAll(second);
  await second.close();
  await expect.poll(() => course.kept().completion_status).toBe("completed");
  expect(Number(course.kept().score?.scaled)).toBeLessThanOrEqual(1);
  expect(course.missed).toEqual([]);
  await course.close();
});
