import type { Code } from "../code.ts";
import { frameOf } from "./frame.ts";
import { TURBO_LENGTHS } from "./qpp.ts";
import { circularOrder } from "./rate-matching.ts";

const codeOf = (information: number, label = "turbo/code"): Code => {
  const { codedBits: length } = frameOf(label, information);
  return {
    name: `lte-${information}`,
    information,
    length,
    tail: length - 3 * information,
    matching(sent, redundancyVersion) {
      return { length, sent, order: circularOrder("turbo/code", { length: information, sent, redundancyVersion }) };
    },
  };
};

/** The Turbo codes of LTE, one for each of the 188 lengths K, "lte-<K>". Source: 3GPP TS 36.212, 5.1.3.2. */
export const TURBO_CODES: readonly Code[] = TURBO_LENGTHS.map((information) => codeOf(information));

/**
 * Returns the code "lte-<K>", or undefined for names of another form.
 *
 * @throws RangeError that names the nearest lengths when LTE has no such code.
 */
export function parseTurbo(name: string, label: string): Code | undefined {
  const [, length] = /^lte-(\d{1,6})$/.exec(name) ?? [];
  return length === undefined ? undefined : codeOf(Number(length), label);
}
