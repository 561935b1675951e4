import { describe, expect, it } from "vitest";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { OutputValue } from "#core/lectures/outputs.ts";
import { asks } from "#core/outputs.ts";
import { LABS } from "../../labs/registry.ts";
import { told } from "./told.ts";

const outputs = (scenario: string) => asks.outputs(undefined, scenario);
const lectures: readonly Lecture[] = (
  await Promise.all(
    Object.values(LABS).map(async (entry) => ("lectures" in entry ? (await entry.lectures()).LECTURES : [])),
  )
).flat();

/** Values of each kind that no other text has. */
const STAND_INS: Record<OutputValue["kind"], OutputValue> = {
  number: { kind: "number", value: 471 },
  rate: { kind: "rate", value: 471, low: 471, high: 471, units: 1 },
  name: { kind: "name", value: "471" },
  curve: { kind: "curve", x: [-1e12, 1e12], y: [471, 471] },
};

describe("lectures/told", () => {
  it("tells each value that a lecture asks, by the title that the lab gives it", async () => {
    let count = 0;
    for (const { id, steps } of lectures) {
      for (const [i, { questions, scenario }] of steps.entries()) {
        const facts = await outputs(scenario);
        const asked: string[] = [];
        const evaluate = (_: string, output: string) => {
          asked.push(output);
          const stem = output.split(".")[0];
          const { kind } =
            facts.find(({ name }) => name === output) ?? facts.find(({ name }) => name.startsWith(stem))!;
          return Promise.resolve(STAND_INS[kind]);
        };
        const text = (await told(questions, scenario, { outputs: () => Promise.resolve(facts), evaluate })) ?? "";
        const expected = new Set(
          questions.flatMap((question) =>
            question.kind === "order"
              ? question.items.flatMap(({ output }) => output ?? [])
              : question.kind !== "text" && question.output !== undefined
                ? question.output
                : [],
          ),
        );
        expect(asked, `${id}, step ${i + 1}`).toEqual([...expected]);
        // A name without a title is one that no screen reader can say.
        const parts = text.replace(/^.*? values\. /, "").split("; ");
        for (const output of expected) {
          expect(
            parts.filter((part) => part.startsWith(`${output}:`)),
            `${id}, step ${i + 1}`,
          ).toEqual([]);
        }
        for (const part of text ? parts : []) expect(part, `${id}, step ${i + 1}`).toMatch(/: .*471/);
        count += expected.size;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it("has the values that theory has, at the abscissas that a question names", async () => {
    const evaluate = (scenario: string, output: string) => asks.output({ host: {} } as never, scenario, output);
    // An echo of eight samples at 8 kHz: |cos(π·f·8/8000)| in dB.
    const echo = 'filters?design={"type":"taps","taps":[0.5,0,0,0,0,0,0,0,0.5],"rate":8000}';
    const gain = 20 * Math.log10(Math.abs(Math.cos((Math.PI * 300 * 8) / 8000)));
    const tolerance = { absolute: 1 };
    const x = { label: "", from: 0, to: 1 };
    const text = await told(
      [
        { kind: "number", prompt: "", output: "gainDb.300", tolerance },
        { kind: "number", prompt: "", output: "taps", tolerance },
        { kind: "sketch", prompt: "", output: "step", at: [0, 8], x, y: x, tolerance },
      ],
      echo,
      { outputs, evaluate },
    );
    const value = Number(/\(300\): (−[\d.]+) dB/.exec(text!)?.[1].replace("−", "-"));
    expect(Math.abs(value - gain)).toBeLessThan(0.01);
    expect(text).toContain("Taps of a FIR filter: 9;");
    expect(text).toContain("Step response: 0.5 at 0, 1 at 8.");
  });

  it("says nothing where no output decides", async () => {
    const questions = [{ kind: "text", prompt: "Why?" }] as const;
    const evaluate = () => Promise.reject(new Error("asked"));
    expect(await told(questions, "filters?", { outputs, evaluate })).toBeUndefined();
  });
});
