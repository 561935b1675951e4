import type { BlockType } from "../../flow/graph/block-type.ts";

export interface RecordingSource {
  type: "complex" | "real" | "integer" | "bits";
  format: (typeof RECORDING_FORMATS)[number];
  name: string;
  index: number;
  channel: number;
  rate: number;
  from: number;
  to: number;
  loop: "off" | "on";
}

/** “file”: as the file, or its name, says. The others are samples without a header, by SigMF's names. */
export const RECORDING_FORMATS = ["file", "cf32_le", "rf32_le", "ri32_le", "ri16_le", "ri8", "ru8"] as const;

const integer = { kind: "number", change: "rebuild", unit: "", min: 0, max: 2 ** 53, step: 1, integer: true } as const;

export const recordingSource: BlockType<RecordingSource> = {
  title: "Recording",
  category: "sources",
  summary: "Reads samples of a recording: SigMF, WAV, NumPy or raw files.",
  help: "Threeray reads the file in place, piece by piece. Captures and annotations become tags. NaN and infinite samples become zero.",
  keywords: ["file source", "sigmf source", "wav file source", "iq file"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["complex", "real", "integer", "bits"] satisfies RecordingSource["type"][],
      description:
        "The type of the items. Real recordings can be read as complex samples. Integers and bits need a format without header.",
    },
    format: {
      kind: "choice",
      change: "rebuild",
      label: "Format",
      choices: RECORDING_FORMATS,
      description:
        "“file”: the header of the file or its name tells the format. The others read items without a header from files of any name: c for complex, r for real, f for floats, i and u for integers.",
    },
    name: {
      kind: "text",
      change: "rebuild",
      label: "File",
      most: 1000,
      description: "Name of the file. Empty: the recording that is open.",
    },
    index: {
      ...integer,
      max: 1e6,
      label: "Recording",
      description: "Number of the recording, where a file holds several. The first one is 0.",
    },
    channel: { ...integer, max: 255, label: "Channel", description: "Number of the channel. The first one is 0." },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: 0,
      max: 1e12,
      step: 1e5,
      description: "Taken from the file's metadata when a file is chosen. 0: unknown.",
    },
    from: { ...integer, label: "From", description: "First sample." },
    to: { ...integer, label: "To", description: "The sample after the last one. 0: the end of the recording." },
    loop: {
      kind: "choice",
      change: "rebuild",
      label: "Loop",
      choices: ["off", "on"] satisfies RecordingSource["loop"][],
      description: "Whether the samples begin again at the end.",
    },
  },
  defaults: { type: "complex", format: "file", name: "", index: 0, channel: 0, rate: 0, from: 0, to: 0, loop: "off" },
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./opened-sources.plan.ts")).createRecordingSource,
};
