import type { Sorting } from "./detector.ts";
import { inner } from "./qr.float64.ts";

/** The channel, complex [N][M]; for V-BLAST [H; √N0·I], whose least squares solution is the MMSE estimate. */
export function extendedChannel(
  channel: ArrayLike<number>,
  streams: number,
  sorting: Sorting,
  noiseVariance: number,
): Float64Array {
  if (sorting !== "v-blast") return Float64Array.from(channel);
  const extended = new Float64Array(channel.length + 2 * streams ** 2);
  extended.set(Array.from(channel));
  for (let m = 0; m < streams; m++) extended[channel.length + 2 * m * (streams + 1)] = Math.sqrt(noiseVariance);
  return extended;
}

/**
 * Order of the columns of a channel, complex [N][M], for its QR decomposition: the stream of each stage from 0 to M − 1.
 * A search begins at stage M − 1, and this sorting gives the last stages large diagonal elements of R.
 * - `none`: the given order.
 * - `norm`: each stage takes the column with the least power outside the span of the columns before it. Source: Wübben,
 *   Böhnke, Rinas, Kühn and Kammeyer, Electronics Letters 37(22), 2001 (SQRD).
 * - `v-blast`: the same for {@link extendedChannel}. It comes close to the order of V-BLAST, which begins with the stream of
 *   the best signal-to-interference-and-noise ratio. Source: Wübben, Böhnke, Kühn and Kammeyer, VTC 2003 (MMSE-SQRD).
 *
 * `margin` is the smallest difference of the least and the second least power, relative to the largest column's power.
 */
export function antennaOrder(
  channel: ArrayLike<number>,
  streams: number,
  sorting: Sorting,
  noiseVariance: number,
): { order: number[]; margin: number } {
  const order = Array.from({ length: streams }, (_, m) => m);
  if (sorting === "none") return { order, margin: Infinity };
  const extended = extendedChannel(channel, streams, sorting, noiseVariance);
  const columns = order.map((m) =>
    Float64Array.from(
      { length: extended.length / streams },
      (_, i) => extended[2 * ((i >> 1) * streams + m) + (i % 2)],
    ),
  );
  const powerOf = (m: number) => inner(columns[m], columns[m])[0];
  const largest = Math.max(...order.map(powerOf), Number.MIN_VALUE);
  let margin = Infinity;
  for (let k = 0; k < streams - 1; k++) {
    const [least, next] = order.slice(k).sort((a, b) => powerOf(a) - powerOf(b));
    margin = Math.min(margin, (powerOf(next) - powerOf(least)) / largest);
    const at = order.indexOf(least);
    [order[k], order[at]] = [least, order[k]];
    const q = columns[least];
    const power = powerOf(least);
    for (const m of order.slice(k + 1)) {
      const [x, t] = inner(columns[m], q).map((part) => (power > 0 ? part / power : 0));
      for (let i = 0; i < q.length; i += 2) {
        columns[m][i] -= x * q[i] - t * q[i + 1];
        columns[m][i + 1] -= x * q[i + 1] + t * q[i];
      }
    }
  }
  return { order, margin };
}
