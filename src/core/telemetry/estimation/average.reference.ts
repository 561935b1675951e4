import { pilotColumns } from "./pilot.ts";
import { CHANNEL_TAPS } from "./span.ts";

/** One packet's estimate, and how many samples later than expected it was found. */
export interface PacketEstimate {
  /** ĥ, complex pairs. */
  impulse: ArrayLike<number>;
  noise: number;
  lag: number;
}

/** The average of a block's estimates as each of its packets sees it: see createAverageEstimate. */
export function averageEstimates(packets: readonly PacketEstimate[]): PacketEstimate[] {
  const lags = packets.map(({ lag }) => lag - packets[0].lag);
  const [first] = packets.map(({ impulse }) => fit(impulse));
  const turns = packets.map((packet, p) => {
    const [re, im] = fit(shifted(packet.impulse, -lags[p])).reduce(
      ([re, im], [x, y], n) => [re + first[n][0] * x + first[n][1] * y, im + first[n][0] * y - first[n][1] * x],
      [0, 0],
    );
    return [re / Math.hypot(re, im), im / Math.hypot(re, im)];
  });
  const mean = new Float64Array(2 * CHANNEL_TAPS);
  const middle = Math.floor(lags.reduce((sum, lag) => sum + lag, 0) / lags.length + 0.5);
  for (const [p, packet] of packets.entries()) {
    const [cos, sin] = turns[p];
    const impulse = shifted(packet.impulse, middle - lags[p]);
    for (let i = 0; i < mean.length; i += 2) {
      mean[i] += (impulse[i] * cos + impulse[i + 1] * sin) / packets.length;
      mean[i + 1] += (impulse[i + 1] * cos - impulse[i] * sin) / packets.length;
    }
  }
  const noise = packets.reduce((sum, packet) => sum + packet.noise, 0) / packets.length;
  return packets.map(({ lag }, p) => {
    const [cos, sin] = turns[p];
    const own = shifted(mean, lags[p] - middle);
    const impulse = own.map((x, i) => (i % 2 ? x * cos + own[i - 1] * sin : x * cos - own[i + 1] * sin));
    return { impulse, noise, lag };
  });
}

/** h(n + lag), zero beyond its taps. */
function shifted(impulse: ArrayLike<number>, lag: number): Float64Array {
  return Float64Array.from({ length: 2 * CHANNEL_TAPS }, (_, i) => impulse[i + 2 * lag] ?? 0);
}

/** Xĥ, one complex number per row. */
function fit(impulse: ArrayLike<number>): [number, number][] {
  return Array.from({ length: pilotColumns[0].length / 2 }, (_, row) => {
    let [re, im] = [0, 0];
    for (const [tap, column] of pilotColumns.entries()) {
      const [x, y, u, v] = [column[2 * row], column[2 * row + 1], impulse[2 * tap], impulse[2 * tap + 1]];
      re += x * u - y * v;
      im += x * v + y * u;
    }
    return [re, im];
  });
}
