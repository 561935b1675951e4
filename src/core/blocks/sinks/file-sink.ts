import type { BlockType } from "../../flow/block-type.ts";
import type { PortType } from "../../flow/port.ts";
import { typeField, VECTOR } from "./sink-item.ts";

export const FILE_FORMATS = ["sigmf", "wav", "npy", "raw"] as const;

export interface FileSink {
  type: PortType;
  vector: number;
  format: (typeof FILE_FORMATS)[number];
  name: string;
}

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
  },
  defaults: { type: "complex", vector: 1, format: "sigmf", name: "" },
  ports: ({ type, vector }) => ({ inputs: [{ name: "in", type, vector }], outputs: [] }),
};
