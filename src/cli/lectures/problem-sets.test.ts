import { describe, expect, it } from "vitest";
import { studentCopy } from "../../core/lectures/identity.ts";
import { CHAPTERS, isProblemSet, type Lecture } from "../../core/lectures/lecture.ts";
import { studentVariant } from "../../core/lectures/variant.ts";
import { judgeSubmission } from "../../core/lectures/verdict.ts";
import { builtInLectures } from "./built-in.ts";
import { terminalLabs } from "./labs.ts";

const SETS = builtInLectures().filter(isProblemSet);
const labs = terminalLabs();

/** Students of a task that varies. The empty name has the scenario as it is written. */
const STUDENTS = ["", "Ada Lovelace", "Emmy Noether", "Grace Hopper", "Hedy Lamarr"];

/** Labs whose outputs need no device. */
const QUICK = /^(filters|convolution)\b/;

/** A task at its place, with a student's own start and solution. */
function* tasksOf(set: Lecture, students: readonly string[]) {
  const solved = { ...set, tasks: set.tasks!.map((task) => ({ ...task, scenario: task.solution! })) };
  for (const [at, task] of set.tasks!.entries()) {
    for (const student of task.vary ? students : [""]) {
      const of = (lecture: Lecture) => studentVariant(lecture, { task: at }, student).scenario;
      yield {
        name: `${set.id}, task ${at + 1} of ${student || "any student"}`,
        task,
        start: of(set),
        solution: of(solved),
      };
    }
  }
}

const all = SETS.flatMap((set) => [...tasksOf(set, STUDENTS)]);

describe("problem sets", () => {
  it("have five tasks each, and one belongs to each chapter", () => {
    expect(SETS.map(({ chapter }) => chapter).toSorted()).toEqual(Object.keys(CHAPTERS).toSorted());
    for (const { id, chapter, steps, tasks = [] } of SETS) {
      expect(id).toBe(`problems-${chapter}`);
      expect(tasks.length, id).toBeGreaterThanOrEqual(5);
      expect(steps.flatMap(({ questions }) => questions).length, id).toBeGreaterThan(0);
      const hidden = tasks.flatMap(({ checks }) => checks).filter((check) => "salt" in check);
      expect(hidden.length, id).toBeGreaterThan(0);
      for (const { solution } of tasks) expect(solution, id).toBeDefined();
    }
  });

  it("reach the page without solutions and hidden checks", async () => {
    const pages = import.meta.glob<Lecture>("../../ui/labs/*/lectures/problems-*.json", { import: "default" });
    for (const load of Object.values(pages)) {
      const shown = await load();
      expect(shown).toEqual(studentCopy(SETS.find(({ id }) => id === shown.id)!));
      expect(JSON.stringify(shown)).not.toMatch(/"(?:salt|solution)"/);
    }
  });

  it.each(all.filter(({ task }) => QUICK.test(task.scenario)).map((one) => [one.name, one] as const))(
    "%s: the start is not met, and the solution is",
    async (_, { task, start, solution }) => {
      expect((await judgeSubmission({ ...task, scenario: start }, start, labs)).verdict).not.toBe("met");
      expect(await judgeSubmission({ ...task, scenario: start }, solution, labs)).toMatchObject({ verdict: "met" });
    },
  );

  it
    .runIf(process.env.THREERAY_SLOW)
    .each(all.filter(({ task }) => !QUICK.test(task.scenario)).map((one) => [one.name, one] as const))(
    "%s: the start is not met, and the solution is (THREERAY_SLOW)",
    async (_, { task, start, solution }) => {
      expect((await judgeSubmission({ ...task, scenario: start }, start, labs)).verdict).not.toBe("met");
      expect(await judgeSubmission({ ...task, scenario: start }, solution, labs)).toMatchObject({ verdict: "met" });
    },
  );
});
