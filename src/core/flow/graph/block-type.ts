import type { Field } from "../../configuration/fields.ts";
import { defaultsOf, type ValuesOf } from "../../configuration/schema.ts";
import type { BlockFactory } from "../build/block-factory.ts";
import type { PortType } from "./port.ts";

/** The groups of the palette, in its order. */
export const CATEGORIES = [
  "sources",
  "arithmetic",
  "filters",
  "rates",
  "transforms",
  "modulation",
  "synchronization",
  "bits and codes",
  "receivers",
  "sinks",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** An input or output of a block. */
export interface Port {
  name: string;
  type: PortType;
  /** Items that are vectors have this many elements. Default 1. */
  vector?: number;
  /** An input that may be left unconnected. Outputs always may. */
  optional?: boolean;
}

export interface Ports {
  inputs: readonly Port[];
  outputs: readonly Port[];
}

/** How a block computes: here, or in a file that is loaded when a graph has the block, so that the page fetches no kernel. */
type Computing<Parameters> =
  | { create: BlockFactory<Parameters>; plan?: undefined }
  | { plan(): Promise<BlockFactory<Parameters>>; create?: undefined };

/** All that makes up a block. */
export type BlockDefinition<Fields extends BlockFields> = BlockTexts & {
  /** `change: "set"` takes effect on the next page; `"rebuild"` needs new kernels or buffers. */
  fields: Fields;
  /** The ports may depend on the parameters. */
  ports(parameters: ValuesOf<Fields>): Ports;
} & Computing<ValuesOf<Fields>>;

export type BlockFields = Readonly<Record<string, Field>>;

export interface BlockTexts {
  /** Its name in the palette, e.g. "Quadrature demodulation". */
  title: string;
  category: Category;
  /** One sentence: what it does. */
  summary: string;
  /** What each output is, as a formula in plain text, e.g. "y[n] = gain·arg(x[n]·x*[n−1])". */
  formula?: string;
  /** Two or three sentences more: when to use it, what to watch. */
  help: string;
  /** Words that a search finds it by, e.g. GNU Radio's name. */
  keywords?: readonly string[];
}

/** Any block: its parameters are checked against its fields before they reach it. */
export interface AnyBlockType extends BlockTexts {
  fields: Readonly<Record<string, Field>>;
  defaults: object;
  ports(parameters: object): Ports;
}

/** Any block, with how it computes. */
export type DefinedBlock = AnyBlockType & Computing<never>;

/** Declares a block. The types of its parameters follow from its fields. */
export const defineBlock = <Fields extends BlockFields>(
  definition: BlockDefinition<Fields>,
): DefinedBlock & { defaults: ValuesOf<Fields> } => ({ ...definition, defaults: defaultsOf(definition.fields) });
