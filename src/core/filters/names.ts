import { BANDS, type Band, isBand } from "../filter-design/bands.ts";
import type { FilterSpec, FilterType } from "../filter-design/spec.ts";

/** Names of the designs. */
export const TYPE_NAMES: Readonly<Record<FilterType, string>> = {
  butterworth: "Butterworth",
  chebyshev1: "Chebyshev I",
  chebyshev2: "Chebyshev II",
  elliptic: "Elliptic",
  bessel: "Bessel",
  window: "Window",
  "least-squares": "Least squares",
  remez: "Parks–McClellan",
  "zeros-poles": "Zeros and poles",
  sections: "Sections",
  taps: "Taps",
};

export const BAND_NAMES: Readonly<Record<Band, string>> = {
  lowpass: "low-pass",
  highpass: "high-pass",
  bandpass: "band-pass",
  bandstop: "band-stop",
};

/** The band that a filter passes, where its design says one. */
export function bandOf(spec: FilterSpec): Band | undefined {
  if ("pass" in spec) {
    const [pass, stop] = [[spec.pass].flat()[0], [spec.stop].flat()[0]];
    return BANDS[(isBand(spec.pass) ? 2 : 0) + Number(isBand(spec.pass) ? pass < stop : pass > stop)];
  }
  if (!("cutoff" in spec)) return undefined;
  return spec.band ?? (isBand(spec.cutoff) ? "bandpass" : "lowpass");
}

/** A filter's name: "Elliptic low-pass". */
export function nameOf(spec: FilterSpec): string {
  const band = bandOf(spec);
  return band ? `${TYPE_NAMES[spec.type]} ${BAND_NAMES[band]}` : TYPE_NAMES[spec.type];
}
