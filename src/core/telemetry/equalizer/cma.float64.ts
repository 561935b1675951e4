import { fft } from "../../fft/fft.float64.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { EQUALIZER_TAPS, POSTCURSORS } from "./taps.ts";

const N = WINDOW_LENGTH;

/**
 * The constant-modulus cost of one packet, with its gradient by the convolution theorem: s = IFFT(X·C), ∇J = IFFT(Z·X*), each
 * in one transform longer than the packet.
 *
 * @param window A packet's window r̃, complex pairs.
 */
export function constantModulusOf(
  window: Float64Array,
): (taps: Float64Array) => { cost: number; gradient: Float64Array } {
  const x = new Float64Array(2 * N);
  const first = 2 * (WINDOW_ORIGIN - POSTCURSORS);
  x.set(window.subarray(first, first + 2 * (PACKET_SAMPLES + EQUALIZER_TAPS - 1)));
  const X = fft(x);
  const conjX = X.map((value, i) => (i % 2 ? -value : value));
  return (taps) => {
    const c = new Float64Array(2 * N);
    c.set(taps);
    const s = fft(product(X, fft(c)), true);
    const z = new Float64Array(2 * N);
    let cost = 0;
    for (let n = EQUALIZER_TAPS - 1; n < EQUALIZER_TAPS - 1 + PACKET_SAMPLES; n++) {
      const excess = s[2 * n] ** 2 + s[2 * n + 1] ** 2 - 1;
      cost += excess ** 2 / PACKET_SAMPLES;
      z[2 * n] = (2 * excess * s[2 * n]) / PACKET_SAMPLES;
      z[2 * n + 1] = (2 * excess * s[2 * n + 1]) / PACKET_SAMPLES;
    }
    return { cost, gradient: fft(product(fft(z), conjX), true).slice(0, 2 * EQUALIZER_TAPS) };
  };
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  const c = new Float64Array(a.length);
  for (let i = 0; i < a.length; i += 2) {
    c[i] = a[i] * b[i] - a[i + 1] * b[i + 1];
    c[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
  }
  return c;
}
