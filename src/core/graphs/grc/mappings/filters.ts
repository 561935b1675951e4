import {
  both,
  choice,
  fixed,
  given,
  type GrcValues,
  implied,
  imported,
  integer,
  items,
  itemsOf,
  listOf,
  listText,
  type Mapping,
  number,
  type OwnValues,
  type Parameter,
  Unmapped,
  written,
} from "../mapping.ts";
import type { Listed } from "../../../flow/expression.ts";

/** GNU Radio's designs by the names of the designs here. */
const DESIGNS: Readonly<Record<string, { name: string; edges: readonly string[] }>> = {
  "low-pass": { name: "low_pass", edges: ["cutoff"] },
  "high-pass": { name: "high_pass", edges: ["cutoff"] },
  "band-pass": { name: "band_pass", edges: ["cutoff", "upper"] },
  "band-stop": { name: "band_reject", edges: ["cutoff", "upper"] },
  "complex band-pass": { name: "complex_band_pass", edges: ["cutoff", "upper"] },
};

/** Returns the taps of a filter as Python: a list, or a call of `firdes`. */
function tapsText({ parameters, python, hz }: OwnValues): string {
  const { design, taps, window, gain, transition, beta, interpolation = 1 } = parameters;
  if (design === "taps") return listText(taps, python);
  const { name, edges } = DESIGNS[String(design)];
  if (hz === undefined) throw new Unmapped("its design needs a sample rate, which no source names");
  if (typeof interpolation !== "number") throw new Unmapped("its interpolation is an expression");
  const numbers = [gain, hz * interpolation, ...edges.map((edge) => parameters[edge]), transition].map(python);
  return `firdes.${name}(${numbers.join(", ")}, window.WIN_${String(window).toUpperCase()}, ${python(beta)})`;
}

const isComplex = ({ values: { design, taps } }: OwnValues) =>
  design === "complex band-pass" ||
  (design === "taps" && (taps as readonly Listed[]).some((tap) => typeof tap !== "number" && tap[1] !== 0));

/** The letters of GNU Radio's filters: input, output, taps. @param types The letters that the block has. */
const FILTER_TYPE = (types: readonly string[]): Parameter => ({
  read: ({ text }) => {
    const type = text("type") ?? types[0];
    if (!types.includes(type)) throw new Unmapped(`type is ${type}; Threeray has ${types.join(", ")}`);
    return { type: type.startsWith("c") ? "complex" : "real" };
  },
  write: (own) => {
    const type = own.parameters.type === "real" ? (isComplex(own) ? "fcc" : "fff") : isComplex(own) ? "ccc" : "ccf";
    if (!types.includes(type)) throw new Unmapped(`GNU Radio has no such filter of type ${type}`);
    return { type };
  },
});

const TAPS: Parameter = {
  read: ({ python, text }) => given(text("taps"), (value) => ({ design: "taps", taps: listOf(python, "taps", value) })),
  write: (own) => ({ taps: tapsText(own) }),
};

const DELAY = written({ samp_delay: "0" });

/** A filter block of GNU Radio that designs its own taps. */
function designed(id: string, design: string, names: readonly string[]): Mapping {
  const read = ({ python, text }: GrcValues) => {
    const type = text("type") ?? "fir_filter_ccf";
    if (/[sb]/.test(type.slice(-3)) || type.endsWith("ccc"))
      throw new Unmapped(`type is ${type}; Threeray has real taps here`);
    const call = `firdes.${design}(${names.map((name) => text(name) ?? "").join(", ")})`;
    const factor = type.startsWith("interp") ? ["interpolation", "interp"] : ["decimation", "decim"];
    return {
      type: type.endsWith("fff") ? "real" : "complex",
      [factor[0]]: python.field(text(factor[1]) ?? "1"),
      design: "taps",
      taps: listOf(python, `the design of ${id}`, call),
    };
  };
  return imported(id, "fir-filter", { read });
}

/** GNU Radio's feedback taps add, unless `oldstyle` is off; a[0] does not count. */
const RECURSION: Parameter = {
  read: ({ python, text }) => {
    const [forward, backward] = ["fftaps", "fbtaps"].map((name) =>
      itemsOf(python, name, text(name) ?? "").map((item) => {
        if (typeof item === "number") return item;
        throw new Unmapped(`${name} holds complex numbers; Threeray has real ones here`);
      }),
    );
    const sign = text("oldstyle") === "False" ? 1 : -1;
    return { design: "coefficients", forward, backward: [1, ...backward.slice(1).map((value) => sign * value)] };
  },
  write: ({ parameters }) => {
    if (parameters.design !== "coefficients") {
      throw new Unmapped("GNU Radio has no design of recursive filters; set its coefficients");
    }
    const [b, a] = [parameters.forward as number[], parameters.backward as number[]];
    const text = (values: readonly number[]) => `[${values.map((value) => value / a[0]).join(", ")}]`;
    return { fftaps: text(b), fbtaps: text(a), oldstyle: "False" };
  },
};

const RESAMPLER: Parameter = {
  read: ({ python, text }) => {
    const taps = (text("taps") ?? "").trim();
    if (!/^(?:\[\s*\]|\(\s*\)|None|)$/.test(taps)) return { design: "taps", taps: listOf(python, "taps", taps) };
    const width = python.number(text("fbw") ?? "0") ?? 0;
    return { design: "one filter", fractionalBandwidth: width > 0 ? width : 0.4 };
  },
  write: (own) => {
    const { design, fractionalBandwidth } = own.parameters;
    if (design === "taps") return { taps: tapsText(own), fbw: "0" };
    if (design === "one filter") return { taps: "[]", fbw: own.python(fractionalBandwidth) };
    throw new Unmapped("GNU Radio has no design of several filters; choose “one filter”");
  },
};

const LOW = ["gain", "samp_rate", "cutoff_freq", "width", "win", "beta"];
const BAND = ["gain", "samp_rate", "low_cutoff_freq", "high_cutoff_freq", "width", "win", "beta"];

export const FILTERS: readonly Mapping[] = [
  both(
    "fir_filter_xxx",
    "fir-filter",
    FILTER_TYPE(["ccf", "ccc", "fff", "fcc"]),
    integer("decimation", "decim"),
    implied({ interpolation: 1 }),
    TAPS,
    DELAY,
  ),
  both(
    "interp_fir_filter_xxx",
    "fir-filter",
    FILTER_TYPE(["ccf", "ccc", "fff", "fcc"]),
    integer("interpolation", "interp"),
    implied({ decimation: 1 }),
    TAPS,
    DELAY,
  ),
  both(
    "fft_filter_xxx",
    "fft-filter",
    FILTER_TYPE(["ccf", "ccc", "fff"]),
    integer("decimation", "decim"),
    TAPS,
    DELAY,
    written({ nthreads: "1" }),
  ),
  designed("low_pass_filter", "low_pass", LOW),
  designed("high_pass_filter", "high_pass", LOW),
  designed("band_pass_filter", "band_pass", BAND),
  designed("band_reject_filter", "band_reject", BAND),
  designed("root_raised_cosine_filter", "root_raised_cosine", ["gain", "samp_rate", "sym_rate", "alpha", "ntaps"]),
  both("iir_filter_xxx", "iir-filter", choice("type", "type", { real: "ffd", complex: "ccd" }), RECURSION),
  imported("iir_filter_xxx", "iir-filter", choice("type", "type", { complex: "ccf" }), RECURSION),
  both("single_pole_iir_filter_xx", "one-pole", items(), number("alpha", "alpha"), fixed("vlen", "1")),
  both(
    "dc_blocker_xx",
    "dc-blocker",
    choice("type", "type", { complex: "cc", real: "ff" }),
    integer("length", "length"),
    choice("form", "long_form", { long: "True", short: "False" }),
  ),
  both(
    "blocks_moving_average_xx",
    "moving-average",
    items(),
    integer("length", "length"),
    number("scale", "scale"),
    fixed("vlen", "1"),
    written({ max_iter: "4000" }),
  ),
  both(
    "analog_agc_xx",
    "agc",
    items(),
    number("rate", "rate"),
    number("reference", "reference"),
    number("maximum", "max_gain"),
    written({ gain: "1.0" }),
  ),
  both(
    "rational_resampler_xxx",
    "rational-resampler",
    FILTER_TYPE(["ccf", "ccc", "fff", "fcc"]),
    integer("interpolation", "interp"),
    integer("decimation", "decim"),
    RESAMPLER,
  ),
  both("analog_fm_deemph", "de-emphasis", implied({ type: "real" }), {
    read: ({ python, text }) =>
      given(text("tau"), (value) => {
        const tau = python.field(value);
        return { timeConstant: typeof tau === "number" ? tau * 1e6 : `(${tau}) * 1e6` };
      }),
    write: ({ parameters, python, hz }) => {
      if (hz === undefined) throw new Unmapped("it needs a sample rate, which no source names");
      return { tau: `${python(parameters.timeConstant)} * 1e-6`, samp_rate: String(hz) };
    },
  }),
];

const ANY = ["complex", "real", "integer", "bits"] as const;
const VECTOR = integer("vector", "vlen");

export const RATES: readonly Mapping[] = [
  both("blocks_keep_one_in_n", "keep-one-in-n", items(ANY), integer("n", "n"), VECTOR),
  both("blocks_repeat", "repeat", items(ANY), integer("n", "interp"), VECTOR),
  both("blocks_stream_to_vector", "stream-to-vector", items(ANY), integer("length", "num_items"), fixed("vlen", "1")),
  both("blocks_vector_to_stream", "vector-to-stream", items(ANY), integer("length", "num_items"), fixed("vlen", "1")),
  both("blocks_head", "head", items(ANY), integer("items", "num_items"), VECTOR),
];

const WINDOWS = ["rectangular", "hann", "hamming", "blackman", "flattop"];

/** GNU Radio's windows for transforms: a call with the length, or an empty list. */
const TRANSFORM_WINDOW: Parameter = {
  read: ({ text }) => {
    const value = (text("window") ?? "").replace(/\s/g, "");
    if (/^(\[\]|\(\)|None|)$/.test(value)) return { window: "rectangular" };
    const name = /(?:^|\.)(\w+)\(/.exec(value)?.[1] ?? value;
    throw new Unmapped(`the window is ${name}, which GNU Radio makes symmetric; Threeray has periodic windows`);
  },
  write: ({ parameters }) => {
    if (parameters.window === WINDOWS[0]) return { window: "[]" };
    throw new Unmapped(`its ${String(parameters.window)} window is periodic, and GNU Radio makes symmetric ones`);
  },
};

export const TRANSFORMS: readonly Mapping[] = [
  both(
    "fft_vxx",
    "fft",
    fixed("type", "complex"),
    integer("length", "fft_size"),
    choice("direction", "forward", { forward: "True", inverse: "False" }),
    choice("shift", "shift", { yes: "True", no: "False" }),
    implied({ scale: "1" }),
    TRANSFORM_WINDOW,
    written({ nthreads: "1" }),
  ),
  both("analog_quadrature_demod_cf", "quadrature-demodulator", number("gain", "gain")),
  both("analog_frequency_modulator_fc", "frequency-modulator", number("sensitivity", "sensitivity")),
];
