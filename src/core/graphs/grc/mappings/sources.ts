import {
  ANY_ITEMS,
  both,
  choice,
  fixed,
  type GrcValues,
  imported,
  integer,
  items,
  leftOut,
  list,
  listParameter,
  type Mapping,
  number,
  only,
  onlyPart,
  type BlockValues,
  type Parameter,
  readBy,
  excerpt,
  text,
  Unmapped,
} from "../mapping.ts";

/** Seeds here are natural numbers. GNU Radio's 0 takes another seed each time. */
const SEED: Parameter = {
  grc: ["seed"],
  fields: ["seed"],
  read: ({ python, text, note }) => {
    const seed = python.number(text("seed"));
    if (seed === undefined || !Number.isInteger(seed))
      throw new Unmapped(`seed is ${text("seed")}; Threeray reads numbers`);
    if (seed < 0) note(`has the seed ${seed}, which became ${-seed}`);
    return { seed: Math.abs(seed) };
  },
  write: ({ parameters, python }) => ({ seed: python(parameters.seed) }),
};

const LOOP = choice("loop", "repeat", { on: "True", off: "False" });

/** GNU Radio counts the items from `offset`; 0 is all of them. */
const PART: Parameter = {
  grc: ["offset", "length"],
  fields: ["from", "to"],
  read: ({ python, text }) => {
    const [from, count] = [python.field(text("offset")), python.field(text("length"))];
    if (count === 0) return { from, to: 0 };
    return { from, to: typeof from === "number" && typeof count === "number" ? from + count : `${from} + ${count}` };
  },
  write: ({ parameters, python }) => ({
    offset: python(parameters.from),
    length: lengthOf(parameters, python),
  }),
};

function lengthOf({ from, to }: BlockValues["parameters"], python: BlockValues["python"]): string {
  if (to === 0) return "0";
  if (typeof from === "number" && typeof to === "number") return String(to - from);
  return `int(${python(to)} - ${python(from)})`;
}

/** What GNU Radio's file source reads: numbers of a type, without a header, from a file of any name. */
const FILE_TYPES: Readonly<Record<string, { type: string; format: string }>> = {
  complex: { type: "complex", format: "cf32_le" },
  float: { type: "real", format: "rf32_le" },
  int: { type: "integer", format: "ri32_le" },
  short: { type: "integer", format: "ri16_le" },
  byte: { type: "bits", format: "ru8" },
};

const FILE_TYPE: Parameter = {
  grc: ["type"],
  fields: ["type", "format"],
  read: (grc) => {
    const type = grc.python.choice(grc.text("type"));
    if (!Object.hasOwn(FILE_TYPES, type))
      throw new Unmapped(`type is ${excerpt(type)}; Threeray has ${Object.keys(FILE_TYPES).join(", ")}`);
    // Bytes are bits or integers: see ANY_ITEMS.
    return { ...(type === "byte" ? ANY_ITEMS.read?.(grc) : {}), ...FILE_TYPES[type] };
  },
  write: ({ parameters: { type, format } }) => {
    const found = Object.keys(FILE_TYPES).find((name) =>
      format === "file" ? FILE_TYPES[name].type === type : FILE_TYPES[name].format === format,
    );
    if (found === undefined)
      throw new Unmapped(`GNU Radio has no ${String(type)} items of the format ${String(format)}`);
    return { type: found };
  },
};

/** Items per second; 0 is unknown here, and a rate of 1 there. */
const RATE: Parameter = {
  ...number("rate", "samp_rate"),
  write: ({ parameters, python }) => ({ samp_rate: parameters.rate === 0 ? "1" : python(parameters.rate) }),
};

/** An RTL-SDR receiver has lower rates than a HackRF. */
const RTL_RATE: Parameter = {
  ...number("rate", "samp_rate"),
  write: ({ parameters: { rate }, python }) => {
    if (typeof rate === "number" && rate > 3.2e6) throw new Unmapped(`an RTL-SDR has at most 3.2 MHz, not ${rate} Hz`);
    return { samp_rate: python(rate) };
  },
};

/** The gain here is the sum of a HackRF's two, of the LNA and the VGA. */
const HACKRF_GAIN: Parameter = {
  grc: ["gain", "vga"],
  fields: ["gain", "gainControl"],
  read: ({ python, text }) => ({
    gainControl: "manual",
    gain: python.field(`(${text("gain")}) + (${text("vga")})`),
  }),
  write: ({ parameters: { gain, gainControl }, python }) => ({
    gain: "16",
    vga: gainControl === "automatic" ? "16" : `${python(gain)} - 16`,
  }),
};

const waveform = choice("waveform", "waveform", {
  cosine: ["analog.GR_COS_WAVE", "GR_COS_WAVE"],
  sine: ["analog.GR_SIN_WAVE", "GR_SIN_WAVE"],
  square: ["analog.GR_SQR_WAVE", "GR_SQR_WAVE"],
  triangle: ["analog.GR_TRI_WAVE", "GR_TRI_WAVE"],
  sawtooth: ["analog.GR_SAW_WAVE", "GR_SAW_WAVE"],
  constant: ["analog.GR_CONST_WAVE", "GR_CONST_WAVE"],
});

/** Here the offset is real. */
const OFFSET: Parameter = {
  grc: ["offset"],
  fields: ["offset"],
  read: ({ python, text }) => {
    const [re, im] = python.complexFields(text("offset"));
    if (im === 0) return { offset: re };
    throw new Unmapped(`the offset is ${excerpt(text("offset"))}; Threeray has real ones`);
  },
  write: ({ parameters, python }) => ({ offset: python(parameters.offset) }),
};

const distribution = choice("distribution", "noise_type", {
  gaussian: ["analog.GR_GAUSSIAN", "GR_GAUSSIAN"],
  uniform: ["analog.GR_UNIFORM", "GR_UNIFORM"],
  laplacian: ["analog.GR_LAPLACIAN", "GR_LAPLACIAN"],
});

const NOISE = [items(), number("amplitude", "amp"), SEED, distribution];

/** A list of one item, again and again. */
const CONSTANT: Parameter = {
  grc: ["const"],
  fields: [],
  read: ({ python, text }) => ({ repeats: "yes", items: listParameter(python, "const", `[${text("const")}]`) }),
};

/** A receiver of gr-osmosdr, whose parameters are numbered by channels. */
function osmosdr(id: string): Mapping {
  return imported(
    id,
    "radio-source",
    OSMOSDR,
    fixed("nchan", "1"),
    fixed("type", "fc32"),
    {
      grc: ["sample_rate"],
      fields: ["rate"],
      read: ({ python, text }) => ({ rate: python.field(text("sample_rate")) }),
    },
    number("frequency", "freq0"),
    number("ppm", "corr0"),
    leftOut(...OSMOSDR_LEFT_OUT),
    // Of channels that a receiver here does not have.
    { grc: [/^(freq|corr|dc_offset_mode|iq_balance_mode|gain_mode|gain|if_gain|bb_gain|ant|bw)[1-9]\d?$/], fields: [] },
    { grc: [/^(clock_source|time_source)[1-7]$/], fields: [] },
  );
}

const OSMOSDR_LEFT_OUT = [
  "sync",
  "num_mboards",
  "clock_source0",
  "time_source0",
  "dc_offset_mode0",
  "iq_balance_mode0",
  "ant0",
  "bw0",
];

/** The receiver and its gains. A HackRF has an amplifier, which Threeray never turns on, an LNA and a VGA. */
const OSMOSDR: Parameter = {
  grc: ["args", "gain_mode0", "gain0", "if_gain0", "bb_gain0"],
  fields: [],
  read({ python, text, leaveOut }) {
    const device = python.text(text("args"));
    const isHackrf = /\bhackrf\b/.test(device);
    if (!isHackrf && device !== "" && !/^(numchan=1 ?)?(rtl(=[\w:]*)?)?([, ]|$)/.test(device)) {
      throw new Unmapped(`args is ${excerpt(text("args"))}; Threeray has RTL-SDR and HackRF receivers`);
    }
    if (!/^(numchan=1)?$|^(rtl|hackrf)(=0)?$/.test(device)) leaveOut("args");
    if (isHackrf) {
      leaveOut("gain0");
      return { gainControl: "manual", gain: python.field(`(${text("if_gain0")}) + (${text("bb_gain0")})`) };
    }
    leaveOut("if_gain0");
    leaveOut("bb_gain0");
    const isAutomatic = python.choice(text("gain_mode0")) === "True";
    return { gainControl: isAutomatic ? "automatic" : "manual", gain: python.field(text("gain0")) };
  },
};

/** Outputs that are all the same. */
function constantOutputs(grc: GrcValues): number {
  const count = grc.python.number(grc.text("num_outputs")) ?? 1;
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new Unmapped(`num_outputs is ${grc.text("num_outputs")}; Threeray has 1 to 64`);
}

const ZEROS = imported(
  "blocks_null_source",
  "list-source",
  ANY_ITEMS,
  integer("vector", "vlen"),
  leftOut("bus_structure_source"),
);

export const SOURCES: readonly Mapping[] = [
  both(
    "analog_sig_source_x",
    "signal-source",
    items(),
    RATE,
    number("frequency", "freq"),
    number("amplitude", "amp"),
    number("phase", "phase"),
    waveform,
    OFFSET,
  ),
  imported("analog_const_source_x", "list-source", ANY_ITEMS, CONSTANT),
  {
    ...ZEROS,
    covers: [...ZEROS.covers, "num_outputs"],
    read(grc) {
      const whole = readBy(ZEROS, grc);
      const part = onlyPart(whole);
      const vector = grc.python.number(grc.text("vlen")) ?? 1;
      const parameters = { ...part.parameters, repeats: "yes", items: vector === 1 ? [0] : `zeros(${vector})` };
      return {
        ...whole,
        parts: { "": { ...part, parameters } },
        outputs: Array.from({ length: constantOutputs(grc) }, () => ["", "out"]),
      };
    },
  },
  both("analog_noise_source_x", "noise-source", ...NOISE),
  imported("analog_fastnoise_source_x", "noise-source", ...NOISE, leftOut("samples")),
  both(
    "blocks_vector_source_x",
    "list-source",
    ANY_ITEMS,
    list("items", "vector"),
    integer("vector", "vlen"),
    choice("repeats", "repeat", { yes: "True", no: "False" }),
    leftOut("tags"),
  ),
  both(
    "blocks_file_source",
    "recording-source",
    FILE_TYPE,
    text("name", "file"),
    LOOP,
    PART,
    fixed("vlen", "1"),
    leftOut("begin_tag"),
  ),
  imported(
    "blocks_wavfile_source",
    "recording-source",
    { grc: [], fields: [], read: () => ({ type: "real" }) },
    text("name", "file"),
    fixed("nchan", "1"),
    LOOP,
  ),
  both(
    "blocks_file_descriptor_source",
    "pipe-source",
    choice("format", "type", { cf32_le: "complex", rf32_le: "float" }),
    fixed("fd", "0"),
    fixed("vlen", "1"),
    leftOut("repeat"),
  ),
  both(
    "audio_source",
    "microphone-source",
    only("type", "real", "GNU Radio's block has real outputs; choose the type real"),
    integer("rate", "samp_rate"),
    fixed("num_outputs", "1"),
    leftOut("device_name", "ok_to_block"),
  ),
  both(
    "soapy_rtlsdr_source",
    "radio-source",
    number("frequency", "center_freq"),
    RTL_RATE,
    number("gain", "gain"),
    number("ppm", "freq_correction"),
    choice("gainControl", "agc", { manual: "False", automatic: "True" }),
    fixed("type", "fc32"),
    leftOut("dev_args"),
  ),
  both(
    "soapy_hackrf_source",
    "radio-source",
    number("frequency", "center_freq"),
    number("rate", "samp_rate"),
    // Threeray never turns the RF amplifier on.
    fixed("amp", "False"),
    HACKRF_GAIN,
    fixed("type", "fc32"),
    leftOut("dev_args", "bandwidth"),
  ),
  osmosdr("rtlsdr_source"),
  osmosdr("osmosdr_source"),
];
