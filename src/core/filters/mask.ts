import { tolerances } from "../filter-design/fir/mask.ts";
import { isBand } from "../filter-design/bands.ts";
import { type FilterSpec, isFamily } from "../filter-design/spec.ts";

/** The limits of the gain over a band of frequencies, in the design's units. */
export interface MaskBand {
  from: number;
  to: number;
  /** False for a stop band. */
  passes: boolean;
  /** Lowest and highest gain in dB; −∞ as the lowest in a stop band. */
  floorDb: number;
  ceilingDb: number;
}

/** The bands of the mask of a design, in rising order; undefined without a mask. */
export function maskOf(spec: FilterSpec): MaskBand[] | undefined {
  if (!("pass" in spec)) return undefined;
  const { type, pass, stop, ripple, attenuation, rate = 2 } = spec;
  const most = tolerances({ pass, stop, ripple, attenuation });
  const decibels = (gain: number) => 20 * Math.log10(gain);
  // An IIR filter's largest gain is 1; a FIR filter's gains ripple about 1.
  const passing = isFamily(type)
    ? { passes: true, floorDb: -ripple, ceilingDb: 0 }
    : { passes: true, floorDb: decibels(1 - most.pass), ceilingDb: decibels(1 + most.pass) };
  const stopping = { passes: false, floorDb: -Infinity, ceilingDb: -attenuation };
  const edges = [
    ...[pass].flat().map((at) => ({ at, band: passing })),
    ...[stop].flat().map((at) => ({ at, band: stopping })),
  ].toSorted((a, b) => a.at - b.at);
  const nyquist = rate / 2;
  if (!isBand(pass)) {
    return [
      { from: 0, to: edges[0].at, ...edges[0].band },
      { from: edges[1].at, to: nyquist, ...edges[1].band },
    ];
  }
  return [
    { from: 0, to: edges[0].at, ...edges[0].band },
    { from: edges[1].at, to: edges[2].at, ...edges[1].band },
    { from: edges[3].at, to: nyquist, ...edges[3].band },
  ];
}
