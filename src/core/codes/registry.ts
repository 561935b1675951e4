import type { Code, Decoding, SoftOutput } from "./code.ts";
import { CONVOLUTIONAL_CODES } from "./convolutional/code.ts";
import { usualConvolutionalWindows } from "./convolutional/decoding.ts";
import { LDPC_CODES } from "./ldpc/code.ts";
import { FACTOR, MOST_LDPC_ITERATIONS } from "./ldpc/decoding.ts";
import { TURBO_CODES } from "./turbo/code.ts";
import { MOST_ITERATIONS, usualWindows } from "./turbo/decoding.ts";

/** Facts about a family of codes that need no device; `factories.ts` creates encoders and decoders. */
export interface CodeFamily {
  title: string;
  codes: readonly Code[];
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

/** The codes, by family. */
export const CODES = {
  turbo: {
    title: "Turbo codes of LTE",
    codes: TURBO_CODES,
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
    title: "LDPC codes of IEEE 802.16e, rate 1/2",
    codes: LDPC_CODES,
    algorithms: ["min-sum", "sum-product"],
    stops: ["none", "checks"],
    mostIterations: MOST_LDPC_ITERATIONS,
    soft: { posterior: "length" },
    usual: () => ({ algorithm: "sum-product", scale: FACTOR, iterations: 15, stop: "checks" }),
  },
  convolutional: {
    title: "convolutional code 133, 171 of IEEE 802.11",
    codes: CONVOLUTIONAL_CODES,
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
} satisfies Readonly<Record<string, CodeFamily>>;

export type CodeFamilyName = keyof typeof CODES;

/** @throws RangeError for an unknown name. */
export function codeOf(name: string): { family: CodeFamilyName; code: Code } {
  for (const [family, { codes }] of Object.entries(CODES) as [CodeFamilyName, CodeFamily][]) {
    const code = codes.find((known) => known.name === name);
    if (code) return { family, code };
  }
  const known = Object.values(CODES).map(({ title, codes }) => `${codes[0].name} to ${codes.at(-1)?.name} (${title})`);
  throw new RangeError(`codes: a code must be one of ${known.join(", ")}; got ${JSON.stringify(name)}`);
}
