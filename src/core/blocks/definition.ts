import { field } from "../configuration/schema.ts";
import type { StatedRate } from "../flow/build/block-factory.ts";
import type { Ports } from "../flow/graph/block-type.ts";
import type { PortType } from "../flow/graph/port.ts";

/** Limits of levels, gains and offsets. */
export const LEVEL = { change: "set", min: -1e30, max: 1e30, step: 0.1 } as const;

/** Limits of frequencies. */
export const FREQUENCY = { unit: "Hz", min: -1e12, max: 1e12, step: 1000 } as const;

/** Of blocks for samples of either type. */
export const SAMPLE_TYPE = field.choice("Type", "The type of the samples.", ["complex", "real"], {
  default: "complex",
});

/** Of blocks for numbers of any type. */
export const NUMBER_TYPE = field.choice(
  "Type",
  "The type of the items. Integers have 32 bits and wrap.",
  ["complex", "real", "integer"],
  { default: "complex" },
);

/** Returns the field of a block that takes items of several types. */
export const typeField = <const Type extends PortType>(choices: readonly Type[], usual: NoInfer<Type>) =>
  field.choice("Type", "The type of the items.", choices, { default: usual });

/** Of blocks for items of any type but frames. */
export const ANY_TYPE = typeField(["complex", "real", "integer", "bits", "llrs"], "complex");

/** Of blocks that decide for 0 or 1. */
export const BITS_OR_REAL = field.choice(
  "Output",
  "Bits for a decoder, or real samples for arithmetic and figures.",
  ["bits", "real"],
  { default: "bits" },
);

/** Of blocks that treat the elements of a vector alike: elements of each item. */
export const VECTOR_LENGTH = field.whole(
  "Vector length",
  "Elements of each item: 1 for a stream of samples. The block treats all elements alike.",
  { default: 1, min: 1, max: 2 ** 22 },
);

/** Of sinks: elements of a vector, 1 for items that are no vectors. */
export const SINK_VECTOR = field.whole("Vector length", "Elements of each item. 1: items are not vectors.", {
  default: 1,
  min: 1,
  max: 65536,
});

/** Of blocks that may state the rate of their input. */
export const STATED_RATE = field.number(
  "Sample rate",
  "Items per second at the input. 0: the rate of the input, as the graph knows it.",
  { default: 0, unit: "Hz", min: 0, max: 1e12, step: 1000 },
);

/** Returns what a block states about the rate of an input. Other blocks take it where no source names a rate. */
export const stated = ({ rate }: { rate: number }, port = "in"): { states?: StatedRate } =>
  rate > 0 ? { states: { port, hz: rate } } : {};

/** Of made signals. */
export const SOURCE_RATE = field.number(
  "Sample rate",
  "It gives the blocks after it their rates in Hz. 0: no rate is known, and a frequency is in cycles per sample.",
  { default: 0, unit: "samples/s", min: 0, max: 1e12, step: 1000 },
);

/** Returns the rate that a block announces: none for 0. */
export const announced = ({ rate }: { rate: number }): number | undefined => (rate > 0 ? rate : undefined);

/** The types of ports by their names. */
type PortTypes = Readonly<Record<string, PortType>>;

const listed = (types: PortTypes, vector?: number) =>
  Object.entries(types).map(([name, type]) => ({ name, type, vector }));

/** Returns the ports of a block. @param vector Elements of their items. */
export const typedPorts = (inputs: PortTypes, outputs: PortTypes, vector?: number): Ports => ({
  inputs: listed(inputs, vector),
  outputs: listed(outputs, vector),
});

/** Returns the ports of a block with one input and one output. */
export const inAndOut = (type: PortType, vector?: number, output: PortType = type): Ports =>
  typedPorts({ in: type }, { out: output }, vector);
