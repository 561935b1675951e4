import type { LectureTask, OpenCheck } from "./lecture.ts";
import type { Evaluate, OutputValue } from "./outputs.ts";
import type { TaskVerdict } from "./result.ts";
import { parametersOf } from "./variant.ts";

/** What judges need to know of the labs. */
export interface Labs {
  evaluate: Evaluate;
  /**
   * Returns a scenario in its usual form: fields in order, without defaults.
   *
   * @throws RangeError or TypeError for a wrong scenario.
   */
  usual(scenario: string): Promise<string>;
}

/** The verdict of one check. */
export interface CheckVerdict {
  /** "open": the check is hidden, and this copy has its hash only. */
  verdict: TaskVerdict;
  value?: OutputValue;
  /** About how many packets decide it. */
  needed?: number;
}

export interface SubmissionVerdict {
  verdict: TaskVerdict;
  /** In the order of the task's checks; empty if the submission changes what the task fixes. */
  checks: readonly CheckVerdict[];
  /** Why the scenario is no submission to this task. */
  problem?: string;
}

/**
 * Judges a submitted scenario.
 *
 * @param task With the student's variant as its scenario.
 * @throws RangeError or TypeError for a scenario that the lab refuses, and for unknown outputs.
 */
export async function judgeSubmission(
  task: Pick<LectureTask, "scenario" | "free" | "checks">,
  scenario: string,
  { evaluate, usual }: Labs,
): Promise<SubmissionVerdict> {
  const problem = changedBeyond(task.free, await usual(task.scenario), await usual(scenario));
  if (problem !== undefined) return { verdict: "not met", checks: [], problem };
  const checks: CheckVerdict[] = [];
  for (const check of task.checks) {
    checks.push(
      "hash" in check
        ? { verdict: "open" }
        : judgeCheck(check, await evaluate(scenario, check.output, check.reference)),
    );
  }
  const order: readonly TaskVerdict[] = ["not met", "not enough packets", "open"];
  return { verdict: order.find((one) => checks.some(({ verdict }) => verdict === one)) ?? "met", checks };
}

/** Returns a sentence on what a submission changes although the task fixes it; undefined if it changes nothing else. */
function changedBeyond(free: readonly string[], start: string, submitted: string): string | undefined {
  const lab = (scenario: string) => scenario.split("?", 1)[0];
  if (lab(start) !== lab(submitted))
    return `The task belongs to the lab ${lab(start)}, and the submission to ${lab(submitted)}.`;
  const [before, after] = [parametersOf(start), parametersOf(submitted)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => !free.includes(name) && before.get(name) !== after.get(name));
  if (changed.length === 0) return undefined;
  return `The submission changes ${changed.join(", ")}. This task lets you change ${free.join(", ")} only.`;
}

/** Float64 meets a limit up to its rounding: a filter designed for −0.5 dB has −0.5000000001 dB. */
const ROUNDING = 1e-9;

/** Judges one check. A rate is met if its whole 95 % interval is, and not met if no part of the interval is. */
export function judgeCheck(check: OpenCheck, value: OutputValue): CheckVerdict {
  if (value.kind !== "number" && value.kind !== "rate") {
    throw new RangeError(`the output ${check.output} is a ${value.kind}, and a check needs a number`);
  }
  const [least, most] = limitsOf(check);
  if (value.kind === "number") {
    const isMet = value.value >= withRounding(least, -1) && value.value <= withRounding(most, 1);
    return { verdict: isMet ? "met" : "not met", value };
  }
  const { low, high } = value;
  if (low >= least && high <= most) return { verdict: "met", value };
  if (low > most || high < least) return { verdict: "not met", value };
  return { verdict: "not enough packets", value, needed: neededUnits(value, least, most) };
}

const withRounding = (limit: number, sign: number) =>
  Number.isFinite(limit) ? limit + sign * ROUNDING * Math.abs(limit) : limit;

function limitsOf({ test, value }: OpenCheck): readonly [number, number] {
  if (typeof value !== "number") return value;
  return test === "<=" ? [-Infinity, value] : [value, Infinity];
}

/**
 * Returns about how many units decide a check, rounded up to two digits, if the rate stays: an interval shrinks as
 * 1/√n, and the limit without errors as 1/n. Undefined if the rate is at the limit, or if nothing is known of it.
 */
function neededUnits(
  { value, low, high, units }: Extract<OutputValue, { kind: "rate" }>,
  least: number,
  most: number,
): number | undefined {
  // An interval from 0 to 1, as of one packet, says nothing about the rate.
  if (units === 0 || !Number.isFinite(value) || high - low >= 1) return undefined;
  const factors = [least, most].filter(Number.isFinite).map((limit) => {
    if (low > limit || high < limit) return 1;
    if (value === 0) return high / limit;
    const width = value < limit ? high - value : value - low;
    return (width / (limit - value)) ** 2;
  });
  const exact = units * Math.max(...factors);
  if (!Number.isFinite(exact)) return undefined;
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.ceil(exact / digit) * digit;
}
