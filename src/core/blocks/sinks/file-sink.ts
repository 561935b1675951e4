import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts, SINK_VECTOR, STATED_RATE, typeField } from "../definition.ts";

export const FILE_FORMATS = ["sigmf", "wav", "npy", "raw"] as const;

export const FILE_INTEGERS = ["int32", "int16", "int8"] as const;

const fields = {
  type: typeField(["complex", "real", "integer", "bits", "llrs", "frames"], "complex"),
  vector: SINK_VECTOR,
  format: field.choice(
    "Format",
    "SigMF also keeps the sample rate and the tags; WAV suits sound; NumPy suits Python. Raw holds the numbers alone, little-endian.",
    FILE_FORMATS,
    { default: "sigmf" },
  ),
  name: field.text(
    "Name",
    "Name of the file. Without an extension, it gets the usual one for its format. Empty: the name of the block.",
    { default: "", change: "set", most: 1000 },
  ),
  rate: variantOf(STATED_RATE, {
    description: "Of WAV and SigMF: the rate that the file states. 0: the rate of the input, as the graph knows it.",
    default: 0,
  }),
  wav: field.choice(
    "WAV samples",
    "Of WAV: float32 as they are, or 16-bit integers. For these, samples beyond ±1 are clipped and counted.",
    ["float32", "int16"],
    { default: "float32" },
  ),
  integers: field.choice(
    "Integers",
    "Of integers in NumPy and raw files: 32 bits, or the lowest 16 or 8 bits.",
    FILE_INTEGERS,
    { default: "int32" },
  ),
};

export type FileSink = ValuesOf<typeof fields>;

export const fileSink = defineBlock({
  title: "File",
  category: "sinks",
  summary: "Saves all items in a file: SigMF, WAV, NumPy or raw.",
  help: "SigMF and WAV take real and complex samples; NumPy and raw files take items of all types. Tags become annotations of a SigMF recording.",
  keywords: ["file sink", "sigmf sink", "wav file sink", "record", "save", "npy"],
  fields,
  ports: ({ type, vector }) => typedPorts({ in: type }, {}, vector),
  plan: async () => (await import("./items.plan.ts")).createFileSink,
});
