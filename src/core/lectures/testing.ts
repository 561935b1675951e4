import { checksumOf, hashOf } from "./identity.ts";
import type { Lecture } from "./lecture.ts";
import type { Evaluate, OutputValue } from "./outputs.ts";
import type { Result } from "./result.ts";
import type { Labs } from "./verdict.ts";

/** A lecture with each kind of question, variants, and a task with a hidden check. */
export const exampleLecture = (): Lecture => ({
  version: 1,
  id: "windows",
  title: "Windows",
  summary: "What windows cost.",
  teaches: ["windows"],
  needs: [],
  minutes: 10,
  steps: [
    {
      title: "One",
      text: "Look at $x_1$.",
      explains: "It **is** so.",
      scenario: "turbo?length=512",
      figure: "ber",
      questions: [
        { kind: "number", prompt: "How many?", output: "errors", unit: "bits", tolerance: { absolute: 2 } },
        {
          kind: "choice",
          prompt: "Which?",
          choices: [
            { text: "This", right: true },
            { text: "That", reason: "It is not." },
          ],
        },
        {
          kind: "order",
          prompt: "Sort.",
          items: [
            { text: "a", output: "b" },
            { text: "b", output: "a" },
          ],
        },
        {
          kind: "sketch",
          prompt: "Draw.",
          output: "curve",
          at: [0, 1, 2, 3],
          x: { label: "f", from: 0, to: 3 },
          y: { label: "dB", from: 0, to: 10 },
          tolerance: { absolute: 1 },
          share: 0.75,
        },
        { kind: "text", prompt: "Why?" },
      ],
    },
    {
      title: "Two",
      text: "At {{at}} dB.",
      scenario: "turbo?length=512&at=14&seed=0",
      vary: { at: { from: 10, to: 20, step: 0.5 }, seed: { from: 0, to: 999_999, step: 1 } },
      questions: [{ kind: "number", prompt: "How many?", output: "at", tolerance: { relative: 0.1 } }],
    },
  ],
  tasks: [
    {
      title: "Reach it",
      prompt: "Reach a BER of 1e-3.",
      scenario: "mimo?antennas=2&detectors=zf",
      free: ["detectors", "frames"],
      vary: { antennas: { of: ["2", "4", "8"] } },
      checks: [
        { output: "ber", test: "<=", value: 1e-3 },
        { output: "ber", test: "<=", value: 1e-4, salt: "0123456789abcdef" },
      ],
      solution: "mimo?antennas=2&detectors=mmse",
    },
  ],
});

/** Labs that compute outputs by a table: a function gets the parameters of the scenario. */
export function tableLabs(table: Readonly<Record<string, (parameters: URLSearchParams) => OutputValue>>): Labs {
  const evaluate: Evaluate = async (scenario, output) => {
    if (!Object.hasOwn(table, output)) throw new RangeError(`there is no output "${output}"`);
    return table[output](new URLSearchParams(scenario.split("?")[1]));
  };
  return { evaluate, usual: async (scenario) => scenario };
}

/** Returns a result with the right checksum and the lecture's hash. */
export function resultOf(lecture: Lecture, student: string, parts: Pick<Result, "answers" | "submissions">): Result {
  const { id, title } = lecture;
  const result = {
    version: 1 as const,
    lecture: { id, title, hash: hashOf(lecture) },
    student,
    program: "0",
    ...parts,
  };
  return { ...result, checksum: checksumOf(result) };
}
