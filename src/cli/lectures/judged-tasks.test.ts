import { describe, expect, it } from "vitest";
import { gradeResult } from "../../core/lectures/grade.ts";
import { studentCopy } from "../../core/lectures/identity.ts";
import type { Check, Lecture, LectureTask } from "../../core/lectures/lecture.ts";
import type { TaskVerdict } from "../../core/lectures/result.ts";
import { exampleLecture, resultOf } from "../../core/lectures/testing.ts";
import { encodeGraph } from "../../core/graphs/graph-link.ts";
import { preset } from "../../core/graphs/presets/preset.ts";
import { terminalLabs } from "./labs.ts";

const labs = terminalLabs();

interface Kind {
  kind: string;
  start: string;
  free: readonly string[];
  checks: readonly Check[];
  /** Submissions with their verdicts, three of which are met. */
  submissions: readonly (readonly [scenario: string, verdict: TaskVerdict])[];
}

const filter = (design: object) => `filters?design=${encodeURIComponent(JSON.stringify({ rate: 48_000, ...design }))}`;
const mask = (type: string, change = {}) =>
  filter({ type, pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, ...change });
const rate: Check = { output: "rate", test: "within", value: [48_000, 48_000] };

const ADAPTIVE = "adaptive?channel=proakis-b&training=200&symbols=512&packets=64&at=12";
const dfe = (fields: string) => `${ADAPTIVE}&equalizers=dfe&feedbackTaps=2${fields}`;
/** Length 40 at 3 dB: about 4 codewords of 500 are lost with six iterations. */
const turbo = (fields: string) => `turbo?length=40&windows=1&at=3${fields}`;

/** Two tones, of which the first one is moved to 0 Hz with a gain. */
async function moved(frequency: number, gain = 1, sink = "null-sink") {
  const { graph } = preset({
    name: "",
    title: "",
    text: [],
    blocks: {
      tone: ["signal-source", { frequency: 5000, rate: 48_000 }, 0],
      other: ["signal-source", { frequency: -8000, rate: 48_000 }, 0, 1],
      both: ["add", {}, 1],
      mixer: ["mixer", { frequency }, 2],
      gain: ["multiply-constant", { constant: gain }, 3],
      out: [sink, {}, 4],
    },
    connections: ["tone.out both.a", "other.out both.b", "both.out mixer.in", "mixer.out gain.in", "gain.out out.in"],
  });
  return `graphs?graph=${await encodeGraph(graph)}`;
}
const [RIGHT, WRONG] = [await moved(5000), await moved(0)];

/** The generator's plan has this burst from sample 22 375, 33 445 samples long, at 361.1 kHz and 185.9 kHz wide. */
const burst = (select: string, station: number) => `recordings?example=qpsk-burst&select=${select}&station=${station}`;

const KINDS: readonly Kind[] = [
  {
    kind: "the mask of a filter",
    start: mask("butterworth"),
    free: ["design"],
    checks: [
      rate,
      { output: "lowestDb.0:6000", test: ">=", value: -0.5 },
      { output: "highestDb.7500:24000", test: "<=", value: -60 },
      { output: "multiplications", test: "<=", value: 20 },
    ],
    submissions: [
      [mask("elliptic"), "met"],
      [mask("elliptic", { attenuation: 61 }), "met"],
      [filter({ type: "elliptic", order: 7, cutoff: 6000, ripple: 0.45, attenuation: 60.5 }), "met"],
      // An easier mask of the student's own, or another rate, does not help.
      [mask("elliptic", { attenuation: 40 }), "not met"],
      [mask("chebyshev1"), "not met"],
      [mask("elliptic", { rate: 50_000 }), "not met"],
    ],
  },
  {
    kind: "the order of a filter",
    start: mask("butterworth"),
    free: ["design"],
    checks: [
      rate,
      { output: "highestDb.7500:24000", test: "<=", value: -60 },
      { output: "order", test: "<=", value: 8 },
    ],
    submissions: [
      [filter({ type: "chebyshev2", order: 8, cutoff: 7500, attenuation: 60 }), "met"],
      [filter({ type: "elliptic", order: 8, cutoff: 6000, ripple: 0.5, attenuation: 60 }), "met"],
      [filter({ type: "butterworth", order: 8, cutoff: 2000 }), "met"],
      [filter({ type: "butterworth", order: 8, cutoff: 6000 }), "not met"],
      [filter({ type: "chebyshev2", order: 9, cutoff: 7500, attenuation: 60 }), "not met"],
      [filter({ type: "elliptic", order: 3, cutoff: 6000, ripple: 0.5, attenuation: 60 }), "not met"],
    ],
  },
  {
    kind: "the delay of a filter",
    start: mask("elliptic"),
    free: ["design"],
    checks: [
      rate,
      ...[1000, 5000].map((f): Check => ({ output: `delay.${f}`, test: "within", value: [19.99, 20.01] })),
    ],
    submissions: [
      // A symmetrical filter of N taps delays by (N − 1)/2.
      [filter({ type: "window", length: 41, cutoff: 6000 }), "met"],
      [filter({ type: "window", length: 41, cutoff: 9000, window: "hann" }), "met"],
      [filter({ type: "taps", taps: Array.from({ length: 41 }, (_, n) => (n === 20 ? 1 : 0)) }), "met"],
      [filter({ type: "window", length: 43, cutoff: 6000 }), "not met"],
      [mask("elliptic"), "not met"],
      [filter({ type: "taps", taps: [1] }), "not met"],
    ],
  },
  {
    kind: "the error rate of an equalizer",
    start: dfe("&forwardTaps=1"),
    free: ["equalizers", "forwardTaps", "feedbackTaps", "packets"],
    checks: [
      { output: "ber.best", test: "<=", value: 5e-3 },
      { output: "field.forwardTaps", test: "<=", value: 8 },
    ],
    submissions: [
      [dfe("&forwardTaps=5"), "met"],
      [dfe("&forwardTaps=8"), "met"],
      [`${ADAPTIVE}&equalizers=mmse,dfe&feedbackTaps=2&forwardTaps=6`, "met"],
      [`${ADAPTIVE}&equalizers=mmse&feedbackTaps=2&forwardTaps=8`, "not met"],
      [dfe("&forwardTaps=12"), "not met"],
      [dfe("&forwardTaps=5").replace("packets=64", "packets=1"), "not enough packets"],
    ],
  },
  {
    kind: "the frame error rate of a code",
    start: turbo("&codewords=100&iterations=1"),
    free: ["codewords", "iterations", "algorithm", "scale"],
    checks: [{ output: "fer.1", test: "<=", value: 0.03 }],
    submissions: [
      [turbo("&codewords=500"), "met"],
      [turbo("&codewords=500&iterations=8"), "met"],
      [turbo("&codewords=500&algorithm=log-map"), "met"],
      [turbo("&codewords=500&iterations=1"), "not met"],
      [turbo("&codewords=500").replace("at=3", "at=4"), "not met"],
      [turbo("&codewords=20"), "not enough packets"],
    ],
  },
  {
    kind: "the sink of a flow graph",
    start: WRONG,
    free: ["graph"],
    checks: [{ output: "errorDb.out", test: "<=", value: -60, reference: RIGHT, salt: "a-salt-of-sixteen" }],
    submissions: [
      [RIGHT, "met"],
      [await moved(5000, 1.0005), "met"],
      [await moved(5000, 1, "time-sink"), "met"],
      [await moved(5000, 1.01), "not met"],
      [await moved(-5000), "not met"],
      [await moved(5001), "not met"],
    ],
  },
  {
    kind: "a value of a recording",
    start: "recordings?example=qpsk-burst",
    free: ["select", "station"],
    checks: [
      { output: "overlap.1", test: ">=", value: 0.5 },
      { output: "tuningKHz.1", test: "<=", value: 5 },
    ],
    submissions: [
      [burst("22375:33445:0.2681:0.4541", 361_100), "met"],
      [burst("20000:40000:0.25:0.48", 364_000), "met"],
      [burst("22375:33445:0.29:0.43", 358_000), "met"],
      [burst("22375:33445:0.2681:0.4541", 370_000), "not met"],
      [burst("22375:12000:0.2681:0.4541", 361_100), "not met"],
      [burst("22375:33445:-0.4541:-0.2681", 361_100), "not met"],
    ],
  },
];

/** A lecture with one task. */
const lectureOf = ({ kind, start, free, checks }: Kind): Lecture => {
  const task: LectureTask = { title: kind, prompt: "Reach it.", scenario: start, free, checks };
  return { ...exampleLecture(), id: "kinds", steps: [], tasks: [task] };
};

/** What the student's page shows: hidden checks are open. */
const shownOf = ({ checks }: Kind, verdict: TaskVerdict): TaskVerdict =>
  checks.some((check) => "salt" in check) ? "open" : verdict;

describe.each(KINDS)("tasks that ask for $kind", (kind) => {
  const lecture = lectureOf(kind);
  const graded = (scenario: string, verdict: TaskVerdict) =>
    gradeResult(
      lecture,
      resultOf(studentCopy(lecture), "Ada", {
        answers: [],
        submissions: [{ task: 0, scenario, tries: 1, seconds: 1, verdict }],
      }),
      labs,
    );

  it.each(kind.submissions)("%s: %s", async (scenario, verdict) => {
    const grade = await graded(scenario, shownOf(kind, verdict));
    expect(grade).toMatchObject(verdict === "met" ? { met: 1, unmet: 0, score: 1 } : { met: 0, unmet: 1, score: 0 });
    // The page's verdict is the same, except for what a submission changes beyond the task.
    expect(grade.problems.filter((text) => !text.includes("The submission changes"))).toEqual([]);
  });

  it("finds a forged verdict, and the start is not met", async () => {
    const forged = await graded(kind.start, "met");
    expect(forged).toMatchObject({ met: 0, unmet: 1 });
    expect(forged.problems.join(" ")).toContain("Task 1: the file says met");
  });
});
