import type { Code } from "../code.ts";
import { TAIL } from "../convolutional/code.ts";
import { codeOf } from "../registry.ts";

/** The sizes of a file's frames: information bits, or bits of a codeword. */
export type FrameWidth = { information: number } | { length: number };

/** Other names of codes, by their pattern; each gives the registry's name. */
const ALIASES: readonly (readonly [pattern: RegExp, name: (found: RegExpExecArray, width?: FrameWidth) => string])[] = [
  [/^turbo:(\d+)$/, ([, information]) => `lte-${information}`],
  [/^wimax-ldpc:(\d+):(\w+\/[\w-]+)$/, ([, length, rate]) => `wimax-${length}-${rate.toLowerCase()}`],
  [/^convolutional:133,171(?::(\d+))?$/, ([, information], width) => `bcc-${information ?? informationOf(width)}`],
];

/** Names that a person may write, with examples, for the help. */
export const NAMES = [
  "lte-6144 or turbo:6144",
  "wimax-2304-1/2 or wimax-ldpc:2304:1/2, also 2/3A, 2/3B, 3/4A, 3/4B, 5/6, and 5/6-50 for programs with the shift 50 in its last row",
  "nr-ldpc:1152:2304, K information bits and N coded bits",
  "bcc-816 or convolutional:133,171:816",
  "convolutional:133,171 with the length of the file's frames",
];

function informationOf(width?: FrameWidth): number {
  if (!width) throw new RangeError("codes: convolutional:133,171 needs a length here, e.g. convolutional:133,171:816");
  if ("information" in width) return width.information;
  const information = width.length / 2 - TAIL;
  if (Number.isInteger(information) && information > 0) return information;
  throw new RangeError(
    `codes: a codeword of convolutional:133,171 has 2(K + ${TAIL}) bits for K information bits; got frames of ${width.length}`,
  );
}

/**
 * Returns the code with a name of the registry, or with one of its other names: `turbo:K`, `wimax-ldpc:n:rate`,
 * `convolutional:133,171:K`, and `convolutional:133,171` for frames of a known width.
 *
 * @throws RangeError for an unknown name.
 */
export function codeNamed(name: string, width?: FrameWidth): Code {
  for (const [pattern, registered] of ALIASES) {
    const found = pattern.exec(name);
    if (found) return codeOf(registered(found, width)).code;
  }
  return codeOf(name).code;
}
