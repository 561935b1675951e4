import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { type AtStatedRate, STATED_RATE } from "../stated-rate.ts";
import { typeField, VECTOR } from "./sink-item.ts";

export const FILE_FORMATS = ["sigmf", "wav", "npy", "raw"] as const;

export interface FileSink extends AtStatedRate {
  type: PortType;
  vector: number;
  format: (typeof FILE_FORMATS)[number];
  name: string;
  wav: "float32" | "int16";
  integers: (typeof FILE_INTEGERS)[number];
}

export const FILE_INTEGERS = ["int32", "int16", "int8"] as const;

export const fileSink: BlockType<FileSink> = {
  title: "File",
  category: "sinks",
  summary: "Saves all items in a file: SigMF, WAV, NumPy or raw.",
  help: "SigMF and WAV take real and complex samples; NumPy and raw files take items of all types. Tags become annotations of a SigMF recording.",
  keywords: ["file sink", "sigmf sink", "wav file sink", "record", "save", "npy"],
  fields: {
    type: typeField(["complex", "real", "integer", "bits", "llrs", "frames"]),
    vector: VECTOR,
    format: {
      kind: "choice",
      change: "rebuild",
      label: "Format",
      choices: FILE_FORMATS,
      description:
        "SigMF also keeps the sample rate and the tags; WAV suits sound; NumPy suits Python. Raw holds the numbers alone, little-endian.",
    },
    name: {
      kind: "text",
      change: "set",
      label: "Name",
      most: 1000,
      description:
        "Name of the file. Without an extension, it gets the usual one for its format. Empty: the name of the block.",
    },
    rate: {
      ...STATED_RATE,
      description: "Of WAV and SigMF: the rate that the file states. 0: the rate of the input, as the graph knows it.",
    },
    wav: {
      kind: "choice",
      change: "rebuild",
      label: "WAV samples",
      choices: ["float32", "int16"] satisfies FileSink["wav"][],
      description:
        "Of WAV: float32 as they are, or 16-bit integers. For these, samples beyond ±1 are clipped and counted.",
    },
    integers: {
      kind: "choice",
      change: "rebuild",
      label: "Integers",
      choices: FILE_INTEGERS,
      description: "Of integers in NumPy and raw files: 32 bits, or the lowest 16 or 8 bits.",
    },
  },
  defaults: { type: "complex", vector: 1, format: "sigmf", name: "", rate: 0, wav: "float32", integers: "int32" },
  ports: ({ type, vector }) => ({ inputs: [{ name: "in", type, vector }], outputs: [] }),
  plan: async () => (await import("./items.plan.ts")).createFileSink,
};
