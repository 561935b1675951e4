import { encodeBy } from "./encoder.float64.ts";
import type { GeneratorCode } from "./generators.ts";

/** LLRs of the coded bits and of the information bits of a short frame, from the probabilities of all codewords. */
export function sumOfCodewords(
  llr: ArrayLike<number>,
  { information, generators }: Pick<GeneratorCode, "information" | "generators">,
): { coded: number[]; information: number[] } {
  const words = Array.from({ length: 2 ** information }, (_, word) => {
    const bits = Array.from({ length: information }, (__, i) => (word >> i) & 1);
    const coded = encodeBy(generators, bits);
    return { bits, coded, metric: coded.reduce((sum, bit, i) => sum + bit * llr[i], 0) };
  });
  const logSum = (metrics: number[]) => {
    const largest = Math.max(...metrics);
    return largest + Math.log(metrics.reduce((sum, metric) => sum + Math.exp(metric - largest), 0));
  };
  const llrOf = (bitOf: (word: (typeof words)[number]) => number) => {
    const side = (bit: number) => logSum(words.filter((word) => bitOf(word) === bit).map(({ metric }) => metric));
    return side(1) - side(0);
  };
  return {
    coded: words[0].coded.map((_, i) => llrOf(({ coded }) => coded[i])),
    information: words[0].bits.map((_, i) => llrOf(({ bits }) => bits[i])),
  };
}
