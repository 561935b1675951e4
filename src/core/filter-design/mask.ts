import { type Band, type Edges, isBand } from "./bands.ts";
import { prewarp } from "./iir/bilinear.ts";
import type { Family } from "./iir/family.ts";

/** The mask of a filter. Frequencies in units of the Nyquist frequency. */
export interface Mask {
  /** End of a low-pass's pass band, start of a high-pass's, both ends of a band-pass's, both inner ends of a band-stop's. */
  pass: Edges;
  /** The stop band's edges, in the same order. */
  stop: Edges;
  /** Largest difference of gains in the pass band, in dB. An IIR filter's largest gain is 1. */
  ripple: number;
  /** Smallest attenuation of the stop band, in dB. */
  attenuation: number;
}

/** @throws RangeError with the required order of the edges. */
export function maskBand(where: string, { pass, stop, ripple, attenuation }: Mask): Band {
  if (!(ripple > 0)) throw new RangeError(`${where}: ripple must be above 0 dB, got ${ripple}`);
  if (!(attenuation > ripple)) {
    throw new RangeError(`${where}: attenuation must be above the ripple, ${ripple} dB, got ${attenuation}`);
  }
  const all = [pass, stop].flat();
  if (!all.every((edge) => edge > 0 && edge < 1)) {
    throw new RangeError(
      `${where}: pass and stop must be between 0 and the Nyquist frequency, got ${all.join(", ")} of it`,
    );
  }
  if (!isBand(pass) && !isBand(stop)) {
    if (pass !== stop) return pass < stop ? "lowpass" : "highpass";
  } else if (isBand(pass) && isBand(stop)) {
    if (stop[0] < pass[0] && pass[0] < pass[1] && pass[1] < stop[1]) return "bandpass";
    if (pass[0] < stop[0] && stop[0] < stop[1] && stop[1] < pass[1]) return "bandstop";
  }
  throw new RangeError(
    `${where}: pass and stop must be one edge each, apart, or two each, one band inside the other, got ` +
      `pass ${JSON.stringify(pass)}, stop ${JSON.stringify(stop)}`,
  );
}

export interface MaskOrder {
  band: Band;
  /** Order of the low-pass prototype; band-pass and band-stop filters have twice as many poles. */
  order: number;
  /** The family's edges, in units of the Nyquist frequency: the pass band's loss is exactly the ripple at its edge. */
  cutoff: Edges;
}

const unwarp = (frequency: number) => (2 / Math.PI) * Math.atan(frequency);

/** The smallest order of a family that keeps a mask, and its edges: SciPy's buttord, cheb1ord, cheb2ord, ellipord. */
export function smallestOrder(family: Family, mask: Mask): MaskOrder {
  const band = maskBand("filter-design/mask", mask);
  const { ripple, attenuation } = mask;
  if (!isBand(mask.pass) || !isBand(mask.stop)) {
    const [pass, stop] = [prewarp(mask.pass as number), prewarp(mask.stop as number)];
    const order = roundUp(family.order(band === "lowpass" ? stop / pass : pass / stop, ripple, attenuation));
    const edge = family.edge(order, ripple, attenuation);
    return { band, order, cutoff: unwarp(band === "lowpass" ? pass * edge : pass / edge) };
  }
  const [stop0, stop1] = mask.stop.map(prewarp);
  let [pass0, pass1] = mask.pass.map(prewarp);
  if (band === "bandstop") {
    // A transformed low-pass filter is symmetric about √(pass0·pass1). Among wider pass bands, the one that is symmetric to the stop band needs the smallest order: there both stop edges limit the order.
    pass0 = Math.max(pass0, (stop0 * stop1) / pass1);
    pass1 = Math.min(pass1, (stop0 * stop1) / pass0);
  }
  const [width, square] = [pass1 - pass0, pass0 * pass1];
  const moved = (stop: number) => Math.abs((stop * stop - square) / (stop * width));
  const selectivity =
    band === "bandpass" ? Math.min(moved(stop0), moved(stop1)) : Math.min(1 / moved(stop0), 1 / moved(stop1));
  const order = roundUp(family.order(selectivity, ripple, attenuation));
  const edge = family.edge(order, ripple, attenuation);
  const half = (width / 2) * (band === "bandpass" ? edge : 1 / edge);
  const root = Math.hypot(half, Math.sqrt(square));
  return { band, order, cutoff: [unwarp(square / (root + half)), unwarp(root + half)] };
}

/** Rounded up, except for a rounding error above an exact order. */
const roundUp = (order: number) => Math.max(1, Math.ceil(order * (1 - 1e-12)));
