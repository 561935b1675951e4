import { kaiserBeta, kaiserLength } from "../../../filter-design/fir/kaiser.ts";
import { windowed } from "../../../filter-design/fir/windowed.ts";

/** Stop-band attenuation of the channel filter, dB. */
const ATTENUATION = 50;
/** Width of its transition, in widths of the channel. */
const TRANSITION = 0.4;
/** The least output rate, in widths of the channel: the whole filter, with its transitions, does not fold. */
const LEAST_RATE = 2.4;

export interface FmChannel {
  /** Hz from the recording's centre. */
  centreHz: number;
  /** Rate of the output, Hz. */
  rateHz: number;
  /** Recording samples per output sample; output sample m lies at recording sample (m − 1/2) · decimation. */
  decimation: number;
  /** Takes interleaved complex samples in pieces of any size, and returns the frequency over time, in Hz from the channel's centre. */
  push(samples: ArrayLike<number>): Float64Array;
  end(): Float64Array;
}

/**
 * Creates a channel of a recording: it filters a band, decimates, and measures the frequency by the change of phase. Recordings
 * that are hardly wider than the channel are not filtered.
 */
export function createFmChannel(rateHz: number, centreHz: number, widthHz: number): FmChannel {
  const transition = (TRANSITION * widthHz) / (rateHz / 2);
  const cutoff = widthHz / rateHz;
  const filtered = cutoff + transition / 2 < 1;
  const length = filtered ? kaiserLength(ATTENUATION, transition) | 1 : 1;
  const taps = filtered
    ? windowed({ length, cutoff, passZero: true, window: { kaiser: kaiserBeta(ATTENUATION) } })
    : Float64Array.of(1);
  const decimation = filtered ? Math.max(1, Math.floor(rateHz / (LEAST_RATE * widthHz))) : 1;
  const reach = (length - 1) / 2;
  const turn = (2 * Math.PI * centreHz) / rateHz;
  // The taps are turned to the channel, so the output turns by a known angle per sample, which the discriminator takes off.
  const re = taps.map((tap, k) => tap * Math.cos(turn * (k - reach)));
  const im = taps.map((tap, k) => -tap * Math.sin(turn * (k - reach)));
  const outputHz = rateHz / decimation;
  const back = { re: Math.cos(turn * decimation), im: -Math.sin(turn * decimation) };
  const scale = outputHz / (2 * Math.PI);
  let held = new Float64Array(2 * reach); // zeros before the first sample
  let [lastRe, lastIm] = [0, 0];

  const push = (samples: ArrayLike<number>): Float64Array => {
    const all = new Float64Array(held.length + samples.length);
    all.set(held);
    all.set(samples, held.length);
    const count = Math.max(0, Math.floor((all.length / 2 - length) / decimation) + 1);
    const out = new Float64Array(count);
    for (let m = 0; m < count; m++) {
      let [yRe, yIm] = [0, 0];
      for (let k = 0, at = 2 * m * decimation; k < length; k++, at += 2) {
        yRe += re[k] * all[at] - im[k] * all[at + 1];
        yIm += re[k] * all[at + 1] + im[k] * all[at];
      }
      const dRe = yRe * lastRe + yIm * lastIm;
      const dIm = yIm * lastRe - yRe * lastIm;
      out[m] = scale * Math.atan2(dIm * back.re + dRe * back.im, dRe * back.re - dIm * back.im);
      lastRe = yRe;
      lastIm = yIm;
    }
    held = all.slice(2 * count * decimation);
    return out;
  };
  return { centreHz, rateHz: outputHz, decimation, push, end: () => push(new Float64Array(2 * reach)) };
}

/** Middles of channels that cover a recording, a quarter of a width apart, Hz. */
export function channelCentres(rateHz: number, widthHz: number): number[] {
  const step = widthHz / 4;
  const most = Math.max(0, Math.floor((rateHz - widthHz) / 2 / step));
  return Array.from({ length: 2 * most + 1 }, (_, k) => (k - most) * step);
}
