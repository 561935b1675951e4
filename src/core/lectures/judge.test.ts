import { describe, expect, it } from "vitest";
import { judgeAnswer } from "./judge.ts";
import type { Question } from "./lecture.ts";
import type { GivenAnswer } from "./result.ts";
import { tableLabs } from "./testing.ts";

const { evaluate } = tableLabs({
  errors: () => ({ kind: "number", value: 100 }),
  zero: () => ({ kind: "number", value: 0 }),
  none: () => ({ kind: "number", value: Number.NaN }),
  ber: () => ({ kind: "rate", value: 1e-3, low: 5e-4, high: 2e-3, units: 100 }),
  best: () => ({ kind: "name", value: "mmse" }),
  curve: () => ({ kind: "curve", x: [0, 2, 4], y: [0, 10, 0] }),
});
const judge = (question: Question, answer: GivenAnswer) => judgeAnswer(question, "turbo", answer, evaluate);
const number = (output: string, tolerance: object): Question =>
  ({ kind: "number", prompt: "?", output, tolerance }) as Question;
const best: Question = {
  kind: "choice",
  prompt: "?",
  output: "best",
  choices: [
    { text: "ZF", is: "zf", reason: "It amplifies noise." },
    { text: "MMSE", is: "mmse" },
  ],
};
const ranged: Question = {
  kind: "choice",
  prompt: "?",
  output: "errors",
  choices: [
    { text: "fewer", between: [null, 100] },
    { text: "more", between: [100, null] },
  ],
};
const authored: Question = {
  kind: "choice",
  prompt: "?",
  choices: [{ text: "no" }, { text: "yes", right: true, reason: "Because." }, { text: "perhaps" }],
};
const order: Question = {
  kind: "order",
  prompt: "?",
  by: "descending",
  items: [
    { text: "0", output: "zero" },
    { text: "100", output: "errors" },
    { text: "0.001", output: "ber" },
  ],
};
const ties: Question = {
  kind: "order",
  prompt: "?",
  items: [..."aab"].map((text) => ({ text, output: text === "a" ? "zero" : "ber" })),
};
const written: Question = {
  kind: "order",
  prompt: "?",
  items: [{ text: "first" }, { text: "second" }, { text: "third" }],
};
const axes = { x: { label: "x", from: 0, to: 4 }, y: { label: "y", from: 0, to: 10 } };
const sketch: Question = {
  kind: "sketch",
  prompt: "?",
  output: "curve",
  at: [0, 1, 2, 3, 4],
  ...axes,
  tolerance: { absolute: 1 },
};

describe("answers that are right", () => {
  it.each<[string, Question, GivenAnswer]>([
    ["the value", number("errors", { absolute: 0 }), 100],
    ["at the lower limit", number("errors", { absolute: 2.5 }), 97.5],
    ["at the upper limit", number("errors", { relative: 0.1 }), 110],
    ["zero without tolerance", number("zero", { relative: 0.1 }), 0],
    ["a rate within its interval", number("ber", { relative: 0.1 }), 1.9e-3],
    ["a rate within the tolerance", number("ber", { relative: 2 / 3 }), 4e-4],
    ["a name", best, 1],
    ["a range, from its lower limit on", ranged, 1],
    ["the author's statement", authored, 1],
    ["an order by outputs", order, [1, 2, 0]],
    ["an order of equals", ties, [1, 0, 2]],
    ["the file's order", written, [0, 1, 2]],
    ["a sketch", sketch, [0, 5, 10, 5, 0]],
    ["a sketch with one point of five outside", sketch, [1, 5.5, 9, 5, 7]],
    ["a sketch at the tolerance", sketch, [1, 6, 9, 4, -1]],
  ])("%s", async (_, question, answer) => {
    expect((await judge(question, answer)).verdict).toBe("right");
  });
});

describe("answers that are wrong", () => {
  it.each<[string, Question, GivenAnswer, GivenAnswer]>([
    ["below", number("errors", { absolute: 2.5 }), 97.4, 100],
    ["above", number("errors", { relative: 0.1 }), 110.1, 100],
    ["another sign", number("errors", { relative: 0.1 }), -100, 100],
    ["a rate outside of interval and tolerance", number("ber", { relative: 0.1 }), 2.1e-3, 1e-3],
    ["another name", best, 0, 1],
    ["another range", ranged, 0, 1],
    ["another statement", authored, 2, 1],
    ["the opposite order", order, [0, 2, 1], [1, 2, 0]],
    ["an order that separates equals", ties, [0, 2, 1], [0, 1, 2]],
    ["not the file's order", written, [1, 0, 2], [0, 1, 2]],
    ["a sketch with two points of five outside", sketch, [2, 7, 10, 5, 0], [0, 5, 10, 5, 0]],
    ["a flat sketch", sketch, [5, 5, 5, 5, 5], [0, 5, 10, 5, 0]],
    ["a sketch upside down", sketch, [10, 5, 0, 5, 10], [0, 5, 10, 5, 0]],
  ])("%s", async (_, question, answer, right) => {
    expect(await judge(question, answer)).toMatchObject({ verdict: "wrong", right });
  });

  it("have the reason of the chosen statement", async () => {
    expect((await judge(best, 0)).reason).toBe("It amplifies noise.");
    expect((await judge(authored, 1)).reason).toBe("Because.");
  });
});

it("texts are kept and not judged", async () => {
  expect(await judge({ kind: "text", prompt: "?" }, "Because.")).toEqual({ verdict: "given" });
});

it.each<[Question, GivenAnswer, string]>([
  [number("errors", { absolute: 1 }), "100", 'must be a number, got "100"'],
  [number("errors", { absolute: 1 }), Number.NaN, "must be a number, got null"],
  [number("none", { absolute: 1 }), 1, "the output none has no value in this scenario"],
  [number("best", { absolute: 1 }), 1, "the output best is a name, and the question needs a number"],
  [number("magic", { absolute: 1 }), 1, 'there is no output "magic"'],
  [best, 2, "must be the index of a choice, got 2"],
  [best, 0.5, "must be the index of a choice"],
  [best, "length", "must be the index of a choice"],
  [order, [0, 0, 1], "must be the 3 items in an order, got [0,0,1]"],
  [order, [0, 1], "must be the 3 items in an order"],
  [sketch, [1, 2], "must be 5 numbers"],
  [{ kind: "text", prompt: "?" }, 5, "must be a text"],
  [{ ...sketch, output: "errors" } as Question, [0, 0, 0, 0, 0], "is a number, and a sketch needs a curve"],
  [{ ...sketch, at: [0, 1, 2, 3, 5] } as Question, [0, 0, 0, 0, 0], "goes from 0 to 4, and the sketch asks for 5"],
  [{ ...ranged, choices: ranged.choices.slice(0, 1) } as Question, 0, "0 choices fit the output errors, which is 100"],
])("refuses %o with %j", async (question, answer, message) => {
  await expect(judge(question, answer)).rejects.toThrow(message);
});
