import { describe, expect, it } from "vitest";
import { gradeResult } from "./grade.ts";
import { gradesCsv, lectureOfResult, rememberingLabs } from "./grades.ts";
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
    expect(grade).toMatchObject({
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
    // The second question was right at its second try. The labs above have these right answers.
    expect(grade.answers.map(({ verdict, isForged, right }) => [verdict, isForged, right])).toEqual([
      ["right", false, 100],
      ["right", false, 0],
      ["right", false, [1, 0]],
      ["right", false, [0, 3, 6, 9]],
      ["given", false, undefined],
      ["right", false, expect.any(Number)],
    ]);
    expect(grade.submissions).toEqual([
      { task: 0, scenario: expect.stringContaining("best"), tries: 2, seconds: 60, verdict: "met", isForged: false },
    ]);
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
      "a first try of another form: the last one counts once",
      forged((result: Editable) => (result.answers[1] = answer(0, 1, ["constructor", 0], "right"))),
      { right: 5, wrong: 0, predicted: 4 },
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

  it("tells which verdicts are forged", async () => {
    const result = forged((one: Editable) => (one.answers[0] = answer(0, 0, [5], "right")));
    const { answers } = await gradeResult(LECTURE, result, labs);
    expect(answers.filter(({ isForged }) => isForged)).toMatchObject([{ step: 0, question: 0, verdict: "wrong" }]);
    const { answers: broken } = await gradeResult(
      LECTURE,
      forged((one: Editable) => (one.answers[1] = answer(0, 1, ["constructor"], "right"))),
      labs,
    );
    expect(broken[1]).toMatchObject({ verdict: "unjudged", isForged: false });
  });

  it("reads the result of a student without a name", async () => {
    const result = resultOf(LECTURE, "", { answers: RIGHT, submissions: [] });
    expect((await gradeResult(LECTURE, readResult(JSON.stringify(result)), labs)).right).toBe(4);
  });
});

describe("many grades", () => {
  it("finds the lecture of a result: the lecturer's file, the labs' one with the hash, or with the id", () => {
    const [one, other] = [LECTURE, { ...LECTURE, title: "Another" }];
    const of = { id: "windows", title: "", hash: made("Ada", 1, "right", "zf", "open").lecture.hash };
    expect(lectureOfResult([], [other, one], of)).toBe(one);
    expect(lectureOfResult([other], [one], of)).toBe(other);
    expect(lectureOfResult([], [other], of)).toBe(other);
    expect(() => lectureOfResult([one], [], { ...of, id: "none" })).toThrow('no lecture has the id "none"');
  });

  it("computes each output of a scenario once, but again after a failure", async () => {
    let calls = 0;
    const { evaluate } = rememberingLabs({
      ...labs,
      evaluate: async (scenario) => {
        calls++;
        if (scenario === "lost" && calls < 3) throw new Error("The device is lost");
        return { kind: "number", value: calls };
      },
    });
    expect([await evaluate("a", "x"), await evaluate("a", "x")]).toEqual([
      { kind: "number", value: 1 },
      { kind: "number", value: 1 },
    ]);
    await expect(evaluate("lost", "x")).rejects.toThrow("lost");
    expect(await evaluate("lost", "x")).toEqual({ kind: "number", value: 3 });
    expect(await evaluate("a", "y")).toEqual({ kind: "number", value: 4 });
    // Another reference is another question.
    expect(await evaluate("a", "x", "b")).toEqual({ kind: "number", value: 5 });
  });

  it("writes CSV that a spreadsheet does not compute", () => {
    expect(gradesCsv([{ file: "=cmd()", error: 'a "b", c\nd' }]).split("\r\n")[1]).toBe(
      '\'=cmd(),,,,,,,,,,,,,"a ""b"", c\nd"',
    );
  });
});
