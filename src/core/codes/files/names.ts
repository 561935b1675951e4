import type { Code } from "../code.ts";
import { STANDARD } from "../convolutional/code.ts";
import { generatorsOf, codeMemory } from "../convolutional/generators.ts";
import { codeOf } from "../registry.ts";

/** The sizes of a file's frames: information bits, or bits of a codeword. */
export type FrameWidth = { information: number } | { length: number };

/** Other names of codes, by their pattern; each gives the registry's name. */
const ALIASES: readonly (readonly [pattern: RegExp, name: (found: RegExpExecArray, width?: FrameWidth) => string])[] = [
  [/^turbo:(\d+)$/, ([, information]) => `lte-${information}`],
  [/^wimax-ldpc:(\d+):(\w+\/[\w-]+)$/, ([, length, rate]) => `wimax-${length}-${rate.toLowerCase()}`],
  [
    /^convolutional:133,171(?::(\d+))?$/,
    ([name, information], width) => `bcc-${information ?? informationOf(name, codeMemory(STANDARD), width)}`,
  ],
  [
    /^convolutional:([0-7]+,[0-7]+)$/,
    ([name, generators], width) =>
      `${name}:${informationOf(name, codeMemory(generatorsOf(generators, "codes")), width)}`,
  ],
];

/** Names that a person may write, with examples, for the help. */
export const NAMES = [
  "lte-6144 or turbo:6144",
  "wimax-2304-1/2 or wimax-ldpc:2304:1/2, also 2/3A, 2/3B, 3/4A, 3/4B, 5/6, and 5/6-50 for programs with the shift 50 in its last row",
  "nr-ldpc:1152:2304, K information bits and N coded bits",
  "bcc-816 or convolutional:133,171:816",
  "convolutional:5,7:1022, any two generators in octal with a memory of 2 to 8",
  "convolutional:133,171 or convolutional:5,7 with the length of the file's frames",
];

function informationOf(name: string, memory: number, width?: FrameWidth): number {
  if (!width) throw new RangeError(`codes: ${name} needs a length here, e.g. ${name}:816`);
  if ("information" in width) return width.information;
  const information = width.length / 2 - memory;
  if (Number.isInteger(information) && information > 0) return information;
  throw new RangeError(
    `codes: a codeword of ${name} has 2(K + ${memory}) bits for K information bits; got frames of ${width.length}`,
  );
}

/**
 * Returns the code with a name of the registry, or with one of its other names: `turbo:K`, `wimax-ldpc:n:rate`,
 * `convolutional:133,171:K`, and `convolutional:133,171` or other generators for frames of a known width.
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
