import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isHidden, studentCopy } from "#core/lectures/identity.ts";
import type { Check, Choice, LectureTask, Question, Step } from "#core/lectures/lecture.ts";
import { readLecture } from "#core/lectures/read.ts";
import { exampleLecture } from "#core/lectures/testing.ts";
import { studentVariant } from "#core/lectures/variant.ts";
import { LABS } from "../../labs/registry.ts";
import {
  boundsFrom,
  type Draft,
  decidedBy,
  draftOf,
  draftProblems,
  fittedTo,
  duplicated,
  fileText,
  lectureOf,
  listedValues,
  moved,
  nameFrom,
  newDraft,
  newQuestion,
  newStep,
  newTask,
  placeWords,
  previewOf,
  withFields,
  withFixedName,
  withHidden,
  withTest,
  withTitle,
} from "./draft.ts";

/** Texts as people type them, right and wrong ones. */
const text = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom("A", "Look at **this** and $x_1^2$.", "“Quotes” & <b", "🎛 ± ü", "- a\n- b"),
  },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "<b>bold</b>", "$x", "![x](y)", "a\u0007", "[x](javascript:1)") },
  { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: "grapheme" }) },
);
const line = text.map((one) => one.replaceAll("\n", " "));
const optionalText = fc.oneof(fc.constant(""), text);
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((one) => one || 0);
const tolerance = fc.oneof(
  fc.record({ absolute: number.map(Math.abs) }),
  fc.record({ relative: fc.double({ min: 0, max: 1, noNaN: true }) }),
);
const output = fc.constantFrom("ber.mmse", "gainDb.1000", "highestDb.7500:24000", "taps", "");
const scenario = fc.constantFrom(
  "turbo?length=40&at=8&seed=1",
  "filters",
  "equalizers?v=1&at=3&seed=0",
  "graphs?graph=a-b_c",
);
const axis = fc.record({ label: line, from: number, to: number });
const choice: fc.Arbitrary<Choice> = fc.record({ text: line, reason: fc.oneof(fc.constant(""), line) });

const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ kind: fc.constant("number" as const), prompt: line, output, unit: fc.constantFrom("", "dB"), tolerance }),
  fc
    .record({
      prompt: line,
      output,
      choices: fc.array(choice, { minLength: 1, maxLength: 4 }),
      deciding: fc.constantFrom("mark" as const, "name" as const, "number" as const),
    })
    .map(({ deciding, choices, output: by, prompt }) => ({
      kind: "choice" as const,
      prompt,
      choices: decidedBy(choices, deciding),
      ...(deciding !== "mark" && { output: by }),
    })),
  fc.record({
    kind: fc.constant("order" as const),
    prompt: line,
    items: fc.array(fc.record({ text: line }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("sketch" as const),
    prompt: line,
    output,
    at: fc.constantFrom([0, 1], [0, 0.5, 1], [1, 0]),
    x: axis,
    y: axis,
    tolerance,
  }),
  fc.record({ kind: fc.constant("text" as const), prompt: line }),
);
const bounds = fc.oneof(
  fc.constant({ from: 0, to: 10, step: 0.5 }),
  fc.record({ of: fc.array(fc.constantFrom("2", 4, "a,b", "a b"), { maxLength: 3 }) }),
);
const vary = fc.dictionary(fc.constantFrom("at", "seed", "length"), bounds, { maxKeys: 2 });
const step: fc.Arbitrary<Step> = fc.record({
  title: line,
  text,
  explains: optionalText,
  scenario,
  figure: fc.constantFrom("", "ber", "spectrum"),
  vary: fc.option(vary, { nil: undefined, freq: 3 }),
  questions: fc.array(question, { maxLength: 2 }),
});
const check: fc.Arbitrary<Check> = fc
  .record({
    output,
    value: number,
    test: fc.constantFrom("<=" as const, ">=" as const, "within" as const),
    hide: fc.boolean(),
  })
  .map(({ hide, test, ...one }) => withHidden(withTest({ ...one, test: "<=" }, test), hide));
const task: fc.Arbitrary<LectureTask> = fc.record({
  title: line,
  prompt: text,
  scenario,
  free: fc.subarray(["at", "seed"]),
  checks: fc.array(check, { maxLength: 3 }),
  solution: fc.oneof(fc.constant(""), scenario),
});
const draft: fc.Arbitrary<Draft> = fc.record({
  version: fc.constant(1 as const),
  id: fc.constantFrom("my-lecture", "a1", "lecture-0011aabb"),
  title: line,
  summary: line,
  chapter: fc.constantFrom(undefined, "filters" as const),
  teaches: fc.array(fc.constantFrom("noise", "a, b"), { maxLength: 2 }),
  needs: fc.array(fc.constantFrom("noise"), { maxLength: 1 }),
  minutes: fc.integer({ min: 1, max: 600 }),
  steps: fc.array(step, { minLength: 1, maxLength: 2 }),
  tasks: fc.array(task, { maxLength: 1 }),
});

describe("drafts of lectures", () => {
  it("without problems are exported as files that the strict reader reads as they are; the others are refused", () => {
    const count = { valid: 0, refused: 0 };
    fc.assert(
      fc.property(draft, (one) => {
        const files = [lectureOf(one), studentCopy(lectureOf(one))];
        if (draftProblems(one).length > 0) {
          count.refused++;
          expect(() => files.map((file) => readLecture(fileText(file)))).toThrow(RangeError);
          return;
        }
        count.valid++;
        // Fields that are undefined are not in a file.
        for (const file of files) expect(readLecture(fileText(file))).toEqual(file);
        // A copy to edit has the same file.
        expect(lectureOf(draftOf(readLecture(fileText(files[0]))))).toEqual(files[0]);
      }),
      { numRuns: 500 },
    );
    expect(count.valid).toBeGreaterThan(20);
    expect(count.refused).toBeGreaterThan(20);
  });

  it("of a lecture have its file, also with questions of each kind and hidden checks", () => {
    expect(lectureOf(draftOf(exampleLecture()))).toEqual(exampleLecture());
  });

  it("of each lecture of the labs have no problem, and its file", async () => {
    const lists = Object.values(LABS).map(async (entry) =>
      "lectures" in entry ? (await entry.lectures()).LECTURES : [],
    );
    const lectures = (await Promise.all(lists)).flat();
    expect(lectures.length).toBeGreaterThan(50);
    for (const lecture of lectures) {
      expect(lectureOf(draftOf(lecture))).toEqual(lecture);
      expect(draftProblems(draftOf(lecture)), lecture.id).toEqual([]);
    }
  });

  it("have all their problems listed, with places", () => {
    const one: Draft = {
      ...newDraft("00000000"),
      title: "A",
      steps: [newStep("turbo"), { ...newStep("turbo"), title: "B", text: "<b>", questions: [newQuestion("choice")] }],
      tasks: [newTask("turbo")],
    };
    expect(draftProblems(one).map(({ at }) => at)).toEqual([
      "summary",
      "steps[0].title",
      "steps[0].text",
      "steps[1].text",
      "steps[1].questions[0].prompt",
      "steps[1].questions[0].choices[0].text",
      "steps[1].questions[0].choices[1].text",
      "tasks[0].title",
      "tasks[0].prompt",
      "tasks[0].free",
      "tasks[0].checks[0].output",
    ]);
    expect(placeWords("steps[1].questions[0].choices[1].text")).toBe("Step 2, question 1, statement 2, text");
    expect(placeWords("")).toBe("Lecture");
  });

  it("are previewed with a note in place of steps with problems, so that the others keep their numbers", () => {
    const lecture = exampleLecture();
    const whole = draftOf(lecture);
    const one = { ...whole, title: "", steps: whole.steps.with(0, { ...whole.steps[0], title: "" }) };
    const { lecture: shown, leftOut } = previewOf(one);
    expect(leftOut).toEqual(["Step 1"]);
    expect(shown?.steps[0].questions).toEqual([]);
    expect(studentVariant(shown!, { step: 1 }, "Ada")).toEqual(studentVariant(lecture, { step: 1 }, "Ada"));
    expect(shown?.tasks?.[0].solution).toBeUndefined();
    expect(previewOf(newDraft("00000000")).lecture).toBeUndefined();
  });
});

describe("parts of drafts", () => {
  it("move within their list, and not beyond its ends", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  });

  it("are duplicated with other salts, so that equal hidden checks have other hashes", () => {
    const [first, second] = duplicated(exampleLecture().tasks!, 0);
    const salts = [first, second].map(({ checks }) => checks.flatMap((one) => (isHidden(one) ? one.salt : [])));
    expect(salts[0]).not.toEqual(salts[1]);
    expect(second.checks.map((one) => ({ ...one, salt: "" }))).toEqual(
      first.checks.map((one) => ({ ...one, salt: "" })),
    );
  });

  it("name a lecture after its title", () => {
    expect(nameFrom("Échos & “Rays”: 3 dB", "x")).toBe("echos-rays-3-db");
    expect(nameFrom("Лекция 🎛", "lecture-1")).toBe("lecture-1");
    expect(nameFrom("x".repeat(59) + " y", "z")).toBe("x".repeat(59));
  });

  it("keep the name of a lecture that was read or exported when the title changes", () => {
    const begun = withTitle(newDraft("00aa11bb"), "Echoes");
    expect(begun.id).toBe("echoes");
    expect(withTitle(begun, "Лекция").id).toBe("lecture-00aa11bb");
    expect(withTitle(withFixedName(begun), "Rays")).toMatchObject({ id: "echoes", title: "Rays" });
    expect(withTitle(draftOf(exampleLecture()), "Rays").id).toBe("windows");
  });

  it("get the fields that vary into their scenario", () => {
    const fields = [
      { name: "at", label: "At", value: "0.5", unit: "dB", number: { min: -5, max: 30, step: 0.1 } },
      { name: "ebn0", label: "Eb/N0", value: "0:1:2", unit: "dB" },
      { name: "code", label: "Code", value: "a", unit: "", choices: ["a", "b"] },
    ];
    expect(withFields("turbo", ["at"], fields)).toBe("turbo?at=0.5");
    expect(withFields("turbo?at=3", ["at", "ebn0"], fields)).toBe("turbo?at=3&ebn0=0%3A1%3A2");
    expect(fields.map(boundsFrom)).toEqual([{ from: 0.5, to: 0.5, step: 0.1 }, { of: ["0:1:2"] }, { of: ["a", "b"] }]);
    expect(listedValues("8, 9;10 11", true)).toEqual([8, 9, 10, 11]);
    expect(listedValues("zf,mmse  ls, 1:2", false)).toEqual(["zf,mmse", "ls", "1:2"]);
  });

  it("fit a sketch to its curve: each point is on the curve, and a curve without points changes nothing", () => {
    const empty = newQuestion("sketch");
    if (empty.kind !== "sketch") throw new TypeError("expected a sketch");
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        fc.array(fc.oneof(fc.double({ min: -300, max: 100, noNaN: true }), fc.constant(-Infinity)), { minLength: 2 }),
        (from, width, y) => {
          const x = y.map((_, i) => from + (i * width) / (y.length - 1));
          const { at, ...fitted } = fittedTo(empty, { x, y });
          if (y.filter(Number.isFinite).length < 2) return;
          expect(at.every((one, i) => one >= x[0] && one <= x.at(-1)! && (i === 0 || one > at[i - 1]))).toBe(true);
          const finite = y.filter(Number.isFinite);
          const beyond = finite.filter((one) => one < fitted.y.from - 1e-9 || one > fitted.y.to + 1e-9);
          expect(beyond.length).toBeLessThanOrEqual(0.04 * finite.length);
        },
      ),
    );
    expect(fittedTo(empty, { x: [0, 1], y: [-Infinity, 2] })).toBe(empty);
    expect(fittedTo(empty, { x: [], y: [] })).toBe(empty);
  });

  it("keep limits of checks when their test changes", () => {
    const within = withTest({ output: "taps", test: "<=", value: 5 }, "within");
    expect(within.value).toEqual([5, 5]);
    expect(withTest({ ...within, value: [2, 9] }, "<=").value).toBe(9);
    expect(withTest({ ...within, value: [2, 9] }, ">=").value).toBe(2);
  });
});
