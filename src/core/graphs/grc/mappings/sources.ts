import {
  both,
  choice,
  fixed,
  items,
  imported,
  type Mapping,
  integer,
  number,
  type Parameter,
  text,
  written,
} from "../mapping.ts";

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

export const SOURCES: readonly Mapping[] = [
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
  imported(
    "soapy_rtlsdr_source",
    "radio-source",
    number("frequency", "center_freq"),
    number("rate", "samp_rate"),
    number("gain", "gain"),
    {
      read: ({ text }) => ({ gainControl: text("agc") === "False" ? "manual" : "automatic" }),
    },
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
