import { checksOf } from "./base-graphs.reference.ts";
import { type LdpcCode, placesOf } from "./code.ts";
import { FACTOR, type LdpcDecoding } from "./decoding.ts";

/** log p(0)/p(1) of the sum of two bits, from log p(0)/p(1) of each. */
export const boxPlus = (a: number, b: number) =>
  Math.sign(a) * Math.sign(b) * Math.min(Math.abs(a), Math.abs(b)) +
  Math.log1p(Math.exp(-Math.abs(a + b))) -
  Math.log1p(Math.exp(-Math.abs(a - b)));

const least = (a: number, b: number) => Math.sign(a) * Math.sign(b) * Math.min(Math.abs(a), Math.abs(b));

/** log p(0)/p(1) of a bit that is known to be 0. */
const CERTAIN = 2 ** 20;

/** Decoded bits, LLRs of the codeword, and messages from checks to bits by check. */
export interface LdpcDecoded {
  bits: number[];
  posterior: Float64Array;
  iterations: number;
  /** Whether all checks hold. */
  holds: boolean;
  messages: number[][];
}

/**
 * Decodes a frame of n LLRs in float64, check by check.
 *
 * @param kept Messages of an earlier run, to continue from. Default zeros.
 */
export function decodeLdpcFrame(
  code: LdpcCode,
  llr: ArrayLike<number>,
  decoding: LdpcDecoding,
  kept?: readonly (readonly number[])[],
): LdpcDecoded {
  const { algorithm, stop = "checks", schedule = "layered" } = decoding;
  const [join, factor] = algorithm === "min-sum" ? [least, decoding.factor ?? FACTOR] : [boxPlus, 1];
  const checks = checksOf(code);
  const { all, sent } = placesOf(code);
  const channel = new Float64Array(all);
  channel.fill(CERTAIN, code.information, code.informationBlocks * code.z);
  for (let bit = 0; bit < code.length; bit++) channel[sent(bit)] = -llr[bit];
  const messages = kept?.map((row) => [...row]) ?? checks.map((check) => check.map(() => 0));
  const beliefs = channel.slice();
  const add = (check: number[], c: number) => check.forEach((bit, e) => (beliefs[bit] += messages[c][e]));
  checks.forEach(add);
  const subtracted = (check: number[], c: number) => check.map((bit, e) => beliefs[bit] - messages[c][e]);
  const others = (known: number[]) =>
    known.map((_, e) => factor * known.filter((_, other) => other !== e).reduce(join));
  const iterate = () => {
    if (schedule === "flooding") {
      const known = checks.map(subtracted);
      beliefs.set(channel);
      for (const [c, check] of checks.entries()) {
        messages[c] = others(known[c]);
        add(check, c);
      }
      return;
    }
    for (const [c, check] of checks.entries()) {
      const known = subtracted(check, c);
      messages[c] = others(known);
      for (const [e, bit] of check.entries()) beliefs[bit] = known[e] + messages[c][e];
    }
  };
  const even = (check: number[]) => check.filter((bit) => beliefs[bit] < 0).length % 2 === 0;
  const solved = () => checks.every(even);
  const done = () => stop === "checks" && solved();
  let iterations = 0;
  do {
    iterate();
    iterations++;
  } while (iterations < decoding.iterations && !done());
  const bits = Array.from(beliefs.subarray(0, code.information), (value) => Number(value < 0));
  const posterior = Float64Array.from({ length: code.length }, (_, bit) => -beliefs[sent(bit)]);
  return { bits, posterior, iterations, holds: solved(), messages };
}
