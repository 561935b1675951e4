import { digestOf } from "./identity.ts";
import type { Bounds, Lecture, LectureTask, Step } from "./lecture.ts";

/** A student's numbers of a step or a task. */
export interface Variant {
  /** The scenario with this student's values. */
  scenario: string;
  /** The varied fields, by name. */
  values: Readonly<Record<string, number | string>>;
}

/** Where a variant belongs: a step or a task, by its index. */
type Place = { step: number } | { task: number };

/** Most values of one field. */
export const MOST_VALUES = 1_000_000;

/** Returns the number of values within bounds. */
export const valuesIn = (bounds: Bounds): number =>
  "of" in bounds ? bounds.of.length : Math.floor((bounds.to - bounds.from) / bounds.step + 1e-9) + 1;

/** Returns value `i` within bounds. Sums of decimal steps are rounded to 12 digits: 0.1 + 2 · 0.1 is 0.3. */
export const valueAt = (bounds: Bounds, i: number): number | string =>
  "of" in bounds ? bounds.of[i] : Number((bounds.from + i * bounds.step).toPrecision(12));

/** Returns a name as variants see it: without case, and with single spaces. Letters with accents have one form. */
export const normalizedName = (student: string): string =>
  student.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();

/**
 * Returns a student's variant of a step or a task. The same name gives the same variant on every machine: SHA-256 of the
 * lecture's id, the place, the field and the name. Its first 64 bits, as a fraction of 2⁶⁴, choose among the values.
 *
 * @param student The name as typed. An empty one gives the scenario as it is written.
 */
export function studentVariant(
  lecture: Pick<Lecture, "id" | "steps" | "tasks">,
  place: Place,
  student: string,
): Variant {
  const [name, part] =
    "step" in place ? [`step ${place.step + 1}`, lecture.steps[place.step]] : taskAt(lecture, place.task);
  const { scenario, vary = {} }: Pick<Step | LectureTask, "scenario" | "vary"> = part;
  const who = normalizedName(student);
  const entries = Object.entries(vary).map(([field, bounds]): [string, number | string] => {
    if (who === "") return [field, parametersOf(scenario).get(field) ?? ""];
    const bytes = digestOf(`threeray variant 1\n${lecture.id}\n${name}\n${field}\n${who}`);
    const fraction = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
    return [field, valueAt(bounds, Number((fraction * BigInt(valuesIn(bounds))) >> 64n))];
  });
  const values = Object.fromEntries(entries);
  return { scenario: withParameters(scenario, values), values };
}

function taskAt({ tasks = [] }: Pick<Lecture, "tasks">, at: number): [string, LectureTask] {
  return [`task ${at + 1}`, tasks[at]];
}

/**
 * Returns the order in which the items of a question are shown first: indices, never in the file's order, which may be the
 * right one. The same question has the same order everywhere.
 */
export function startOrder({ prompt, items }: { prompt: string; items: readonly unknown[] }): number[] {
  const bytes = digestOf(`threeray order 1\n${prompt}`);
  const order = items.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const other = bytes[i] % (i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  const isSorted = order.every((item, i) => item === i);
  return isSorted ? [...order.slice(1), order[0]] : order;
}

/** Returns the parameters of a scenario, decoded, by name. */
export function parametersOf(scenario: string): Map<string, string> {
  const [, query = ""] = scenario.split("?");
  return new Map(
    query
      .split("&")
      .filter(Boolean)
      .map((part): [string, string] => {
        const at = part.indexOf("=");
        const [name, text] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
        return [decoded(name), decoded(text)];
      }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a scenario with other values for some of its parameters. The rest of it stays as it is written. */
function withParameters(scenario: string, values: Variant["values"]): string {
  const [lab, query = ""] = scenario.split("?");
  const parts = query.split("&").filter(Boolean);
  const changed = parts.map((part) => {
    const name = decoded(part.split("=", 1)[0]);
    return Object.hasOwn(values, name) ? `${name}=${encodeURIComponent(values[name])}` : part;
  });
  return changed.length > 0 ? `${lab}?${changed.join("&")}` : lab;
}

/** Returns a text with a student's values in place of "{{field}}". A negative number gets a true minus sign. */
export const filled = (text: string, values: Variant["values"]): string =>
  text.replace(/\{\{([\w-]+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]).replace(/^-(?=[\d.]+$)/, "−") : whole,
  );
