import {
  both,
  choice,
  fixed,
  implied,
  integer,
  items,
  type Mapping,
  number,
  type Parameter,
  text,
  Unmapped,
  written,
} from "../mapping.ts";

/** One stream: several need several sinks here. */
const ONE_INPUT = fixed("nconnections", "1");

const WINDOWS = choice("window", "wintype", {
  blackman: "window.WIN_BLACKMAN",
  hamming: "window.WIN_HAMMING",
  hann: "window.WIN_HANN",
  rectangular: "window.WIN_RECTANGULAR",
  flattop: "window.WIN_FLATTOP",
});

/** GNU Radio's default window, and its older names, become the nearest one here. */
const NEAREST_WINDOW: Parameter = {
  read: (grc) =>
    grc.text("wintype")?.match(/BLACKMAN_h?ARRIS|KAISER/i) || grc.text("wintype")?.startsWith("firdes")
      ? { window: "blackman" }
      : (WINDOWS.read?.(grc) ?? {}),
  write: WINDOWS.write,
};

/** The nearest choice: GNU Radio has lengths beyond ours. */
const LENGTH: Parameter = {
  read: ({ python, text }) => {
    const length = python.number(text("fftsize") ?? "1024") ?? 1024;
    return { length: String(2 ** Math.min(14, Math.max(6, Math.round(Math.log2(length))))) };
  },
  write: ({ parameters }) => ({ fftsize: String(parameters.length) }),
};

const QT = written({ gui_hint: "", name: '""', update_time: "0.10" });

/** Bytes per item are no types here. */
const UNBUFFERED = written({ unbuffered: "False", append: "False" });

export const SINKS: readonly Mapping[] = [
  both(
    "blocks_null_sink",
    "null-sink",
    items(["complex", "real", "integer", "bits"]),
    integer("vector", "vlen"),
    written({ num_inputs: "1", bus_structure_sink: "[[0,],]" }),
    {
      read: ({ python, text }) => {
        if ((python.number(text("num_inputs") ?? "1") ?? 1) === 1) return {};
        throw new Unmapped(`num_inputs is ${text("num_inputs")}; Threeray has 1`);
      },
    },
  ),
  both(
    "blocks_file_sink",
    "file-sink",
    items(["complex", "real", "integer", "bits"]),
    integer("vector", "vlen"),
    implied({ format: "raw" }),
    text("name", "file"),
    UNBUFFERED,
  ),
  both(
    "blocks_wavfile_sink",
    "file-sink",
    implied({ type: "real", format: "wav", vector: 1 }),
    text("name", "file"),
    fixed("nchan", "1"),
    {
      write: ({ hz = 48_000 }) => ({
        samp_rate: String(Math.round(hz)),
        format: "FORMAT_WAV",
        bits_per_sample1: "FORMAT_FLOAT",
        append: "False",
      }),
    },
  ),
  both(
    "audio_sink",
    "audio-sink",
    number("rate", "samp_rate"),
    integer("channels", "num_inputs"),
    implied({ volume: 1 }),
    written({ device_name: '""', ok_to_block: "True" }),
  ),
  both("qtgui_freq_sink_x", "spectrum-sink", items(), ONE_INPUT, LENGTH, NEAREST_WINDOW, number("center", "fc"), QT, {
    write: () => ({ bw: "1" }),
  }),
  both(
    "qtgui_waterfall_sink_x",
    "waterfall-sink",
    items(),
    ONE_INPUT,
    LENGTH,
    NEAREST_WINDOW,
    number("center", "fc"),
    QT,
    written({ bw: "1" }),
  ),
  both(
    "qtgui_time_sink_x",
    "time-sink",
    items(),
    integer("curves", "nconnections"),
    integer("points", "size"),
    QT,
    written({ srate: "1" }),
  ),
  both("qtgui_const_sink_x", "constellation-sink", fixed("type", "complex"), ONE_INPUT, integer("points", "size"), QT),
  both(
    "qtgui_histogram_sink_x",
    "histogram-sink",
    fixed("type", "float"),
    ONE_INPUT,
    integer("bins", "bins"),
    number("from", "xmin"),
    number("to", "xmax"),
    QT,
    written({ size: "1024" }),
  ),
  both("qtgui_number_sink", "number-sink", fixed("type", "float"), ONE_INPUT, QT),
  both(
    "qtgui_eye_sink_x",
    "eye-sink",
    items(),
    ONE_INPUT,
    integer("samplesPerSymbol", "samp_per_symbol"),
    QT,
    written({ srate: "1", size: "1024" }),
  ),
];
