import type { Code, Decoding, SoftOutput } from "./code.ts";
import { CONVOLUTIONAL_CODES, parseConvolutional } from "./convolutional/code.ts";
import { usualConvolutionalWindows } from "./convolutional/decoding.ts";
import { GENERATOR_CODES, parseGenerators } from "./convolutional/generators.ts";
import { parseWimax, WIMAX_CODES } from "./ldpc/code.ts";
import { FACTOR, MOST_LDPC_ITERATIONS } from "./ldpc/decoding.ts";
import { NR_CODES, parseNr } from "./ldpc/nr.ts";
import { parseTurbo, TURBO_CODES } from "./turbo/code.ts";
import { MOST_ITERATIONS, usualWindows } from "./turbo/decoding.ts";

/** Facts about a family of codes that need no device; `factories.ts` creates encoders and decoders. */
export interface CodeFamily {
  title: string;
  codes: readonly Code[];
  /** Pattern of the names of further codes. */
  others?: string;
  /** Returns undefined for a name of another form. @throws RangeError for a name of this form without a code. */
  parse(name: string): Code | undefined;
  /** Algorithms of the decoder, the exact one last. */
  algorithms: readonly string[];
  /** Rules that end a frame before its last iteration. */
  stops: readonly string[];
  mostIterations: number;
  /** Soft outputs of the decoder, and their bits: the information bits, or all bits of the codeword. */
  soft: Readonly<Partial<Record<SoftOutput, "information" | "length">>>;
  /** Default settings of a code's decoder. */
  usual(code: Code): Decoding;
}

/** Facts about decoders of LDPC codes. */
const LDPC = {
  algorithms: ["min-sum", "sum-product"],
  stops: ["none", "checks"],
  mostIterations: MOST_LDPC_ITERATIONS,
  soft: { posterior: "length" },
  usual: () => ({ algorithm: "sum-product", scale: FACTOR, iterations: 15, stop: "checks", schedule: "layered" }),
} satisfies Omit<CodeFamily, "title" | "codes" | "parse">;

/**
 * The codes, by family.
 *
 * @example
 * ```ts
 * import { CODES } from "threeray/codes";
 *
 * for (const [family, { title }] of Object.entries(CODES).slice(0, 1)) console.log(`${family}: ${title}`); // turbo: Turbo codes of LTE
 * ```
 */
export const CODES = {
  turbo: {
    title: "Turbo codes of LTE",
    codes: TURBO_CODES,
    parse: (name) => parseTurbo(name, "codes"),
    algorithms: ["max-log", "log-map"],
    stops: ["none", "sign", "crc"],
    mostIterations: MOST_ITERATIONS,
    soft: { posterior: "information", extrinsic: "information" },
    usual: ({ information }) => ({
      algorithm: "max-log",
      scale: 0.75,
      iterations: 6,
      stop: "none",
      windows: usualWindows(information),
    }),
  },
  ldpc: {
    ...LDPC,
    title: "LDPC codes of IEEE 802.16e",
    codes: WIMAX_CODES,
    parse: (name) => parseWimax(name, "codes"),
  },
  "nr-ldpc": {
    ...LDPC,
    title: "LDPC codes of 5G NR",
    codes: NR_CODES,
    others: "nr-ldpc:<K>:<N>",
    parse: (name) => parseNr(name, "codes"),
  },
  convolutional: {
    title: "convolutional code 133, 171 of IEEE 802.11",
    codes: CONVOLUTIONAL_CODES,
    others: "bcc-<K>",
    parse: (name) => parseConvolutional(name, "codes"),
    algorithms: ["viterbi"],
    stops: ["none"],
    mostIterations: 1,
    soft: { posterior: "information" },
    usual: ({ information }) => ({
      algorithm: "viterbi",
      iterations: 1,
      stop: "none",
      windows: usualConvolutionalWindows(information),
    }),
  },
  generators: {
    title: "convolutional codes with generators in octal and a memory of 2 to 8",
    codes: GENERATOR_CODES,
    others: "convolutional:<A>,<B>:<K>",
    parse: (name) => parseGenerators(name, "codes"),
    algorithms: ["log-map"],
    stops: ["none"],
    mostIterations: 1,
    soft: { posterior: "information" },
    usual: () => ({ algorithm: "log-map", iterations: 1, stop: "none" }),
  },
} satisfies Readonly<Record<string, CodeFamily>>;

export type CodeFamilyName = keyof typeof CODES;

/**
 * Returns the code with a name, and its family.
 *
 * @throws RangeError for an unknown name.
 *
 * @example
 * ```ts
 * import { codeOf } from "threeray/codes";
 *
 * const { code, family } = codeOf("wimax-2304-1/2");
 * console.log(family, code.information, code.length); // ldpc 1152 2304
 * ```
 */
export function codeOf(name: string): { family: CodeFamilyName; code: Code } {
  const families = Object.entries(CODES) as [CodeFamilyName, CodeFamily][];
  for (const [family, { codes, parse }] of families) {
    const code = codes.find((known) => known.name === name) ?? parse(name);
    if (code) return { family, code };
  }
  const known = families.map(([, { title, codes, others }]) => {
    const [first, last] = [codes[0].name, codes.at(-1)?.name];
    return `${first === last ? first : `${first} to ${last}`}${others ? ` and ${others}` : ""} (${title})`;
  });
  throw new RangeError(`codes: a code must be one of ${known.join(", ")}; got ${JSON.stringify(name)}`);
}
