/** One packet: y and the sent symbols, complex. */
interface Packet {
  received: Float64Array;
  sent: Float64Array;
}

interface Sizes {
  symbols: number;
  guard: number;
  samplesPerSymbol: number;
  delay: number;
}

/** z[k] = Σ_i w*_i y[s·k + δ − i] + Σ_j b*_j p[k − j], complex [K], where `past` gives p from the estimates so far. */
export function filterPacket(
  { received, sent }: Packet,
  forward: Float64Array,
  feedback: Float64Array,
  { symbols, guard, samplesPerSymbol, delay }: Sizes,
  decide?: (re: number, im: number) => [number, number],
): Float64Array {
  const z = new Float64Array(2 * symbols);
  const past = sent.slice();
  for (let k = 0; k < symbols; k++) {
    const add = (x: Float64Array, at: number, taps: Float64Array, i: number) => {
      const [a, b, c, d] = [x[2 * at], x[2 * at + 1], taps[2 * i], taps[2 * i + 1]];
      z[2 * k] += a * c + b * d;
      z[2 * k + 1] += b * c - a * d;
    };
    for (let i = 0; i < forward.length / 2; i++) add(received, samplesPerSymbol * (guard + k) + delay - i, forward, i);
    for (let j = 0; j < feedback.length / 2; j++) add(past, guard + k - 1 - j, feedback, j);
    if (decide) past.set(decide(z[2 * k], z[2 * k + 1]), 2 * (guard + k));
  }
  return z;
}
