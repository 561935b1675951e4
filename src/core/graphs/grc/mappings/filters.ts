import { rationalResampler } from "../../../blocks/rates/rational-resampler.ts";
import { oneFilter } from "../../../blocks/rates/one-filter.ts";
import type { Listed } from "../../../flow/graph/expression.ts";
import {
  ANY_ITEMS,
  both,
  chain,
  chained,
  choice,
  DEFINITIONS,
  type Expansion,
  onlyPart,
  readBy,
  fixed,
  type GrcValues,
  implied,
  imported,
  integer,
  items,
  listedItems,
  listItems,
  leftOut,
  listParameter,
  listText,
  type Mapping,
  number,
  type BlockValues,
  type Parameter,
  type MappedBlock,
  only,
  part,
  excerpt,
  Unmapped,
  wired,
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
function tapsText({ parameters, python, hz }: BlockValues): string {
  const { design, taps, window, gain, transition, beta, interpolation = 1 } = parameters;
  if (design === "taps") return listText(taps, python);
  if (!Object.hasOwn(DESIGNS, String(design))) throw new Unmapped(`its design “${String(design)}” is unknown`);
  const { name, edges } = DESIGNS[String(design)];
  if (hz === undefined) throw new Unmapped("its design needs a sample rate, which no source names");
  if (typeof interpolation !== "number") throw new Unmapped("its interpolation is an expression");
  const numbers = [gain, hz * interpolation, ...edges.map((edge) => parameters[edge]), transition].map(python);
  return `firdes.${name}(${numbers.join(", ")}, window.WIN_${String(window).toUpperCase()}, ${python(beta)})`;
}

/** The fields of a designed filter. */
const DESIGN_FIELDS = ["design", "taps", "cutoff", "upper", "transition", "window", "beta", "gain"];

const isComplex = ({ values: { design, taps } }: BlockValues) =>
  design === "complex band-pass" ||
  (design === "taps" && listedItems(taps).some((tap) => typeof tap !== "number" && tap[1] !== 0));

/** The letters of GNU Radio's filters: input, output, taps. @param types The letters that the block has. */
const FILTER_TYPE = (types: readonly string[]): Parameter => ({
  grc: ["type"],
  fields: ["type"],
  read: ({ python, text }) => {
    const type = python.choice(text("type"));
    if (!types.includes(type)) throw new Unmapped(`type is ${type}; Threeray has ${types.join(", ")}`);
    return { type: type.startsWith("c") ? "complex" : "real" };
  },
  write: (block) => {
    const type =
      block.parameters.type === "real" ? (isComplex(block) ? "fcc" : "fff") : isComplex(block) ? "ccc" : "ccf";
    if (!types.includes(type)) throw new Unmapped(`GNU Radio has no such filter of type ${type}`);
    return { type };
  },
});

const TAPS: Parameter = {
  grc: ["taps"],
  fields: DESIGN_FIELDS,
  read: ({ python, text }) => ({ design: "taps", taps: listParameter(python, "taps", text("taps")) }),
  write: (block) => ({ taps: tapsText(block) }),
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
  const filter = onlyPart(whole);
  const isComplexHere = filter.parameters.design === "taps" && hasComplex(grc, filter.parameters.taps);
  if (taps === "f" && isComplexHere) throw new Unmapped(`the taps are complex, and the type ${letters} has real ones`);
  if (output === "f" || isComplexHere || filter.parameters.type === "complex") return whole;
  return wired({ filter, "": part("parts-to-complex") }, ["filter.out .real"], ["filter.in"], [".out"]);
}

/** A filter whose type are three letters. */
function lettered(mapping: Mapping): Mapping {
  return {
    ...mapping,
    read: (grc) => filtered(grc, grc.python.choice(grc.text("type")), readBy(mapping, grc)),
  };
}

/** A filter block of GNU Radio that designs its own taps. Band filters also have a design for complex taps. */
function designed(design: string): Mapping {
  const id = `${design}_filter`;
  const names = Object.keys(DEFINITIONS[id]).filter((name) => !["type", "decim", "interp"].includes(name));
  const complexDesign = design.startsWith("band_") ? `complex_${design}` : undefined;
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
      return filtered(grc, letters, chained({ "": part("fir-filter", parameters) }));
    },
  };
}

const realItems = (name: string, list: readonly Listed[]): number[] =>
  list.map((item) => {
    if (typeof item === "number") return item;
    throw new Unmapped(`${name} holds complex numbers; Threeray has real ones here`);
  });

/** GNU Radio's feedback taps add, unless `oldstyle` is off; a[0] does not count. */
const RECURSION: Parameter = {
  grc: ["fftaps", "fbtaps", "oldstyle"],
  fields: ["design", "forward", "backward"],
  read: ({ python, text }) => {
    const [forward, backward] = ["fftaps", "fbtaps"].map((name) =>
      realItems(name, listItems(python, name, text(name))),
    );
    const sign = python.choice(text("oldstyle")) === "False" ? 1 : -1;
    return { design: "coefficients", forward, backward: [1, ...backward.slice(1).map((value) => sign * value)] };
  },
  write: ({ values }) => {
    if (values.design !== "coefficients") {
      throw new Unmapped("GNU Radio has no design of recursive filters; set its coefficients");
    }
    const [b, a] = ["forward", "backward"].map((name) => realItems(name, listedItems(values[name])));
    const text = (values: readonly number[]) => `[${values.map((value) => value / a[0]).join(", ")}]`;
    return { fftaps: text(b), fbtaps: text(a), oldstyle: "False" };
  },
};

const isEmptyList = (text: string) => /^(?:\[\s*\]|\(\s*\)|None|)$/.test(text.trim());

const RESAMPLER: Parameter = {
  grc: ["taps", "fbw"],
  fields: ["design", "taps", "fractionalBandwidth"],
  read: ({ python, text, leaveOut }) => {
    if (!isEmptyList(text("taps"))) {
      leaveOut("fbw");
      return { design: "taps", taps: listParameter(python, "taps", text("taps")) };
    }
    const width = python.number(text("fbw"));
    if (width !== undefined && !(width > 0)) return { design: "one filter", fractionalBandwidth: 0.4 };
    return { design: "one filter", fractionalBandwidth: python.field(text("fbw")) };
  },
  write: (block) => {
    const { design, fractionalBandwidth } = block.parameters;
    if (design === "taps") return { taps: tapsText(block), fbw: "0" };
    if (design === "one filter") return { taps: "[]", fbw: block.python(fractionalBandwidth) };
    throw new Unmapped("GNU Radio has no design of several filters; choose “one filter”");
  },
};

/** GNU Radio begins with the first output that the whole filter covers. */
const PHASE: Parameter = {
  grc: [],
  fields: ["phase"],
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

/** The same gain at all levels; 0 means no limit in both. */
const AGC: readonly Parameter[] = [
  items(),
  number("rate", "rate"),
  number("reference", "reference"),
  number("gain", "gain"),
  number("maximum", "max_gain"),
  only("level", "mean", "GNU Radio's block keeps the mean amplitude; choose the level “mean”"),
];

const DE_EMPHASIS: Parameter = {
  grc: ["tau", "samp_rate"],
  fields: ["timeConstant", "rate"],
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

/** Returns the discriminator of a demodulator: the deviation gives 1. */
const discriminator = ({ python }: GrcValues, rate: string, deviation: string) =>
  part("quadrature-demodulator", { gain: python.field(`${rate} / (2 * pi * ${deviation})`) });

const deEmphasis = (timeConstant: number | string, rate: number | string) =>
  part("de-emphasis", { type: "real", timeConstant, rate });

/** Returns the audio filter of a demodulator. @param taps A call of `firdes`. */
const audioFilter = ({ python }: GrcValues, decimation: string, taps: string) =>
  part("fir-filter", {
    ...REAL_TAPS,
    decimation: python.field(decimation),
    taps: listParameter(python, "the audio filter", taps),
  });

/** Demodulation of broadcast FM: discriminator, audio filter with decimation, de-emphasis. */
const WIDE_FM = chain("analog_wfm_rcv", ["quad_rate", "audio_decimation"], (grc) => {
  const [quad, decimation] = ["quad_rate", "audio_decimation"].map((name) => `(${grc.text(name)})`);
  const audio = `(${quad} / ${decimation})`;
  const taps = `firdes.low_pass(1, ${quad}, ${audio} / 2 - ${audio} / 32, ${audio} / 32, window.WIN_HAMMING)`;
  return {
    demodulated: discriminator(grc, quad, "75e3"),
    filtered: audioFilter(grc, decimation, taps),
    "": deEmphasis(75, grc.python.field(audio)),
  };
});

const REAL_TAPS = { type: "real", design: "taps" };

/** Demodulation of narrow-band FM: discriminator, de-emphasis, audio filter with decimation. */
const NARROW_FM = chain("analog_nbfm_rx", ["audio_rate", "quad_rate", "tau", "max_dev"], (grc) => {
  const { python, text } = grc;
  const [quad, audio, deviation] = ["quad_rate", "audio_rate", "max_dev"].map((name) => `(${text(name)})`);
  const taps = `firdes.low_pass(1, ${quad}, 2.7e3, 0.5e3, window.WIN_HAMMING)`;
  return {
    demodulated: discriminator(grc, quad, deviation),
    emphasized: deEmphasis(microseconds(python.field(text("tau"))), python.field(quad)),
    "": audioFilter(grc, `${quad} // ${audio}`, taps),
  };
});

/** Returns the audio filter of an older demodulator with the file's values of all variables. @throws Unmapped for values without a filter. */
function optimalFilter(
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
    return part("fir-filter", { ...REAL_TAPS, decimation, taps });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Unmapped(error.message);
  }
}

/** Demodulation of AM: GNU Radio subtracts 1, the level of the carrier, from the magnitude. */
const AM = chain("analog_am_demod_cf", ["chan_rate", "audio_decim", "audio_pass", "audio_stop"], (grc) => {
  const [rate, pass, stop] = ["chan_rate", "audio_pass", "audio_stop"].map((name) => grc.text(name));
  return {
    magnitude: part("magnitude", { type: "complex", power: 1 }),
    centred: part("add-constant", { type: "real", constant: -1 }),
    "": optimalFilter(grc, { gain: "0.5", rate, pass, stop }),
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
    const emphasized = deEmphasis(microseconds(python.field(tau)), python.field(rate));
    const isEmphasized = tau.trim() === "None" || (python.number(tau) ?? 1) <= 0;
    return {
      demodulated: discriminator(grc, `(${rate})`, `(${text("deviation")})`),
      ...(isEmphasized ? {} : { emphasized }),
      "": optimalFilter(grc, { gain, rate, pass, stop }),
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
    const mixed = part("mixer", {
      frequency: python.field(text("center_freq")),
      rate: python.field(text("samp_rate")),
    });
    const filtered = part("fir-filter", {
      type: "complex",
      decimation: python.field(text("decim")),
      design: "taps",
      taps: listParameter(python, "taps", text("taps")),
    });
    const [frequency, rate, taps] = ["center_freq", "samp_rate", "taps"].map((name) => `(${text(name)})`);
    const angle = `pi * ${frequency} / ${rate} * (len${taps} - 1)`;
    const [constant, imaginary] = [python.field(`cos(${angle})`), python.field(`-sin(${angle})`)];
    const turn = part("multiply-constant", { type: "complex", constant, imaginary });
    const parts = { mixed, ...(python.number(frequency) === 0 ? { "": filtered } : { filtered, "": turn }) };
    if (type.startsWith("c")) return chained(parts);
    return { ...chained({ complex: part("parts-to-complex"), ...parts }), inputs: [[["complex", "real"]]] };
  },
};

const LETTERS = ["ccf", "ccc", "fff", "fcc"];

/** A filter with taps. @param types The letters that the block has. */
const filter = (id: string, type: string, types: readonly string[], ...rate: readonly Parameter[]): Mapping =>
  lettered(both(id, type, FILTER_TYPE(types), DELAY, ...rate, TAPS));

export const FILTER_MAPPINGS: readonly Mapping[] = [
  filter("fir_filter_xxx", "fir-filter", LETTERS, integer("decimation", "decim"), implied({ interpolation: 1 })),
  filter(
    "interp_fir_filter_xxx",
    "fir-filter",
    LETTERS,
    integer("interpolation", "interp"),
    implied({ decimation: 1 }),
  ),
  filter("fft_filter_xxx", "fft-filter", ["ccf", "ccc", "fff"], integer("decimation", "decim"), leftOut("nthreads")),
  TRANSLATING,
  ...["low_pass", "high_pass", "band_pass", "band_reject", "root_raised_cosine"].map(designed),
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
      FILTER_TYPE(LETTERS),
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
    fields: ["window"],
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
  if (isReal) parts.complex = part("parts-to-complex", { vector });
  const wires: string[] = [];
  if (!isEmptyList(text("window"))) {
    const weights = { type: "complex", repeats: "yes", vector, items: listParameter(python, "window", text("window")) };
    parts.window = part("list-source", weights);
    parts.weighted = part("multiply", { type: "complex", vector });
    wires.push("window.out weighted.b", "weighted.out .in");
    if (isReal) wires.push("complex.out weighted.a");
  } else if (isReal) wires.push("complex.out .in");
  const first = isReal ? "complex.real" : parts.weighted ? "weighted.a" : ".in";
  return wired({ ...parts, "": fft }, wires, [first], [".out"]);
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
