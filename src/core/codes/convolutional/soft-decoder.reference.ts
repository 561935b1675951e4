import { TAIL } from "./code.ts";
import { coded } from "./encoder.float64.ts";

/** All branches: the state before, the input, the state after, and the signs of the coded bits. */
const BRANCHES = Array.from({ length: 128 }, (_, i) => {
  const [from, u] = [i >> 1, i & 1];
  const [a, b] = coded([u, ...[0, 1, 2, 3, 4, 5].map((delay) => (from >> delay) & 1)]).map((bit) => bit - 0.5);
  return { from, u, to: (2 * from + u) % 64, a, b };
});

const inStateZero = () => new Float64Array(64).fill(-Infinity, 1);

/** Returns max-log posterior LLRs of the information bits and of all coded bits of a terminated codeword. */
export function posteriors(llr: ArrayLike<number>): { information: number[]; codeword: number[] } {
  const stages = llr.length / 2;
  const gamma = (t: number, { a, b }: { a: number; b: number }) => a * llr[2 * t] + b * llr[2 * t + 1];
  const alphas = [inStateZero()];
  for (let t = 0; t < stages; t++) {
    const next = new Float64Array(64).fill(-Infinity);
    for (const branch of BRANCHES) {
      next[branch.to] = Math.max(next[branch.to], alphas[t][branch.from] + gamma(t, branch));
    }
    alphas.push(next);
  }
  let beta = inStateZero();
  const information: number[] = [];
  const codeword: number[] = [];
  for (let t = stages - 1; t >= 0; t--) {
    const sides = [0, 1, 2].map(() => [-Infinity, -Infinity]);
    const before = new Float64Array(64).fill(-Infinity);
    for (const branch of BRANCHES) {
      const metric = gamma(t, branch) + beta[branch.to];
      before[branch.from] = Math.max(before[branch.from], metric);
      const path = alphas[t][branch.from] + metric;
      for (const [i, bit] of [branch.u, Number(branch.a > 0), Number(branch.b > 0)].entries()) {
        sides[i][bit] = Math.max(sides[i][bit], path);
      }
    }
    const [u, ...ab] = sides.map(([zero, one]) => one - zero);
    information.unshift(u);
    codeword.unshift(...ab);
    beta = before;
  }
  return { information: information.slice(0, stages - TAIL), codeword };
}
