import { normals, philox } from "../../random/philox.ts";

/** Taps of a packet's random channel, complex. */
export function drawTaps(packet: number, amplitudes: ArrayLike<number>, seed: number): Float64Array {
  return Float64Array.from(
    Array.from(amplitudes).flatMap((amplitude, l) => {
      const [first, second] = philox([l, packet, 0, 0], [seed, 81]);
      return normals(first, second).map((g) => Math.SQRT1_2 * amplitude * g);
    }),
  );
}
