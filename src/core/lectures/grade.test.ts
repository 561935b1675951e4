import { describe, expect, it } from "vitest";
import { gradeResult } from "./grade.ts";
import { checksumOf, studentCopy } from "./identity.ts";
import { readResult } from "./read.ts";
import type { Answered, Result } from "./result.ts";
import { exampleLecture, resultOf, tableLabs } from "./testing.ts";
import { studentVariant } from "./variant.ts";

const LECTURE = exampleLecture();
const labs = tableLabs({
  errors: () => ({ kind: "number", value: 100 }),
  a: () => ({ kind: "number", value: 1 }),
  b: () => ({ kind: "number", value: 2 }),
  curve: () => ({ kind: "curve", x: [0, 3], y: [0, 9] }),
  at: (parameters) => ({ kind: "number", value: Number(parameters.get("at")) }),
  ber: (parameters) => {
    const value = { zf: 1e-2, mmse: 5e-4, best: 1e-5 }[parameters.get("detectors")!]!;
    return { kind: "rate", value, low: 0.9 * value, high: 1.1 * value, units: 100 };
  },
});

const answer = (step: number, question: number, tries: Answered["tries"], verdict: Answered["verdict"]): Answered => ({
  step,
  question,
  tries,
  seconds: 10,
  verdict,
});
const RIGHT = [
  answer(0, 0, [99], "right"),
  answer(0, 1, [1, 0], "right"),
  answer(0, 2, [[1, 0]], "right"),
  answer(0, 3, [[0, 3, 6, 9]], "right"),
  answer(0, 4, ["Because."], "given"),
];

/** A student's result: the number of step 2, the task's scenario, and what the page claimed of both. */
const made = (
  student: string,
  at: number,
  atVerdict: "right" | "wrong",
  detectors: string,
  verdict: "open" | "not met",
) => {
  const { antennas } = studentVariant(LECTURE, { task: 0 }, student).values;
  return resultOf(studentCopy(LECTURE), student, {
    answers: [...RIGHT, answer(1, 0, [at], atVerdict)],
    submissions: [
      { task: 0, scenario: `mimo?antennas=${antennas}&detectors=${detectors}`, tries: 2, seconds: 60, verdict },
    ],
  });
};

describe("grade", () => {
  it("counts answers and tasks, with hidden checks", async () => {
    const grade = await gradeResult(LECTURE, made("Ada Lovelace", 16, "right", "best", "open"), labs);
    expect(grade).toEqual({
      student: "Ada Lovelace",
      lecture: "windows",
      right: 5,
      wrong: 0,
      given: 1,
      missing: 0,
      predicted: 4,
      met: 1,
      unmet: 0,
      tasks: 1,
      score: 1,
      seconds: 120,
      problems: [],
    });
    // The student saw the open check alone: the hidden one is not met, and the page did not lie.
    const hidden = await gradeResult(LECTURE, made("Ada Lovelace", 16, "right", "mmse", "open"), labs);
    expect(hidden).toMatchObject({ met: 0, unmet: 1, score: 5 / 6, problems: [] });
  });

  it("judges by the student's own variant", async () => {
    const copied = await gradeResult(LECTURE, made("Emmy Noether", 16, "wrong", "zf", "not met"), labs);
    expect(copied).toMatchObject({ right: 4, wrong: 1, met: 0, problems: [] });
    const own = await gradeResult(LECTURE, made("Emmy Noether", 13, "right", "zf", "not met"), labs);
    expect(own).toMatchObject({ right: 5, wrong: 0, problems: [] });
  });

  const forged = (change: (result: Result) => unknown): Result => {
    const result = structuredClone(made("Ada Lovelace", 16, "right", "best", "open"));
    change(result);
    return { ...result, checksum: checksumOf(result) };
  };
  type Editable = { -readonly [Name in keyof Result]: any };

  it.each<[string, Result, object, string]>([
    [
      "an answer, with its verdict and a new checksum",
      forged((result: Editable) => (result.answers[0] = answer(0, 0, [5], "right"))),
      { right: 4, wrong: 1 },
      "Step 1, question 1: the file says right, and the answer is wrong.",
    ],
    [
      "a verdict of a task",
      forged((result: Editable) => {
        result.submissions[0].scenario = result.submissions[0].scenario.replace("best", "zf");
        result.submissions[0].verdict = "met";
      }),
      { met: 0, unmet: 1 },
      "Task 1: the file says met, and the submission is not met.",
    ],
    [
      "the fixed part of a task",
      forged((result: Editable) => (result.submissions[0].scenario = "mimo?antennas=16&detectors=best")),
      { met: 0 },
      "The submission changes antennas.",
    ],
    [
      "the name, to have another one's answers",
      forged((result: Editable) => (result.student = "Emmy Noether")),
      { right: 4, wrong: 1 },
      "Step 2, question 1: the file says right, and the answer is wrong.",
    ],
    [
      "an answer twice",
      forged((result: Editable) => result.answers.push(answer(0, 0, [99], "right"))),
      { right: 5 },
      "the file has two answers, and the first one counts",
    ],
    [
      "an answer to no question",
      forged((result: Editable) => result.answers.push(answer(3, 0, [99], "right"))),
      { right: 5 },
      "Step 4, question 1: there is no such question.",
    ],
    [
      "an answer of another form",
      forged((result: Editable) => (result.answers[1] = answer(0, 1, ["constructor"], "right"))),
      { right: 4, wrong: 1 },
      "must be the index of a choice",
    ],
    [
      "a byte",
      { ...made("Ada Lovelace", 16, "right", "best", "open"), program: "1" },
      { right: 5 },
      "The checksum is wrong: the file was damaged or edited.",
    ],
    [
      "the lecture's hash",
      forged((result: Editable) => (result.lecture.hash = "0".repeat(64))),
      { right: 5 },
      "The result comes from another version of the lecture.",
    ],
  ])("finds %s", async (_, result, counts, problem) => {
    const grade = await gradeResult(LECTURE, readResult(JSON.stringify(result)), labs);
    expect(grade).toMatchObject(counts);
    expect(grade.problems.join(" ")).toContain(problem);
  });

  it("refuses results of another lecture", async () => {
    const other = forged((result: Editable) => (result.lecture.id = "other"));
    await expect(gradeResult(LECTURE, other, labs)).rejects.toThrow(
      'belongs to the lecture "other", expected "windows"',
    );
  });
});
