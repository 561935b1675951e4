import { checksOf, type LdpcCode } from "./code.ts";
import { FACTOR, type LdpcDecoding } from "./decoding.ts";

/** log p(0)/p(1) of the sum of two bits, from log p(0)/p(1) of each. */
export const boxPlus = (a: number, b: number) =>
  Math.sign(a) * Math.sign(b) * Math.min(Math.abs(a), Math.abs(b)) +
  Math.log1p(Math.exp(-Math.abs(a + b))) -
  Math.log1p(Math.exp(-Math.abs(a - b)));

const least = (a: number, b: number) => Math.sign(a) * Math.sign(b) * Math.min(Math.abs(a), Math.abs(b));

/** Decodes a frame of n LLRs in float64, check by check. */
export function decodeFrame(code: LdpcCode, llr: ArrayLike<number>, decoding: LdpcDecoding) {
  const { algorithm, stop = "checks" } = decoding;
  const [join, factor] = algorithm === "min-sum" ? [least, decoding.factor ?? FACTOR] : [boxPlus, 1];
  const checks = checksOf(code);
  const beliefs = Float64Array.from(llr, (value) => -value);
  const messages = checks.map((check) => check.map(() => 0));
  const holds = (check: number[]) => check.filter((bit) => beliefs[bit] < 0).length % 2 === 0;
  let iterations = 0;
  const done = () => stop === "checks" && checks.every(holds);
  do {
    for (const [c, check] of checks.entries()) {
      const known = check.map((bit, e) => beliefs[bit] - messages[c][e]);
      messages[c] = known.map((_, e) => factor * known.filter((_, other) => other !== e).reduce(join));
      for (const [e, bit] of check.entries()) beliefs[bit] = known[e] + messages[c][e];
    }
    iterations++;
  } while (iterations < decoding.iterations && !done());
  const posterior = beliefs.map((value) => -value);
  const bits = Array.from(posterior.subarray(0, code.information), (value) => Number(value > 0));
  return { bits, posterior, iterations };
}
