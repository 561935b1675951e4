import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { sampleFormula } from "../sample-formula.ts";
import { ANY_TYPE, inAndOut, stated, STATED_RATE, VECTOR_LENGTH } from "../definition.ts";

const COUNT = { min: 1, max: 2 ** 20 } as const;

const keepOneInNFields = {
  type: ANY_TYPE,
  n: field.whole("N", "Input items per output item.", { default: 2, ...COUNT }),
  vector: VECTOR_LENGTH,
};

/** Parameters of the blocks that keep one of N items, or repeat each N times. */
export type EveryNth = ValuesOf<typeof keepOneInNFields>;

export const keepOneInN = defineBlock({
  title: "Keep one in N",
  category: "rates",
  summary: "Keeps the last of every N items, and drops the others.",
  formula: "y[m] = x[N·m + N − 1]",
  help:
    "It does not filter: frequencies above half the new rate fold into the output. Filter before it, or decimate in the filter. " +
    "At the end, fewer than N items give none.",
  keywords: ["keep_one_in_n", "downsample", "decimate"],
  fields: keepOneInNFields,
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createKeepOneInN,
});

const repeatFields = {
  type: ANY_TYPE,
  n: field.whole("N", "Output items per input item.", { default: 2, ...COUNT }),
  vector: VECTOR_LENGTH,
};

export const repeat = defineBlock({
  title: "Repeat",
  category: "rates",
  summary: "Repeats each item N times.",
  formula: "y[m] = x[⌊m/N⌋]",
  help: "It makes rectangular symbols of N samples. For a smooth signal use the rational resampler.",
  keywords: ["upsample", "hold", "blocks_repeat"],
  fields: repeatFields,
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./regrouping.plan.ts")).createRepeat,
});

/** Vectors count by their elements, so these blocks change nothing. */
const sameItems = () => sampleFormula([], ({ in: x }) => x);

const vectorFields = {
  type: ANY_TYPE,
  length: field.whole("Length", "Items per vector.", { default: 1024, ...COUNT, max: 2 ** 22 }),
};

export const streamToVector = defineBlock({
  title: "Stream to vector",
  category: "rates",
  summary: "Joins consecutive items to vectors of N.",
  help: "Use it before an FFT. The samples stay where they are in memory. At the end, fewer than N items give no vector.",
  keywords: ["stream_to_vector", "block", "frame"],
  fields: vectorFields,
  ports: ({ type, length }) => ({
    inputs: [{ name: "in", type }],
    outputs: [{ name: "out", type, vector: length }],
  }),
  create: sameItems,
});

export const vectorToStream = defineBlock({
  title: "Vector to stream",
  category: "rates",
  summary: "Takes vectors of N apart into consecutive items.",
  help: "Use it after an FFT, to treat its bins as a stream. The samples stay where they are in memory.",
  keywords: ["vector_to_stream", "flatten"],
  fields: vectorFields,
  ports: ({ type, length }) => ({
    inputs: [{ name: "in", type, vector: length }],
    outputs: [{ name: "out", type }],
  }),
  create: sameItems,
});

const headFields = {
  type: ANY_TYPE,
  items: field.whole("Items", "The number of items N after which the signals end.", {
    default: 1_000_000,
    ...COUNT,
    max: 2 ** 52,
  }),
  vector: VECTOR_LENGTH,
};

export type Head = ValuesOf<typeof headFields>;

export const head = defineBlock({
  title: "Head",
  category: "rates",
  summary: "Passes the first items, and then ends the signals of all blocks that are connected with it.",
  formula: "y[n] = x[n], n < N",
  help: "Use it to run a graph of made signals for a fixed length, for example into a file.",
  keywords: ["blocks_head", "limit", "stop", "length"],
  fields: headFields,
  ports: ({ type, vector }) => inAndOut(type, vector),
  create: ({ items }) => ({ ...sameItems(), ends: items }),
});

const sampleRateFields = {
  type: ANY_TYPE,
  rate: variantOf(STATED_RATE, { default: 48_000 }),
  vector: VECTOR_LENGTH,
};

export const sampleRate = defineBlock({
  title: "Sample rate",
  category: "rates",
  summary: "States how many items per second a signal has, and passes them on.",
  formula: "y[n] = x[n]",
  help:
    "Use it where no source names a rate, for example behind a list or a file: figures then have a time axis and " +
    "frequencies in Hz. Where a source names another rate, that one counts. The graph still runs as fast as it can.",
  keywords: ["throttle", "samp_rate", "blocks_throttle2"],
  fields: sampleRateFields,
  ports: ({ type, vector }) => inAndOut(type, vector),
  create: (parameters) => ({ ...sameItems(), ...stated(parameters) }),
});
