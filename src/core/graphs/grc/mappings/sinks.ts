import {
  ANY_ITEMS,
  both,
  choice,
  onlyPart,
  readBy,
  fixed,
  implied,
  integer,
  items,
  leftOut,
  type Mapping,
  number,
  type Parameter,
  type PartEnd,
  excerpt,
  text,
  Unmapped,
} from "../mapping.ts";

/** Most inputs of a sink that becomes several sinks. */
const MOST_INPUTS = 32;

/** A sink of GNU Radio for several signals: here one sink for each. @param grc The name of their number. */
function each(mapping: Mapping, grc: string): Mapping {
  return {
    ...mapping,
    covers: [...mapping.covers, grc],
    read(values) {
      const count = values.python.number(values.text(grc));
      if (count === undefined || !Number.isInteger(count) || count < 1 || count > MOST_INPUTS) {
        throw new Unmapped(`${grc} is ${excerpt(values.text(grc))}; Threeray has 1 to ${MOST_INPUTS}`);
      }
      const part = onlyPart(readBy(mapping, values));
      const names = Array.from({ length: count }, (_, i) => (i === 0 ? "" : String(i + 1)));
      return {
        parts: Object.fromEntries(names.map((name) => [name, part])),
        inner: [],
        inputs: names.map((name): PartEnd[] => [[name, "in"]]),
        outputs: [],
      };
    },
  };
}

/** How GNU Radio draws a figure: its labels, colours, axes and buttons. One note tells that they are left out. */
const LOOK = (
  "name label units unit ylabel yunit grid autoscale ymin ymax legend axislabels gui_hint update_time showports ctrlpanel " +
  "stemplot entags int_min int_max graph_type min max norm_window"
).split(" ");

export const LOOK_NAMES: ReadonlySet<string> = new Set(LOOK);

const QT: Parameter = { grc: [...LOOK, /^(label|color|width|alpha|style|marker|unit|factor|min|max)\d+$/], fields: [] };

/** A trigger of figures over time. */
const TRIGGER: Parameter = {
  grc: ["tr_mode", "tr_slope", "tr_level", "tr_chan", "tr_delay", "tr_tag"],
  fields: ["trigger", "level"],
  read({ python, text, leaveOut }) {
    const mode = python.choice(text("tr_mode"));
    if (mode === "qtgui.TRIG_MODE_FREE") return { trigger: "none" };
    for (const name of ["tr_chan", "tr_delay", "tr_tag"]) leaveOut(name);
    if (mode === "qtgui.TRIG_MODE_TAG") return { trigger: "tag" };
    const slope = python.choice(text("tr_slope"));
    return { trigger: slope === "qtgui.TRIG_SLOPE_NEG" ? "falling" : "rising", level: python.field(text("tr_level")) };
  },
  write({ parameters: { trigger, level }, python }): Record<string, string> {
    if (trigger === "none") return {};
    if (trigger === "tag") return { tr_mode: "qtgui.TRIG_MODE_TAG" };
    return {
      tr_mode: "qtgui.TRIG_MODE_AUTO",
      tr_slope: trigger === "falling" ? "qtgui.TRIG_SLOPE_NEG" : "qtgui.TRIG_SLOPE_POS",
      tr_level: python(level),
    };
  },
};

const NO_TRIGGER = leftOut("tr_mode", "tr_level", "tr_chan", "tr_tag");

const WINDOWS = choice("window", "wintype", {
  blackman: "window.WIN_BLACKMAN",
  hamming: "window.WIN_HAMMING",
  hann: "window.WIN_HANN",
  rectangular: "window.WIN_RECTANGULAR",
  flattop: "window.WIN_FLATTOP",
});

/** GNU Radio's default window, Kaiser's, and its older names become the nearest one here. */
const NEAREST_WINDOW: Parameter = {
  ...WINDOWS,
  read: (grc) => {
    const name = grc.python.choice(grc.text("wintype")).replace(/^(firdes|filter\.firdes|fft\.window)\./, "window.");
    if (!/BLACKMAN_h?ARRIS|KAISER/i.test(name)) return WINDOWS.read?.({ ...grc, text: () => name }) ?? {};
    grc.note(`has the window ${name.replace(/^.*WIN_/, "")}, which became Blackman's`);
    return { window: "blackman" };
  },
};

/** The nearest length: GNU Radio has some beyond ours. */
const LENGTH: Parameter = {
  grc: ["fftsize"],
  fields: ["length"],
  read: ({ python, text, note }) => {
    const length = python.number(text("fftsize"));
    if (length === undefined || !(length >= 1))
      throw new Unmapped(`fftsize is ${excerpt(text("fftsize"))}; Threeray reads numbers`);
    const nearest = 2 ** Math.min(14, Math.max(6, Math.round(Math.log2(length))));
    if (nearest !== length) note(`has transforms of ${length} points, which became ${nearest}`);
    return { length: String(nearest) };
  },
  write: ({ parameters }) => ({ fftsize: String(parameters.length) }),
};

/** The sample rate of a figure's axis. */
const axisRate = (grc: string): Parameter => ({
  ...number("rate", grc),
  write: ({ parameters: { rate }, python, hz }) => ({ [grc]: rate === 0 ? String(hz ?? 1) : python(rate) }),
});

/** An eye diagram here counts samples. */
const EYE_RATE: Parameter = { ...leftOut("srate"), write: ({ hz }) => ({ srate: String(hz ?? 1) }) };

/** Real signals show both halves of their spectrum here. */
const HALF: Parameter = {
  grc: ["freqhalf"],
  fields: [],
  read({ python, text, note }) {
    const isReal = python.choice(text("type")) === "float";
    // In GNU Radio, “True” is the whole spectrum.
    if (isReal && python.choice(text("freqhalf")) === "False")
      note("shows the positive half of the spectrum in GNU Radio, and both halves here");
    return {};
  },
};

/** Numbers in files: see the block “File”. */
const FILE_TYPE: Parameter = {
  grc: ["type"],
  fields: ["type", "integers"],
  read: (grc) => {
    const type = grc.python.choice(grc.text("type"));
    const integers = { short: "int16", byte: "int8" }[type] ?? "int32";
    return { ...ANY_ITEMS.read?.(grc), ...(type === "complex" || type === "float" ? {} : { integers }) };
  },
  write: (block) => ANY_ITEMS.write?.(block) ?? {},
};

const APPEND: Parameter = {
  grc: ["append"],
  fields: [],
  read({ python, text }) {
    if (python.choice(text("append")) === "False" || python.number(text("append")) === 0) return {};
    throw new Unmapped("it appends to a file; Threeray writes whole files");
  },
};

/** Sample formats of WAV files. */
const WAV: Parameter = {
  grc: ["format", "bits_per_sample1", "bits_per_sample2", "bits_per_sample3", "bits_per_sample4"],
  fields: ["wav"],
  read({ python, text, note }) {
    const format = python.choice(text("format"));
    if (format !== "FORMAT_WAV" && format !== "FORMAT_RF64")
      throw new Unmapped(`format is ${excerpt(format)}; Threeray has FORMAT_WAV`);
    if (format === "FORMAT_RF64") note("writes WAV in place of RF64");
    const numbers = python.choice(text(format === "FORMAT_WAV" ? "bits_per_sample1" : "bits_per_sample4"));
    if (numbers === "FORMAT_PCM_16") return { wav: "int16" };
    if (numbers !== "FORMAT_FLOAT") note(`writes 32-bit floats in place of ${excerpt(numbers)}`);
    return { wav: "float32" };
  },
  write: ({ parameters }) => ({
    format: "FORMAT_WAV",
    bits_per_sample1: parameters.wav === "int16" ? "FORMAT_PCM_16" : "FORMAT_FLOAT",
  }),
};

const WAV_RATE: Parameter = {
  grc: ["samp_rate"],
  fields: ["rate"],
  read: ({ python, text }) => ({ rate: python.field(text("samp_rate")) }),
  write: ({ parameters: { rate }, python, hz }) => ({
    samp_rate: hz === undefined ? (rate === 0 ? "48000" : python(rate)) : String(Math.round(hz)),
  }),
};

/** The points that a figure keeps. */
const points = (most: number): Parameter => ({
  ...integer("points", "size"),
  read({ python, text, note }) {
    const size = python.field(text("size"));
    if (typeof size !== "number" || size <= most) return { points: size };
    note(`shows ${size} points in GNU Radio, and ${most} here`);
    return { points: most };
  },
});

const SPECTRUM = [items(), LENGTH, NEAREST_WINDOW, HALF, number("center", "fc"), axisRate("bw")];

/** A figure with one curve here. */
const figure = (id: string, type: string, ...parameters: readonly Parameter[]): Mapping =>
  each(both(id, type, ...parameters, QT), "nconnections");

export const SINKS: readonly Mapping[] = [
  each(
    both("blocks_null_sink", "null-sink", ANY_ITEMS, integer("vector", "vlen"), leftOut("bus_structure_sink")),
    "num_inputs",
  ),
  both(
    "blocks_file_sink",
    "file-sink",
    FILE_TYPE,
    integer("vector", "vlen"),
    implied({ format: "raw" }),
    text("name", "file"),
    APPEND,
    leftOut("unbuffered"),
  ),
  both(
    "blocks_wavfile_sink",
    "file-sink",
    implied({ type: "real", format: "wav", vector: 1 }),
    text("name", "file"),
    fixed("nchan", "1"),
    WAV,
    WAV_RATE,
    APPEND,
  ),
  both(
    "audio_sink",
    "audio-sink",
    number("rate", "samp_rate"),
    integer("channels", "num_inputs"),
    implied({ volume: 1 }),
    leftOut("device_name", "ok_to_block"),
  ),
  figure("qtgui_freq_sink_x", "spectrum-sink", ...SPECTRUM, NO_TRIGGER, leftOut("average")),
  figure("qtgui_waterfall_sink_x", "waterfall-sink", ...SPECTRUM),
  both(
    "qtgui_time_sink_x",
    "time-sink",
    items(),
    integer("curves", "nconnections"),
    points(2 ** 16),
    axisRate("srate"),
    TRIGGER,
    QT,
  ),
  figure(
    "qtgui_const_sink_x",
    "constellation-sink",
    fixed("type", "complex"),
    points(16_384),
    NO_TRIGGER,
    leftOut("tr_slope", "xmin", "xmax"),
  ),
  figure(
    "qtgui_histogram_sink_x",
    "histogram-sink",
    fixed("type", "float"),
    integer("bins", "bins"),
    number("from", "xmin"),
    number("to", "xmax"),
    choice("over", "accum", { page: "False", run: "True" }),
    leftOut("size"),
  ),
  figure("qtgui_number_sink", "number-sink", fixed("type", "float"), leftOut("avg")),
  figure(
    "qtgui_eye_sink_x",
    "eye-sink",
    items(),
    integer("samplesPerSymbol", "samp_per_symbol"),
    EYE_RATE,
    leftOut("size", "tr_slope", "tr_delay"),
    NO_TRIGGER,
  ),
];
