import { describe, expect, it } from "vitest";
import { studentCopy } from "./identity.ts";
import type { Lecture } from "./lecture.ts";
import { MOST, readLecture, readResult } from "./read.ts";
import { exampleLecture, resultOf } from "./testing.ts";

type Editable = { -readonly [Name in keyof Lecture]: any };

const edited = (change: (lecture: Editable) => unknown): string => {
  const lecture = structuredClone(exampleLecture()) as Editable;
  change(lecture);
  return JSON.stringify(lecture);
};

describe("files of lectures", () => {
  it("are read as they were written, and so are students' copies", () => {
    const lecture = exampleLecture();
    for (const one of [lecture, studentCopy(lecture)]) expect(readLecture(JSON.stringify(one))).toEqual(one);
  });

  it.each(["👩‍🔬 measures", "می‌خواهم", "ශ්‍රී", "🏳️‍🌈", "“Quotes” & 'more' <3"])("may have the title %s", (title) => {
    expect(readLecture(edited((l) => (l.title = title))).title).toBe(title);
  });

  it.each<[string, (lecture: Editable) => unknown, string]>([
    [
      "a later version",
      (l) => (l.version = 2),
      "the file has version 2, and this release reads version 1; use a newer release",
    ],
    ["no version", (l) => delete l.version, "version: expected 1, found undefined"],
    ["no title", (l) => delete l.title, "title: expected a text of 1 to 200 characters, found undefined"],
    ["an empty title", (l) => (l.title = "  "), "title: expected a text of 1 to 200 characters"],
    ["a long title", (l) => (l.title = "x".repeat(201)), "found 201 characters"],
    [
      "a title with control characters",
      (l) => (l.title = "a\u0007b"),
      'expected visible characters only, found "U+0007"',
    ],
    ["a joiner between Latin letters", (l) => (l.title = "a\u200db"), "U+200d"],
    ["a title that runs backwards", (l) => (l.title = "a\u202eb"), "U+202e"],
    ["half a character", (l) => (l.title = "a\ud800b"), "title: expected"],
    [
      "an unknown field",
      (l) => Object.assign(l, { script: "x" }),
      'there is no field "script"; the fields are version, id, title',
    ],
    ["an unknown field of a step", (l) => (l.steps[1].html = "x"), 'steps[1]: there is no field "html"'],
    ["a name with spaces", (l) => (l.id = "My lecture"), "id: expected lower-case words joined by hyphens"],
    ["a name of a path", (l) => (l.id = "../x"), "id: expected lower-case words"],
    ["an unknown chapter", (l) => (l.chapter = "constructor"), 'chapter: expected "signals" or'],
    ["no steps", (l) => (l.steps = []), "steps: expected a list of 1 to 60, found 0 items"],
    ["too many steps", (l) => (l.steps = Array(61).fill(l.steps[0])), "steps: expected a list of 1 to 60"],
    ["steps that are no list", (l) => (l.steps = { length: 1 }), "steps: expected a list of 1 to 60"],
    [
      "a scenario of another page",
      (l) => (l.steps[0].scenario = "https://e.org"),
      "steps[0].scenario: expected a scenario",
    ],
    ["a scenario with HTML", (l) => (l.steps[0].scenario = "turbo?x=<b>"), "steps[0].scenario: expected a scenario"],
    ["a text with a script", (l) => (l.steps[0].text = "<script>x</script>"), "steps[0].text: found the HTML <script>"],
    [
      "an explanation with an image",
      (l) => (l.steps[0].explains = "![x](https://e.org)"),
      "steps[0].explains: found an image",
    ],
    [
      "a prompt with a script",
      (l) => (l.steps[0].questions[1].choices[1].reason = "[x](javascript:1)"),
      "questions[1].choices[1].reason: found a link",
    ],
    [
      "a figure with a selector",
      (l) => (l.steps[0].figure = "x, main"),
      "steps[0].figure: expected the name of a figure",
    ],
    [
      "an unknown kind of question",
      (l) => (l.steps[0].questions[0].kind = "toString"),
      "questions[0].kind: expected number, choice, order, sketch, text",
    ],
    [
      "no tolerance",
      (l) => delete l.steps[0].questions[0].tolerance,
      "questions[0].tolerance: expected an object, found undefined",
    ],
    [
      "two tolerances",
      (l) => (l.steps[0].questions[0].tolerance = { absolute: 1, relative: 0.1 }),
      'expected either "absolute" or "relative"',
    ],
    [
      "a negative tolerance",
      (l) => (l.steps[0].questions[0].tolerance = { absolute: -1 }),
      "tolerance.absolute: expected a number from 0",
    ],
    [
      "no right choice",
      (l) => delete l.steps[0].questions[1].choices[0].right,
      'expected one with "right": true, found 0',
    ],
    ["two right choices", (l) => (l.steps[0].questions[1].choices[1].right = true), "found 2"],
    ["an output and a right choice", (l) => (l.steps[0].questions[1].output = "x"), 'each needs "is" or "between"'],
    ["a single choice", (l) => l.steps[0].questions[1].choices.pop(), "choices: expected a list of 2 to 12"],
    ["some items with outputs", (l) => delete l.steps[0].questions[2].items[0].output, "1 of 2 have an output"],
    [
      "a sketch that turns back",
      (l) => (l.steps[0].questions[3].at = [0, 2, 1]),
      "questions[3].at: expected rising numbers",
    ],
    ["infinite numbers", (l) => (l.minutes = "Infinity"), "minutes: expected a number from 1 to 600"],
    ["bounds from right to left", (l) => (l.steps[1].vary.at.to = 1), "vary.at: expected 1 to 1000000 values"],
    ["too many values", (l) => (l.steps[1].vary.at.step = 1e-6), "vary.at: expected 1 to 1000000 values"],
    [
      "a varied field without a value",
      (l) => (l.steps[1].scenario = "turbo?length=512&seed=0"),
      "the scenario has no value of at; add &at=… to it",
    ],
    ["a text with an unknown field", (l) => (l.steps[1].text = "{{snr}}"), 'a text has {{snr}}, and "vary" has no snr'],
    [
      "a check of nothing",
      (l) => (l.tasks[0].checks[0].test = "<"),
      'checks[0].test: expected "<=" or ">=" or "within"',
    ],
    [
      "limits in the wrong order",
      (l) => Object.assign(l.tasks[0].checks[0], { test: "within", value: [2, 1] }),
      "checks[0].value: expected the lowest",
    ],
    ["a short salt", (l) => (l.tasks[0].checks[1].salt = "1"), "checks[1].salt: expected a random text"],
    ["a commitment with its check", (l) => (l.tasks[0].checks[1].hash = "0".repeat(64)), 'there is no field "output"'],
    ["no free field", (l) => (l.tasks[0].free = []), "tasks[0].free: expected a list of 1 to 60"],
  ])("are refused with %s", (_, change, message) => {
    expect(() => readLecture(edited(change))).toThrow(message);
  });

  it.each([
    ["no JSON", "<html>", "the file holds no JSON"],
    ["nothing", "", "the file holds no JSON"],
    ["a list", "[]", "the file: expected an object, found []"],
    ["null", "null", "the file: expected an object, found null"],
    ["deep nesting", "[".repeat(100_000), "nested more than 20 levels deep"],
    ["a large file", " ".repeat(MOST.file + 1), `expected at most ${MOST.file}; shorten it`],
  ])("are refused with %s", (_, text, message) => {
    expect(() => readLecture(text)).toThrow(message);
  });

  it("reach no prototype", () => {
    const attacks = [
      '{"__proto__": {"version": 1, "polluted": true}}',
      edited(() => {}).replace('"version"', '"__proto__": {"polluted": true}, "version"'),
      edited(() => {}).replace('"vary":{', '"vary":{"__proto__":{"of":[1]},'),
      edited(() => {}).replace('"vary":{', '"vary":{"constructor":{"of":[1]},'),
    ];
    for (const attack of attacks) expect(() => readLecture(attack)).toThrow(RangeError);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("files of results", () => {
  const result = resultOf(exampleLecture(), "Ada", {
    answers: [{ step: 0, question: 0, tries: [1, [1, 0], "", "a\nb"], seconds: 1, verdict: "wrong" }],
    submissions: [],
  });

  it("are read as they were written", () => {
    expect(readResult(JSON.stringify(result))).toEqual(result);
  });

  it.each<[string, object, string]>([
    ["an unknown verdict", { answers: [{ ...result.answers[0], verdict: "Right" }] }, "answers[0].verdict: expected"],
    ["no tries", { answers: [{ ...result.answers[0], tries: [] }] }, "answers[0].tries: expected a list of 1 to 100"],
    ["an infinite try", { answers: [{ ...result.answers[0], tries: [null] }] }, "answers[0].tries[0]: expected"],
    [
      "a negative time",
      { answers: [{ ...result.answers[0], seconds: -1 }] },
      "answers[0].seconds: expected a number from 0",
    ],
    ["a name that is too long", { student: "a".repeat(201) }, "student: expected a text of 0 to 200 characters"],
    ["no checksum", { checksum: undefined }, "checksum: expected a hash of 64 hexadecimal digits"],
    ["another field", { score: 100 }, 'there is no field "score"'],
  ])("are refused with %s", (_, change, message) => {
    expect(() => readResult(JSON.stringify({ ...result, ...change }))).toThrow(message);
  });
});
