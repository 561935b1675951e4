import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { AT_ITEM_TYPE, AT_VECTOR, type AtVector, inAndOut } from "../arithmetic/item-type.ts";
import { type AtStatedRate, STATED_RATE } from "../stated-rate.ts";

/** Parameters of blocks for items of any type. */
interface AtAnyType {
  type: Exclude<PortType, "frames">;
}

const AT_ANY_TYPE = {
  ...AT_ITEM_TYPE,
  kind: "choice",
  choices: ["complex", "real", "integer", "bits", "llrs"] satisfies AtAnyType["type"][],
  description: "The type of the items.",
} as const;

const count = { kind: "number", change: "rebuild", unit: "", min: 1, max: 2 ** 20, step: 1, integer: true } as const;

/** Parameters of the blocks that keep one of N items, or repeat each N times. */
export interface EveryNth extends AtAnyType, AtVector {
  n: number;
}

export const keepOneInN: BlockType<EveryNth> = {
  title: "Keep one in N",
  category: "rates",
  summary: "Keeps the last of every N items, and drops the others.",
  formula: "y[m] = x[N·m + N − 1]",
  help:
    "It does not filter: frequencies above half the new rate fold into the output. Filter before it, or decimate in the filter. " +
    "At the end, fewer than N items give none.",
  keywords: ["keep_one_in_n", "downsample", "decimate"],
  fields: {
    type: AT_ANY_TYPE,
    n: { ...count, label: "N", description: "Input items per output item." },
    vector: AT_VECTOR,
  },
  defaults: { type: "complex", n: 2, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createKeepOneInN,
};

export const repeat: BlockType<EveryNth> = {
  title: "Repeat",
  category: "rates",
  summary: "Repeats each item N times.",
  formula: "y[m] = x[⌊m/N⌋]",
  help: "It makes rectangular symbols of N samples. For a smooth signal use the rational resampler.",
  keywords: ["upsample", "hold", "blocks_repeat"],
  fields: {
    type: AT_ANY_TYPE,
    n: { ...count, label: "N", description: "Output items per input item." },
    vector: AT_VECTOR,
  },
  defaults: { type: "complex", n: 2, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createRepeat,
};

/** Parameters of the blocks that join items to vectors, or take vectors apart. */
export interface Vectors extends AtAnyType {
  length: number;
}

const VECTOR_FIELDS = {
  type: AT_ANY_TYPE,
  length: { ...count, max: 2 ** 22, label: "Length", description: "Items per vector." },
};

export const streamToVector: BlockType<Vectors> = {
  title: "Stream to vector",
  category: "rates",
  summary: "Joins consecutive items to vectors of N.",
  help: "Use it before an FFT. The samples stay where they are in memory. At the end, fewer than N items give no vector.",
  keywords: ["stream_to_vector", "block", "frame"],
  fields: VECTOR_FIELDS,
  defaults: { type: "complex", length: 1024 },
  ports: ({ type, length }) => ({
    inputs: [{ name: "in", type }],
    outputs: [{ name: "out", type, vector: length }],
  }),
  plan: async () => (await import("./regrouping.plan.ts")).createStreamToVector,
};

export const vectorToStream: BlockType<Vectors> = {
  title: "Vector to stream",
  category: "rates",
  summary: "Takes vectors of N apart into consecutive items.",
  help: "Use it after an FFT, to treat its bins as a stream. The samples stay where they are in memory.",
  keywords: ["vector_to_stream", "flatten"],
  fields: VECTOR_FIELDS,
  defaults: { type: "complex", length: 1024 },
  ports: ({ type, length }) => ({
    inputs: [{ name: "in", type, vector: length }],
    outputs: [{ name: "out", type }],
  }),
  plan: async () => (await import("./regrouping.plan.ts")).createVectorToStream,
};

export interface Head extends AtAnyType, AtVector {
  items: number;
}

export const head: BlockType<Head> = {
  title: "Head",
  category: "rates",
  summary: "Passes the first items, and then ends the signals of all blocks that are connected with it.",
  formula: "y[n] = x[n], n < N",
  help: "Use it to run a graph of made signals for a fixed length, for example into a file.",
  keywords: ["blocks_head", "limit", "stop", "length"],
  fields: {
    type: AT_ANY_TYPE,
    items: {
      ...count,
      max: 2 ** 52,
      label: "Items",
      description: "The number of items N after which the signals end.",
    },
    vector: AT_VECTOR,
  },
  defaults: { type: "complex", items: 1_000_000, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createHead,
};

export interface SampleRate extends AtAnyType, AtVector, AtStatedRate {}

export const sampleRate: BlockType<SampleRate> = {
  title: "Sample rate",
  category: "rates",
  summary: "States how many items per second a signal has, and passes them on.",
  formula: "y[n] = x[n]",
  help:
    "Use it where no source names a rate, for example behind a list or a file: figures then have a time axis and " +
    "frequencies in Hz. Where a source names another rate, that one counts. The graph still runs as fast as it can.",
  keywords: ["throttle", "samp_rate", "blocks_throttle2"],
  fields: { type: AT_ANY_TYPE, rate: STATED_RATE, vector: AT_VECTOR },
  defaults: { type: "complex", rate: 48_000, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createSampleRate,
};
