import { field } from "../configuration/schema.ts";
import type { Listed } from "../flow/graph/expression.ts";

export type { Listed } from "../flow/graph/expression.ts";

/** Longest list: a quarter of a megabyte of float32. */
const MOST = 2 ** 16;

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isListed = (value: unknown) =>
  isNumber(value) || (Array.isArray(value) && value.length === 2 && value.every(isNumber));

/** Returns a field for a list of numbers and pairs. @param least Length of the shortest list. */
export function listField(label: string, description: string, given: readonly Listed[], least = 1) {
  return field.json(
    label,
    `${description} An expression gives a list too: [gain] * 4, firdes.low_pass(1, fs, 5e3, 1e3).`,
    (value): readonly Listed[] => {
      if (Array.isArray(value) && value.length >= least && value.length <= MOST && value.every(isListed)) return value;
      const got = JSON.stringify(value) ?? String(value);
      throw new TypeError(
        `${label} must be a list of ${least} to ${MOST} numbers or pairs [re, im], for example [1, 0.5, [0, 1]], ` +
          `got ${got.length > 100 ? `${got.slice(0, 100)}…` : got}`,
      );
    },
    { default: given },
  );
}

export const isPair = (value: Listed): value is readonly [number, number] => typeof value !== "number";

/** Returns a list as complex pairs. */
export const pairsOf = (list: readonly Listed[]): number[] =>
  list.flatMap((value) => (isPair(value) ? value : [value, 0]));
