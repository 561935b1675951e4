import { rationalResampler } from "../../../blocks/rates/rational-resampler.ts";
import { oneFilter } from "../../../blocks/rates/one-filter.ts";
import type { Listed } from "../../../flow/graph/expression.ts";
import {
  ANY_ITEMS,
  both,
  chain,
  chained,
  choice,
  type Expansion,
  onlyPart,
  readBy,
  fixed,
  type GrcValues,
  implied,
  imported,
  integer,
  items,
  listItems,
  leftOut,
  listParameter,
  listText,
  type Mapping,
  number,
  type OwnValues,
  type Parameter,
  type MappedBlock,
  type PartEnd,
  excerpt,
  Unmapped,
} from "../mapping.ts";
import { type OptfirLowPass, optfirLowPass } from "../optfir.ts";

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

/** The fields of a designed filter. */
const DESIGN_FIELDS = ["design", "taps", "cutoff", "upper", "transition", "window", "beta", "gain"];

const isComplex = ({ values: { design, taps } }: OwnValues) =>
  design === "complex band-pass" ||
  (design === "taps" && (taps as readonly Listed[]).some((tap) => typeof tap !== "number" && tap[1] !== 0));

/** The letters of GNU Radio's filters: input, output, taps. @param types The letters that the block has. */
const FILTER_TYPE = (types: readonly string[]): Parameter => ({
  grc: ["type"],
  own: ["type"],
  read: ({ python, text }) => {
    const type = python.choice(text("type"));
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
  grc: ["taps"],
  own: DESIGN_FIELDS,
  read: ({ python, text }) => ({ design: "taps", taps: listParameter(python, "taps", text("taps")) }),
  write: (own) => ({ taps: tapsText(own) }),
};

/** The delay that GNU Radio tells its tags. */
const DELAY = leftOut("samp_delay");

/** Whether a field of lists holds complex numbers. */
function hasComplex({ python }: GrcValues, taps: unknown): boolean {
  const items = typeof taps === "string" ? python.items(taps) : (taps as readonly Listed[]);
  return items.some((tap) => typeof tap !== "number");
}

/**
 * Returns a filter with the letters of GNU Radio's type. A real signal through complex taps without imaginary parts stays
 * real here, so a block makes it complex.
 */
function filtered(grc: GrcValues, letters: string, whole: Expansion): Expansion {
  const [, output, taps] = letters;
  const part = onlyPart(whole);
  const isComplexHere = part.parameters.design === "taps" && hasComplex(grc, part.parameters.taps);
  if (taps === "f" && isComplexHere) throw new Unmapped(`the taps are complex, and the type ${letters} has real ones`);
  if (output === "f" || isComplexHere || part.parameters.type === "complex") return whole;
  return {
    ...whole,
    parts: { filter: part, "": { type: "parts-to-complex", parameters: {} } },
    inner: [{ from: ["filter", "out"], to: ["", "real"] }],
    inputs: [[["filter", "in"]]],
  };
}

/** A filter whose type are three letters. */
function lettered(mapping: Mapping): Mapping {
  return {
    ...mapping,
    read: (grc) => filtered(grc, grc.python.choice(grc.text("type")), readBy(mapping, grc)),
  };
}

/** A filter block of GNU Radio that designs its own taps. @param complexDesign Its design for complex taps. */
function designed(id: string, design: string, names: readonly string[], complexDesign?: string): Mapping {
  return {
    id,
    covers: ["type", "decim", "interp", ...names],
    read(grc) {
      const { python, text } = grc;
      const type = python.choice(text("type"));
      const [, interpolating, letters] = /^(interp_)?fir_filter_([cf]{3})$/.exec(type) ?? [];
      if (letters === undefined || (letters[2] === "c" && !complexDesign)) {
        throw new Unmapped(`type is ${excerpt(type)}; Threeray has the letters c and f, here with real taps`);
      }
      const call = `firdes.${letters[2] === "c" ? complexDesign : design}(${names.map((name) => text(name)).join(", ")})`;
      const [field, name, other] = interpolating
        ? ["interpolation", "interp", "decim"]
        : ["decimation", "decim", "interp"];
      grc.leaveOut(other);
      const parameters = {
        type: letters.startsWith("c") ? "complex" : "real",
        [field]: python.field(text(name)),
        design: "taps",
        taps: listParameter(python, `the design of ${id}`, call),
      };
      return filtered(grc, letters, chained({ "": { type: "fir-filter", parameters } }));
    },
  };
}

/** GNU Radio's feedback taps add, unless `oldstyle` is off; a[0] does not count. */
const RECURSION: Parameter = {
  grc: ["fftaps", "fbtaps", "oldstyle"],
  own: ["design", "forward", "backward"],
  read: ({ python, text }) => {
    const [forward, backward] = ["fftaps", "fbtaps"].map((name) =>
      listItems(python, name, text(name)).map((item) => {
        if (typeof item === "number") return item;
        throw new Unmapped(`${name} holds complex numbers; Threeray has real ones here`);
      }),
    );
    const sign = python.choice(text("oldstyle")) === "False" ? 1 : -1;
    return { design: "coefficients", forward, backward: [1, ...backward.slice(1).map((value) => sign * value)] };
  },
  write: ({ values }) => {
    if (values.design !== "coefficients") {
      throw new Unmapped("GNU Radio has no design of recursive filters; set its coefficients");
    }
    const [b, a] = [values.forward as number[], values.backward as number[]];
    const text = (values: readonly number[]) => `[${values.map((value) => value / a[0]).join(", ")}]`;
    return { fftaps: text(b), fbtaps: text(a), oldstyle: "False" };
  },
};

const isEmptyList = (text: string) => /^(?:\[\s*\]|\(\s*\)|None|)$/.test(text.trim());

const RESAMPLER: Parameter = {
  grc: ["taps", "fbw"],
  own: ["design", "taps", "fractionalBandwidth"],
  read: ({ python, text, leaveOut }) => {
    if (!isEmptyList(text("taps"))) {
      leaveOut("fbw");
      return { design: "taps", taps: listParameter(python, "taps", text("taps")) };
    }
    const width = python.number(text("fbw"));
    if (width !== undefined && !(width > 0)) return { design: "one filter", fractionalBandwidth: 0.4 };
    return { design: "one filter", fractionalBandwidth: python.field(text("fbw")) };
  },
  write: (own) => {
    const { design, fractionalBandwidth } = own.parameters;
    if (design === "taps") return { taps: tapsText(own), fbw: "0" };
    if (design === "one filter") return { taps: "[]", fbw: own.python(fractionalBandwidth) };
    throw new Unmapped("GNU Radio has no design of several filters; choose “one filter”");
  },
};

/** GNU Radio begins with the first output that the whole filter covers. */
const PHASE: Parameter = {
  grc: [],
  own: ["phase"],
  read(grc) {
    const skipped = skippedBy(grc);
    if (skipped > 0)
      grc.note(`begins with ${skipped} samples that GNU Radio leaves out, since its filter does not cover them`);
    return { phase: "full filter" };
  },
};

/** Returns how many outputs come before the first one that the whole filter covers; 0 where the file's values have no filter. */
function skippedBy({ python, text }: GrcValues): number {
  const [interpolation, decimation] = ["interp", "decim"].map((name) => python.number(text(name)) ?? 0);
  if (!(interpolation >= 1 && decimation >= 1)) return 0;
  const isDesigned = isEmptyList(text("taps"));
  const width = python.number(text("fbw")) ?? 0;
  const design = { design: "one filter", fractionalBandwidth: width > 0 ? width : 0.4 } as const;
  try {
    const given = isDesigned ? design : ({ design: "taps", taps: python.items(text("taps")) } as const);
    const { up, down, taps, complexTaps } = oneFilter({
      ...rationalResampler.defaults,
      ...given,
      interpolation,
      decimation,
    });
    const older = Math.ceil(taps.length / (complexTaps ? 2 : 1) / up) - 1;
    return Math.floor((older * up) / down);
  } catch (error) {
    if (error instanceof RangeError && !python.isSpent) return 0;
    throw error;
  }
}

const LOW = ["gain", "samp_rate", "cutoff_freq", "width", "win", "beta"];
const BAND = ["gain", "samp_rate", "low_cutoff_freq", "high_cutoff_freq", "width", "win", "beta"];

/** The same gain at all levels; 0 means no limit in both. */
const AGC: readonly Parameter[] = [
  items(),
  number("rate", "rate"),
  number("reference", "reference"),
  number("gain", "gain"),
  number("maximum", "max_gain"),
  { grc: [], own: ["level"], read: () => ({ level: "mean" }), write: onlyLevel },
];

function onlyLevel({ parameters: { level } }: OwnValues): Record<string, string> {
  if (level === "mean") return {};
  throw new Unmapped("GNU Radio's block keeps the mean amplitude; choose the level “mean”");
}

const DE_EMPHASIS: Parameter = {
  grc: ["tau", "samp_rate"],
  own: ["timeConstant", "rate"],
  read: ({ python, text }) => ({
    timeConstant: microseconds(python.field(text("tau"))),
    rate: python.field(text("samp_rate")),
  }),
  write: ({ parameters: { timeConstant, rate }, python, hz }) => {
    if (rate === 0 && hz === undefined) throw new Unmapped("it needs a sample rate, which no source names");
    return { tau: `${python(timeConstant)} * 1e-6`, samp_rate: rate === 0 ? String(hz) : python(rate) };
  },
};

const microseconds = (tau: number | string) => (typeof tau === "number" ? tau * 1e6 : `(${tau}) * 1e6`);

/** Demodulation of broadcast FM: discriminator, audio filter with decimation, de-emphasis. */
const WIDE_FM = chain("analog_wfm_rcv", ["quad_rate", "audio_decimation"], ({ python, text }) => {
  const [quad, decimation] = [`(${text("quad_rate")})`, `(${text("audio_decimation")})`];
  const audio = `(${quad} / ${decimation})`;
  const taps = `firdes.low_pass(1, ${quad}, ${audio} / 2 - ${audio} / 32, ${audio} / 32, window.WIN_HAMMING)`;
  return {
    demodulated: { type: "quadrature-demodulator", parameters: { gain: python.field(`${quad} / (2 * pi * 75e3)`) } },
    filtered: {
      type: "fir-filter",
      parameters: {
        ...REAL_TAPS,
        decimation: python.field(decimation),
        taps: listParameter(python, "the audio filter", taps),
      },
    },
    "": { type: "de-emphasis", parameters: { type: "real", timeConstant: 75, rate: python.field(audio) } },
  };
});

const REAL_TAPS = { type: "real", design: "taps" };

/** Demodulation of narrow-band FM: discriminator, de-emphasis, audio filter with decimation. */
const NARROW_FM = chain("analog_nbfm_rx", ["audio_rate", "quad_rate", "tau", "max_dev"], ({ python, text }) => {
  const [quad, audio, deviation] = ["quad_rate", "audio_rate", "max_dev"].map((name) => `(${text(name)})`);
  const taps = `firdes.low_pass(1, ${quad}, 2.7e3, 0.5e3, window.WIN_HAMMING)`;
  const rate = python.field(quad);
  return {
    demodulated: {
      type: "quadrature-demodulator",
      parameters: { gain: python.field(`${quad} / (2 * pi * ${deviation})`) },
    },
    emphasized: {
      type: "de-emphasis",
      parameters: { type: "real", timeConstant: microseconds(python.field(text("tau"))), rate },
    },
    "": {
      type: "fir-filter",
      parameters: {
        ...REAL_TAPS,
        decimation: python.field(`${quad} // ${audio}`),
        taps: listParameter(python, "the audio filter", taps),
      },
    },
  };
});

/** Returns the audio filter of a demodulator with the file's values of all variables. @throws Unmapped for values without a filter. */
function audioFilter(
  { python, text, note }: GrcValues,
  names: Readonly<Record<keyof OptfirLowPass, string>>,
): MappedBlock {
  const values = Object.entries(names).map(([field, expression]) => {
    const value = python.number(expression);
    if (value === undefined) throw new Unmapped(`${expression} is no number`);
    return [field, value];
  });
  if (Object.values(names).some((expression) => python.follows(expression))) {
    note("has an audio filter of numbers, which follow no variable");
  }
  const decimation = python.field(text("audio_decim"));
  try {
    const taps = Array.from(optfirLowPass(Object.fromEntries(values)));
    return { type: "fir-filter", parameters: { ...REAL_TAPS, decimation, taps } };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Unmapped(error.message);
  }
}

/** Demodulation of AM: GNU Radio subtracts 1, the level of the carrier, from the magnitude. */
const AM = chain("analog_am_demod_cf", ["chan_rate", "audio_decim", "audio_pass", "audio_stop"], (grc) => {
  const [rate, pass, stop] = ["chan_rate", "audio_pass", "audio_stop"].map((name) => grc.text(name));
  return {
    magnitude: { type: "magnitude", parameters: { type: "complex", power: 1 } },
    centred: { type: "add-constant", parameters: { type: "real", constant: -1 } },
    "": audioFilter(grc, { gain: "0.5", rate, pass, stop }),
  };
});

/** Demodulation of FM: discriminator, de-emphasis unless its time constant is 0, and audio filter with decimation. */
const FM = chain(
  "analog_fm_demod_cf",
  ["chan_rate", "audio_decim", "deviation", "audio_pass", "audio_stop", "gain", "tau"],
  (grc) => {
    const { python, text } = grc;
    const [rate, pass, stop, gain, tau] = ["chan_rate", "audio_pass", "audio_stop", "gain", "tau"].map((name) =>
      text(name),
    );
    const emphasis = { timeConstant: microseconds(python.field(tau)), rate: python.field(rate) };
    const isEmphasized = tau.trim() === "None" || (python.number(tau) ?? 1) <= 0;
    return {
      demodulated: {
        type: "quadrature-demodulator",
        parameters: { gain: python.field(`(${rate}) / (2 * pi * (${text("deviation")}))`) },
      },
      ...(isEmphasized ? {} : { emphasized: { type: "de-emphasis", parameters: { type: "real", ...emphasis } } }),
      "": audioFilter(grc, { gain, rate, pass, stop }),
    };
  },
);

/**
 * A mixer before a decimating filter, and a turn. GNU Radio rotates its taps around their middle, so its output is later by
 * the phase of the frequency over half the filter.
 */
const TRANSLATING: Mapping = {
  id: "freq_xlating_fir_filter_xxx",
  covers: ["type", "decim", "taps", "center_freq", "samp_rate"],
  read({ python, text }) {
    const type = python.choice(text("type"));
    if (!/^[cf]c[cf]$/.test(type)) throw new Unmapped(`type is ${excerpt(type)}; Threeray has ccc, ccf, fcc, fcf`);
    const mixer = {
      type: "mixer",
      parameters: { frequency: python.field(text("center_freq")), rate: python.field(text("samp_rate")) },
    };
    const filter = {
      type: "fir-filter",
      parameters: {
        type: "complex",
        decimation: python.field(text("decim")),
        design: "taps",
        taps: listParameter(python, "taps", text("taps")),
      },
    };
    const [frequency, rate, taps] = ["center_freq", "samp_rate", "taps"].map((name) => `(${text(name)})`);
    const angle = `pi * ${frequency} / ${rate} * (len${taps} - 1)`;
    const [constant, imaginary] = [python.field(`cos(${angle})`), python.field(`-sin(${angle})`)];
    const turn = { type: "multiply-constant", parameters: { type: "complex", constant, imaginary } };
    const parts = {
      mixed: mixer,
      ...(python.number(frequency) === 0 ? { "": filter } : { filtered: filter, "": turn }),
    };
    if (type.startsWith("c")) return chained(parts);
    const whole = chained({ complex: { type: "parts-to-complex", parameters: {} }, ...parts });
    return { ...whole, inputs: [[["complex", "real"]]] };
  },
};

const LETTERS = FILTER_TYPE(["ccf", "ccc", "fff", "fcc"]);

export const FILTER_MAPPINGS: readonly Mapping[] = [
  lettered(
    both(
      "fir_filter_xxx",
      "fir-filter",
      LETTERS,
      integer("decimation", "decim"),
      implied({ interpolation: 1 }),
      TAPS,
      DELAY,
    ),
  ),
  lettered(
    both(
      "interp_fir_filter_xxx",
      "fir-filter",
      LETTERS,
      integer("interpolation", "interp"),
      implied({ decimation: 1 }),
      TAPS,
      DELAY,
    ),
  ),
  lettered(
    both(
      "fft_filter_xxx",
      "fft-filter",
      FILTER_TYPE(["ccf", "ccc", "fff"]),
      integer("decimation", "decim"),
      TAPS,
      DELAY,
      leftOut("nthreads"),
    ),
  ),
  TRANSLATING,
  designed("low_pass_filter", "low_pass", LOW),
  designed("high_pass_filter", "high_pass", LOW),
  designed("band_pass_filter", "band_pass", BAND, "complex_band_pass"),
  designed("band_reject_filter", "band_reject", BAND, "complex_band_reject"),
  designed("root_raised_cosine_filter", "root_raised_cosine", ["gain", "samp_rate", "sym_rate", "alpha", "ntaps"]),
  both("iir_filter_xxx", "iir-filter", choice("type", "type", { real: "ffd", complex: ["ccd", "ccf"] }), RECURSION),
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
    leftOut("max_iter"),
  ),
  both("analog_agc_xx", "agc", ...AGC),
  lettered(
    both(
      "rational_resampler_xxx",
      "rational-resampler",
      LETTERS,
      integer("interpolation", "interp"),
      integer("decimation", "decim"),
      RESAMPLER,
      PHASE,
    ),
  ),
  both("analog_fm_deemph", "de-emphasis", implied({ type: "real" }), DE_EMPHASIS),
];

const VECTOR = integer("vector", "vlen");

export const RATE_MAPPINGS: readonly Mapping[] = [
  both("blocks_keep_one_in_n", "keep-one-in-n", ANY_ITEMS, integer("n", "n"), VECTOR),
  both("blocks_repeat", "repeat", ANY_ITEMS, integer("n", "interp"), VECTOR),
  both("blocks_stream_to_vector", "stream-to-vector", ANY_ITEMS, integer("length", "num_items"), fixed("vlen", "1")),
  both("blocks_vector_to_stream", "vector-to-stream", ANY_ITEMS, integer("length", "num_items"), fixed("vlen", "1")),
  both("blocks_head", "head", ANY_ITEMS, integer("items", "num_items"), VECTOR),
  // GNU Radio 3.10.9 and later also have the second one.
  both("blocks_throttle", "sample-rate", ANY_ITEMS, number("rate", "samples_per_second"), VECTOR, leftOut("ignoretag")),
  imported(
    "blocks_throttle2",
    "sample-rate",
    ANY_ITEMS,
    number("rate", "samples_per_second"),
    VECTOR,
    leftOut("ignoretag", "limit", "maximum"),
  ),
];

const FFT = both(
  "fft_vxx",
  "fft",
  fixed("type", "complex"),
  integer("length", "fft_size"),
  choice("direction", "forward", { forward: "True", inverse: "False" }),
  choice("shift", "shift", { yes: "True", no: "False" }),
  implied({ scale: "1" }),
  {
    grc: ["window"],
    own: ["window"],
    read: () => ({ window: "rectangular" }),
    write: ({ parameters }) => {
      if (parameters.window === "rectangular") return { window: "[]" };
      throw new Unmapped(`its ${String(parameters.window)} window is periodic, and GNU Radio makes symmetric ones`);
    },
  },
  leftOut("nthreads"),
);

/** GNU Radio's windows are lists: here a source of the list, and a product. */
function transformed(grc: GrcValues): Expansion {
  const { python, text } = grc;
  const isReal = python.choice(text("type")) === "float";
  const complexType = { ...grc, text: (name: string) => (name === "type" ? "complex" : text(name)) };
  const fft = onlyPart(readBy(FFT, isReal ? complexType : grc));
  const vector = fft.parameters.length;
  const parts: Record<string, MappedBlock> = {};
  if (isReal) parts.complex = { type: "parts-to-complex", parameters: { vector } };
  const inner: { from: PartEnd; to: PartEnd }[] = [];
  if (!isEmptyList(text("window"))) {
    const weights = { type: "complex", repeats: "yes", vector, items: listParameter(python, "window", text("window")) };
    parts.window = { type: "list-source", parameters: weights };
    parts.weighted = { type: "multiply", parameters: { type: "complex", vector } };
    inner.push({ from: ["window", "out"], to: ["weighted", "b"] }, { from: ["weighted", "out"], to: ["", "in"] });
    if (isReal) inner.push({ from: ["complex", "out"], to: ["weighted", "a"] });
  } else if (isReal) inner.push({ from: ["complex", "out"], to: ["", "in"] });
  const first: PartEnd = isReal ? ["complex", "real"] : parts.weighted ? ["weighted", "a"] : ["", "in"];
  return { parts: { ...parts, "": fft }, inner, inputs: [[first]], outputs: [["", "out"]] };
}

export const TRANSFORMS: readonly Mapping[] = [
  { ...FFT, read: transformed },
  both("analog_quadrature_demod_cf", "quadrature-demodulator", number("gain", "gain")),
  both("analog_frequency_modulator_fc", "frequency-modulator", number("sensitivity", "sensitivity")),
  WIDE_FM,
  NARROW_FM,
  AM,
  FM,
];
