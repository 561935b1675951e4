import {
  both,
  choice,
  fixed,
  items,
  imported,
  type Mapping,
  integer,
  list,
  number,
  type Parameter,
  text,
  Unmapped,
  written,
} from "../mapping.ts";

/** Seeds here are natural numbers. */
const SEED: Parameter = {
  read: ({ python, text }) => ({ seed: Math.abs(python.number(text("seed") ?? "1") ?? 1) }),
  write: ({ parameters, python }) => ({ seed: python(parameters.seed) }),
};

const LOOP = choice("loop", "repeat", { on: "True", off: "False" });

/** GNU Radio counts the items from `offset`; 0 is all of them. */
const PART: Parameter = {
  read: ({ python, text }) => {
    const [from, count] = ["offset", "length"].map((name) => python.number(text(name) ?? "0") ?? 0);
    return { from, to: count > 0 ? from + count : 0 };
  },
  write: ({ parameters, python }) => ({
    offset: python(parameters.from),
    length: parameters.to === 0 ? "0" : `int(${python(parameters.to)} - ${python(parameters.from)})`,
  }),
};

/** Items per second; 0 is unknown here, and a rate of 1 there. */
const RATE: Parameter = {
  read: number("rate", "samp_rate").read,
  write: ({ parameters, python }) => ({ samp_rate: parameters.rate === 0 ? "1" : python(parameters.rate) }),
};

/** An RTL-SDR receiver has lower rates than a HackRF. */
const RTL_RATE: Parameter = {
  read: number("rate", "samp_rate").read,
  write: ({ parameters: { rate }, python }) => {
    if (typeof rate === "number" && rate > 3.2e6) throw new Unmapped(`an RTL-SDR has at most 3.2 MHz, not ${rate} Hz`);
    return { samp_rate: python(rate) };
  },
};

/** The gain here is the sum of a HackRF's two, of the LNA and the VGA. */
const HACKRF_GAIN: Parameter = {
  read: ({ python, text }) => ({
    gainControl: "manual",
    gain: python.field(`${text("gain") ?? 16} + ${text("vga") ?? 16}`),
  }),
  write: ({ parameters: { gain, gainControl }, python }) => ({
    gain: "16",
    vga: gainControl === "automatic" ? "16" : `${python(gain)} - 16`,
  }),
};

const waveform = (prefix: string) =>
  choice("waveform", "waveform", {
    cosine: `${prefix}GR_COS_WAVE`,
    sine: `${prefix}GR_SIN_WAVE`,
    square: `${prefix}GR_SQR_WAVE`,
    triangle: `${prefix}GR_TRI_WAVE`,
    sawtooth: `${prefix}GR_SAW_WAVE`,
    constant: `${prefix}GR_CONST_WAVE`,
  });

const SIGNAL = [items(), RATE, number("frequency", "freq"), number("amplitude", "amp"), number("phase", "phase")];

/** Here the offset is real. */
const OFFSET: Parameter = {
  read: ({ python, text }) => {
    const [re, im] = python.complexFields(text("offset") ?? "0");
    if (im === 0) return { offset: re };
    throw new Unmapped(`the offset is ${text("offset")}; Threeray has real ones`);
  },
  write: ({ parameters, python }) => ({ offset: python(parameters.offset) }),
};

const distribution = (prefix: string) =>
  choice("distribution", "noise_type", {
    gaussian: `${prefix}GR_GAUSSIAN`,
    uniform: `${prefix}GR_UNIFORM`,
    laplacian: `${prefix}GR_LAPLACIAN`,
  });

const NOISE = [items(), number("amplitude", "amp"), SEED];

export const SOURCES: readonly Mapping[] = [
  both("analog_sig_source_x", "signal-source", ...SIGNAL, waveform("analog."), OFFSET),
  imported("analog_sig_source_x", "signal-source", ...SIGNAL, waveform(""), OFFSET),
  imported("analog_const_source_x", "list-source", items(["complex", "real", "integer", "bits"]), {
    read: ({ python, text }) => {
      const value = python.complex(text("const") ?? "0");
      if (!value) throw new Unmapped(`const is ${text("const")}; Threeray reads numbers`);
      return { repeats: "yes", items: [value.im === 0 ? value.re : [value.re, value.im]] };
    },
  }),
  both("analog_noise_source_x", "noise-source", ...NOISE, distribution("analog.")),
  imported("analog_noise_source_x", "noise-source", ...NOISE, distribution("")),
  imported("analog_fastnoise_source_x", "noise-source", ...NOISE, distribution("analog.")),
  both(
    "blocks_vector_source_x",
    "list-source",
    items(["complex", "real", "integer", "bits"]),
    list("items", "vector"),
    integer("vector", "vlen"),
    choice("repeats", "repeat", { yes: "True", no: "False" }),
    written({ tags: "[]" }),
  ),
  both(
    "blocks_file_source",
    "recording-source",
    items(),
    text("name", "file"),
    LOOP,
    PART,
    written({ vlen: "1", begin_tag: "pmt.PMT_NIL" }),
    fixed("vlen", "1"),
  ),
  imported(
    "blocks_wavfile_source",
    "recording-source",
    { read: () => ({ type: "real" }) },
    text("name", "file"),
    fixed("nchan", "1"),
    LOOP,
  ),
  both(
    "blocks_file_descriptor_source",
    "pipe-source",
    choice("format", "type", { cf32_le: "complex", rf32_le: "float" }),
    fixed("fd", "0"),
    written({ vlen: "1", repeat: "False" }),
  ),
  both(
    "audio_source",
    "microphone-source",
    { read: () => ({ type: "real" }) },
    integer("rate", "samp_rate"),
    fixed("num_outputs", "1"),
    written({ device_name: '""', ok_to_block: "True" }),
  ),
  both(
    "soapy_rtlsdr_source",
    "radio-source",
    number("frequency", "center_freq"),
    RTL_RATE,
    number("gain", "gain"),
    number("ppm", "freq_correction"),
    choice("gainControl", "agc", { manual: "False", automatic: "True" }),
    written({ type: "fc32", dev_args: "" }),
  ),
  both(
    "soapy_hackrf_source",
    "radio-source",
    number("frequency", "center_freq"),
    number("rate", "samp_rate"),
    // Threeray never turns the RF amplifier on.
    fixed("amp", "False"),
    HACKRF_GAIN,
    written({ type: "fc32", dev_args: "", bandwidth: "0" }),
  ),
  imported(
    "rtlsdr_source",
    "radio-source",
    number("frequency", "freq0"),
    number("rate", "sample_rate"),
    number("gain", "gain0"),
    {
      read: ({ text }) => ({ gainControl: text("gain_mode0") === "False" ? "manual" : "automatic" }),
    },
  ),
];
