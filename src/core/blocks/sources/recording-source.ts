import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

/** “file”: as the file, or its name, says. The others are samples without a header, by SigMF's names. */
export const RECORDING_FORMATS = ["file", "cf32_le", "rf32_le", "ri32_le", "ri16_le", "ri8", "ru8"] as const;

const INTEGER = { min: 0, max: 2 ** 53, step: 1 } as const;

const fields = {
  type: field.choice(
    "Type",
    "The type of the items. Real recordings can be read as complex samples. Integers and bits need a format without header.",
    ["complex", "real", "integer", "bits"],
    { default: "complex" },
  ),
  format: field.choice(
    "Format",
    "“file”: the header of the file or its name tells the format. The others read items without a header from files of any name: c for complex, r for real, f for floats, i and u for integers.",
    RECORDING_FORMATS,
    { default: "file" },
  ),
  name: field.text("File", "Name of the file. Empty: the recording that is open.", { default: "", most: 1000 }),
  index: field.whole("Recording", "Number of the recording, where a file holds several. The first one is 0.", {
    default: 0,
    ...INTEGER,
    max: 1e6,
  }),
  channel: field.whole("Channel", "Number of the channel. The first one is 0.", { default: 0, ...INTEGER, max: 255 }),
  rate: field.number("Sample rate", "Taken from the file's metadata when a file is chosen. 0: unknown.", {
    default: 0,
    unit: "Hz",
    min: 0,
    max: 1e12,
    step: 1e5,
  }),
  from: field.whole("From", "First sample.", { default: 0, ...INTEGER }),
  to: field.whole("To", "The sample after the last one. 0: the end of the recording.", { default: 0, ...INTEGER }),
  loop: field.choice("Loop", "Whether the samples begin again at the end.", ["off", "on"], { default: "off" }),
};

export type RecordingSource = ValuesOf<typeof fields>;

/** Formats without a header for each type of items. */
const FORMATS: Readonly<Record<RecordingSource["type"], readonly RecordingSource["format"][]>> = {
  complex: ["file", "cf32_le"],
  real: ["file", "rf32_le"],
  integer: ["ri32_le", "ri16_le", "ri8", "ru8"],
  bits: ["ru8"],
};

export const recordingSource = defineBlock({
  title: "Recording",
  category: "sources",
  summary: "Reads samples of a recording: SigMF, WAV, NumPy or raw files.",
  help: "Threeray reads the file in place, piece by piece. Captures and annotations become tags. NaN and infinite samples become zero.",
  keywords: ["file source", "sigmf source", "wav file source", "iq file"],
  fields,
  ports: ({ type }) => typedPorts({}, { out: type }),
  /** @throws RangeError unless the last sample is behind the first one, and for a format that does not hold the type. */
  create(parameters) {
    const { type, format, rate, from, to } = parameters;
    if (!FORMATS[type].includes(format)) {
      throw new RangeError(`Items of type ${type} have the formats ${FORMATS[type].join(", ")}, got ${format}`);
    }
    if (to > 0 && to <= from) {
      throw new RangeError(`To must be larger than From, ${from}, or 0 for the end of the recording; got ${to}`);
    }
    return { kind: "source", type, hz: rate || undefined, needs: "recording", request: parameters };
  },
});
