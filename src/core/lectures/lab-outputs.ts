import { type Context, perContext } from "../experiment.ts";
import type { ErrorRates } from "../measurement/error-rates.ts";
import type { Measurement } from "../measurement/measurement.ts";
import type { OutputFacts, OutputValue } from "./outputs.ts";
import { type LabFields, type ScenarioField, scenarioFields } from "./scenario-fields.ts";

/** All outputs of a lab. */
export interface LabOutputs {
  /** Returns the outputs that a scenario has. */
  list(scenario: string): OutputFacts[];
  /**
   * Returns a scenario in its usual form: the fields that outputs depend on, in order and without defaults.
   *
   * @throws RangeError or TypeError that names the field, what it takes and what came.
   */
  usual(scenario: string): string;
  /** Returns the fields of a scenario with their values. */
  fields(scenario: string): ScenarioField[];
  /**
   * @param reference Another scenario of the lab, for outputs that compare two.
   * @throws RangeError for an unknown output, and for a reference that is missing or of no use.
   */
  evaluate(context: Context, scenario: string, name: string, reference?: string): Promise<OutputValue>;
}

/** One output, or one for each receiver, method or frequency: its name then ends in that part, "ber.mmse". */
export interface OutputLine<Scenario, State> extends Omit<OutputFacts, "name"> {
  /**
   * The parts, or "number" for any number, "gainDb.1000", "range" for two rising ones, "highestDb.7500:24000", or "name" for
   * names that only the computation knows: "errors.counter".
   */
  parts?: "number" | "range" | "name" | ((scenario: Scenario) => readonly string[]);
  /** @param reference Of a line that compares. */
  value(state: State, part: string, reference?: State): OutputValue | Promise<OutputValue>;
}

type Awaitable<T> = T | Promise<T>;

/** An error rate with its 95 % interval and the number of independent units; null without counts. */
export interface CountedRate {
  rate: number | null;
  ci95: readonly [number, number] | null;
  units: number;
}

/** Returns constructors of lines of a lab's table. */
export function outputLines<Scenario, State>() {
  type Line = OutputLine<Scenario, State>;
  type Parts = Line["parts"];
  return {
    number: (
      title: string,
      unit: string,
      value: (state: State, part: string) => Awaitable<number>,
      parts?: Parts,
    ): Line => ({
      title,
      unit,
      kind: "number",
      parts,
      value: async (state, part) => ({ kind: "number", value: await value(state, part) }),
    }),
    /** A number from the comparison of a scenario with a reference. */
    comparison: (
      title: string,
      unit: string,
      value: (state: State, part: string, reference: State) => Awaitable<number>,
      parts?: Parts,
    ): Line => ({
      title,
      unit,
      kind: "number",
      parts,
      compares: true,
      value: async (state, part, reference) => ({ kind: "number", value: await value(state, part, reference!) }),
    }),
    rate: (title: string, value: (state: State, part: string) => Awaitable<CountedRate>, parts?: Parts): Line => ({
      title,
      unit: "",
      kind: "rate",
      parts,
      async value(state, part) {
        const { rate, ci95, units } = await value(state, part);
        const [low, high] = ci95 ?? [0, 1];
        return { kind: "rate", value: rate ?? Number.NaN, low, high, units };
      },
    }),
    name: (title: string, value: (state: State) => Awaitable<string>): Line => ({
      title,
      unit: "",
      kind: "name",
      value: async (state) => ({ kind: "name", value: await value(state) }),
    }),
    curve: (
      title: string,
      unit: string,
      value: (state: State, part: string) => Awaitable<{ x: Iterable<number>; y: Iterable<number> }>,
      parts?: Parts,
    ): Line => ({
      title,
      unit,
      kind: "curve",
      parts,
      async value(state, part) {
        const { x, y } = await value(state, part);
        return { kind: "curve", x: [...x], y: [...y] };
      },
    }),
  };
}

/** Scenarios whose results are kept: several questions of a step, and of many students, ask about one. */
const MOST_KEPT = 16;

/** Returns the outputs of a lab from its table. */
export function labOutputs<Scenario, State>({
  read,
  usual,
  fields,
  open,
  table,
}: {
  /** @param fragment The scenario. */
  read(fragment: string): Scenario;
  usual(scenario: Scenario): string;
  fields: LabFields;
  /** Returns what the values are computed from. It computes only on demand, and once. */
  open(context: Context, scenario: Scenario): State;
  table: Readonly<Record<string, OutputLine<Scenario, State>>>;
}): LabOutputs {
  const kept = perContext(() => new Map<string, State>());
  /** The output that names the receiver for which "best" stands: "best.ber" for "ber.best". */
  const bestOf = (stem: string) => (Object.hasOwn(table, `best.${stem}`) ? `best.${stem}` : undefined);
  async function evaluate(context: Context, scenario: string, name: string, reference?: string): Promise<OutputValue> {
    const of = read(scenario);
    if (name.startsWith("field.")) {
      return { kind: "number", value: numberIn(scenarioFields(fields, usual(of)), name.slice("field.".length)) };
    }
    const [stem, suffix] = name.split(".", 2);
    const which = suffix === "best" ? bestOf(stem) : undefined;
    if (which !== undefined) {
      const best = await evaluate(context, scenario, which);
      return evaluate(context, scenario, `${stem}.${best.kind === "name" ? best.value : ""}`, reference);
    }
    const [line, part] = lineOf(table, of, name);
    if (line.compares && reference === undefined) {
      throw new RangeError(`the output "${name}" compares two scenarios; add a "reference" to its check`);
    }
    if (!line.compares && reference !== undefined) {
      throw new RangeError(`the output "${name}" compares nothing; remove the "reference" from its check`);
    }
    const states = kept(context);
    const used = (one: Scenario): State => {
      const key = usual(one);
      const state = states.get(key) ?? open(context, one);
      states.delete(key);
      states.set(key, state);
      return state;
    };
    const state = used(of);
    const other = reference === undefined ? undefined : used(read(reference));
    for (const oldest of [...states.keys()].slice(0, Math.max(0, states.size - MOST_KEPT))) states.delete(oldest);
    try {
      return await line.value(state, part, other);
    } catch (error) {
      // A lost device or an abort must not stay the answer.
      for (const one of reference === undefined ? [of] : [of, read(reference)]) states.delete(usual(one));
      throw error;
    }
  }
  return {
    usual: (scenario) => usual(read(scenario)),
    fields: (scenario) => scenarioFields(fields, scenario),
    list(scenario) {
      const of = read(scenario);
      const lines = Object.entries(table).flatMap(([name, { title, unit, kind, compares, parts }]) => {
        const names =
          parts === undefined
            ? [name]
            : typeof parts === "string"
              ? [`${name}.${PATTERNS[parts].shown}`]
              : [...parts(of), ...(bestOf(name) ? ["best"] : [])].map((part) => `${name}.${part}`);
        return names.map((one) => ({ name: one, title, unit, kind, ...(compares && { compares }) }));
      });
      return [...lines, FIELD_FACTS];
    },
    evaluate,
  };
}

const FIELD_FACTS: OutputFacts = {
  name: "field.NAME",
  title: "Number in a field of the scenario; of a list, how many it has",
  unit: "",
  kind: "number",
};

/** @throws RangeError for an unknown field. */
function numberIn(fields: readonly ScenarioField[], name: string): number {
  const field = fields.find((one) => one.name === name);
  if (!field) {
    throw new RangeError(`there is no field "${name}"; the fields are ${fields.map((one) => one.name).join(", ")}`);
  }
  const { value, isList } = field;
  if (isList) return value.split(",").filter(Boolean).length;
  return value === "" ? Number.NaN : Number(value);
}

/** Parts by a pattern: how a list shows them, what they are, an example, and whether a text is one. */
const PATTERNS = {
  name: { what: "a name", shown: "NAME", example: "counter", fits: (text: string) => /^[\w-]+$/.test(text) },
  number: {
    what: "a number",
    shown: "…",
    example: "1000",
    fits: (text: string) => text !== "" && Number.isFinite(Number(text)),
  },
  range: {
    what: "two rising numbers",
    shown: "…:…",
    example: "1000:2000",
    fits(text: string) {
      const [from, to, ...more] = text.split(":").map((part) => (part === "" ? Number.NaN : Number(part)));
      return from < to && more.length === 0;
    },
  },
};

/** Returns the line of an output, and its part. @throws RangeError that lists the outputs. */
function lineOf<Scenario, State>(
  table: Readonly<Record<string, OutputLine<Scenario, State>>>,
  scenario: Scenario,
  name: string,
): [OutputLine<Scenario, State>, string] {
  const stems = Object.keys(table).filter((one) => name === one || name.startsWith(`${one}.`));
  // "evmDb.last.ls" is a part of "evmDb.last", not of "evmDb".
  const exact = stems.toSorted((one, other) => other.length - one.length).at(0);
  if (exact === undefined) {
    throw new RangeError(`there is no output "${name}"; the outputs are ${Object.keys(table).join(", ")}`);
  }
  const line = table[exact];
  const part = name.slice(exact.length + 1);
  if (line.parts === undefined && part === "") return [line, part];
  if (typeof line.parts === "string" && PATTERNS[line.parts].fits(part)) return [line, part];
  const parts = typeof line.parts === "function" ? line.parts(scenario) : [];
  if (parts.includes(part)) return [line, part];
  const expected =
    typeof line.parts === "string"
      ? `${exact} and ${PATTERNS[line.parts].what}, for example ${exact}.${PATTERNS[line.parts].example}`
      : parts.length > 0
        ? parts.map((one) => `${exact}.${one}`).join(", ")
        : exact;
  throw new RangeError(`there is no output "${name}" in this scenario; expected ${expected}`);
}

/** Runs a sweep to its end, and returns its rows. */
export async function sweptRows<Config, Row>(
  { host, onRecovery }: Context,
  measurement: Measurement<Config, Row>,
  config: Config,
): Promise<Row[]> {
  const { newSweep, runSweep, sweepResults } = await import("../measurement/sweep.ts");
  let state = newSweep(measurement, config);
  for await (const step of runSweep(measurement, [host], state, { onRecovery })) state = step.state;
  return sweepResults(measurement, state);
}

export const bitRate = ({ ber, ci95, frames }: ErrorRates): CountedRate => ({ rate: ber, ci95, units: frames });
export const frameRate = ({ fer, fer95, frames }: ErrorRates): CountedRate => ({
  rate: fer,
  ci95: fer95,
  units: frames,
});

/** Returns a curve of log₁₀ of error rates. Points without errors have no logarithm and are left out. */
export function logCurve(points: readonly { db: number; rate: number | null }[]): { x: number[]; y: number[] } {
  const counted = points.filter(({ rate }) => rate !== null && rate > 0);
  return { x: counted.map(({ db }) => db), y: counted.map(({ rate }) => Math.log10(rate!)) };
}

/** Returns the name with the least value; of equal ones the first. */
export function leastOf(names: readonly string[], valueOf: (name: string) => number): string {
  return names.reduce((best, name) => (valueOf(name) < valueOf(best) ? name : best));
}
