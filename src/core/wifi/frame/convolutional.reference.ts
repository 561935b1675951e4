import type { CodeRate } from "./rates.ts";

/** Taps on the input and the six bits before it, for outputs A (133 octal) and B (171 octal). */
const GENERATORS = [0o133, 0o171] as const;
const MEMORY = 6;

/** Which outputs of A and B are sent in a period of steps. Source: IEEE Std 802.11-2012, 18.3.5.6. */
const PATTERNS: Record<CodeRate, readonly [a: string, b: string]> = {
  "1/2": ["1", "1"],
  "2/3": ["11", "10"],
  "3/4": ["110", "101"],
};

const parity = (word: number) => {
  let sum = 0;
  for (let rest = word; rest; rest &= rest - 1) sum ^= 1;
  return sum;
};

/** Places of A and B among the sent bits of each step, or undefined where a bit is punctured. */
function* places(steps: number, rate: CodeRate) {
  const pattern = PATTERNS[rate];
  for (let n = 0, next = 0; n < steps; n++) {
    yield pattern.map((sent) => (sent[n % sent.length] === "1" ? next++ : undefined));
  }
}

/** Returns the punctured code bits of a terminated or open sequence of bits; the encoder starts in state 0. */
export function encode(bits: Uint8Array, rate: CodeRate): Uint8Array {
  const coded: number[] = [];
  let register = 0;
  for (const [n, at] of [...places(bits.length, rate)].entries()) {
    register = (register >> 1) | (bits[n] << MEMORY);
    for (const [output, place] of at.entries()) {
      if (place !== undefined) coded[place] = parity(register & GENERATORS[output]);
    }
  }
  return Uint8Array.from(coded);
}

/**
 * Returns the bits whose code bits have the signs of the LLRs, step by step: each new bit is a term of A and of B.
 * This decodes codewords without errors only.
 *
 * @throws Error when A and B of one step contradict each other.
 */
export function decodeFaultless(llrs: Float64Array, rate: CodeRate): Uint8Array {
  const [informationBits, sentBits] = rate.split("/").map(Number);
  const bits = new Uint8Array((llrs.length * informationBits) / sentBits);
  let register = 0;
  for (const [n, at] of [...places(bits.length, rate)].entries()) {
    const before = register >> 1;
    const told = at.flatMap((place, output) =>
      place === undefined ? [] : [Number(llrs[place] > 0) ^ parity(before & GENERATORS[output])],
    );
    if (told.some((bit) => bit !== told[0])) throw new Error(`the code bits of step ${n} contradict each other`);
    [bits[n]] = told;
    register = before | (bits[n] << MEMORY);
  }
  return bits;
}
