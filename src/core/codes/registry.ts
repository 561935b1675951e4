import type { Code, Decoding, SoftOutput } from "./code.ts";
import { LDPC_CODES } from "./ldpc/code.ts";
import { FACTOR, MOST_LDPC_ITERATIONS } from "./ldpc/decoding.ts";
import { TURBO_CODES } from "./turbo/code.ts";
import { MOST_ITERATIONS, usualWindows } from "./turbo/decoding.ts";

/** What can be said of codes of one kind where there is no device; `factories.ts` makes their encoders and decoders. */
export interface CodeFamily {
  title: string;
  codes: readonly Code[];
  /** Ways to join a decoder's messages, the exact one last. */
  algorithms: readonly string[];
  /** When a frame may be done before its last iteration. */
  stops: readonly string[];
  mostIterations: number;
  /** Which LLRs a decoder gives, and of what: the information bits, or all bits of the codeword. */
  soft: Readonly<Partial<Record<SoftOutput, "information" | "length">>>;
  /** A decoding that suits a code. */
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
} satisfies Readonly<Record<string, CodeFamily>>;

export type CodeFamilyName = keyof typeof CODES;

/** @throws RangeError when no family has a code of this name. */
export function codeOf(name: string): { family: CodeFamilyName; code: Code } {
  for (const [family, { codes }] of Object.entries(CODES) as [CodeFamilyName, CodeFamily][]) {
    const code = codes.find((known) => known.name === name);
    if (code) return { family, code };
  }
  const known = Object.values(CODES).map(({ title, codes }) => `${codes[0].name} to ${codes.at(-1)?.name} (${title})`);
  throw new RangeError(`codes: a code must be one of ${known.join(", ")}; got ${JSON.stringify(name)}`);
}
