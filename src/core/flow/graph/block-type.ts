import type { Field } from "../../configuration/fields.ts";
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

/** A block without its kernels: what the page, the documents and the checks of a graph have to know. */
export interface BlockType<Parameters extends object> {
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
  /** `change: "set"` takes effect on the next page; `"rebuild"` needs new kernels or buffers. */
  fields: Readonly<Record<keyof Parameters & string, Field>>;
  defaults: Parameters;
  /** The ports may depend on the parameters. */
  ports(parameters: Parameters): Ports;
}

/** Any block: its parameters are checked against its fields before they reach it. */
export interface AnyBlockType extends Omit<BlockType<object>, "fields" | "defaults"> {
  fields: Readonly<Record<string, Field>>;
  defaults: object;
}
