/** What a MAP equalizer knows. */
export interface MapInput {
  /** y, complex; sample `guard` is the first of symbol 0. */
  received: ArrayLike<number>;
  /** Sent labels; the equalizer knows those outside symbols 0 to K − 1, where label `guard` is symbol 0's. */
  labels: readonly number[];
  guard: number;
  symbols: number;
  /** Complex, by label. */
  points: Float64Array;
  /** h, complex. */
  taps: Float64Array;
  /** γ; γ/2 on real links. */
  gamma: number;
  /** LLRs ln p(1)/p(0), [K·m], the most significant bit of a label first. Default: 0. */
  priors?: ArrayLike<number>;
}

/** ln Σ e^x. */
function logSum(values: readonly number[]): number {
  const largest = Math.max(...values);
  if (largest === -Infinity) return -Infinity;
  return largest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - largest), 0));
}

/** −gamma·|y[k] − Σ h[l]·a[k − l]|², where `recent` are labels, the newest first. */
export function branchMetric({ received, guard, points, taps, gamma }: MapInput, k: number, recent: number[]) {
  let [re, im] = [received[2 * (guard + k)], received[2 * (guard + k) + 1]];
  for (let l = 0; 2 * l < taps.length; l++) {
    const [a, b] = [points[2 * recent[l]], points[2 * recent[l] + 1]];
    re -= taps[2 * l] * a - taps[2 * l + 1] * b;
    im -= taps[2 * l] * b + taps[2 * l + 1] * a;
  }
  return -gamma * (re * re + im * im);
}

/** ln p(a[k] = label) from the priors of its bits, without a constant. */
export function priorMetric({ points, priors }: MapInput, k: number, label: number): number {
  const bits = Math.log2(points.length / 2);
  let sum = 0;
  for (let b = 0; b < bits; b++) if ((label >> (bits - 1 - b)) & 1) sum += priors?.[bits * k + b] ?? 0;
  return sum;
}

/** Returns the LLRs ln p(1)/p(0) of all bits, priors included, [K·m], by the algorithm of Bahl, Cocke, Jelinek and Raviv. */
export function bitLlrs(input: MapInput): number[] {
  const { labels, guard, symbols, points, taps } = input;
  const size = points.length / 2;
  const bits = Math.log2(size);
  const memory = Math.max(1, taps.length / 2 - 1);
  const states = size ** memory;
  const recentOf = (state: number) => Array.from({ length: memory }, (_, l) => Math.floor(state / size ** l) % size);
  const only = (end: number) => {
    const known = Array.from({ length: memory }, (_, l) => labels[guard + end - 1 - l]).join();
    return Array.from({ length: states }, (_, state) => (recentOf(state).join() === known ? 0 : -Infinity));
  };
  /** g of the branch from a state by the symbol a. */
  const branch = (k: number, state: number, a: number) => {
    const isPossible = k < symbols || a === labels[guard + k];
    return isPossible ? branchMetric(input, k, [a, ...recentOf(state)]) + priorMetric(input, k, a) : -Infinity;
  };
  const next = (state: number, a: number) => (state % (states / size)) * size + a;
  const alphas = [only(0)];
  for (let k = 0; k < symbols; k++) {
    const after = Array.from({ length: states }, (): number[] => []);
    for (let state = 0; state < states; state++) {
      for (let a = 0; a < size; a++) after[next(state, a)].push(alphas[k][state] + branch(k, state, a));
    }
    alphas.push(after.map(logSum));
  }
  const llrs: number[] = [];
  let beta = only(symbols + memory);
  for (let k = symbols + memory - 1; k >= 0; k--) {
    if (k < symbols) {
      const ofSymbol = Array.from({ length: size }, (_, a) =>
        logSum(alphas[k + 1].flatMap((alpha, state) => (state % size === a ? [alpha + beta[state]] : []))),
      );
      const llrOf = (b: number) => {
        const side = (bit: number) => logSum(ofSymbol.filter((_, a) => ((a >> (bits - 1 - b)) & 1) === bit));
        return side(1) - side(0);
      };
      llrs.unshift(...Array.from({ length: bits }, (_, b) => llrOf(b)));
    }
    const later = beta;
    beta = beta.map((_, state) =>
      logSum(Array.from({ length: size }, (__, a) => branch(k, state, a) + later[next(state, a)])),
    );
  }
  return llrs;
}
