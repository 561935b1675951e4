import { type Listed } from "../../flow/graph/expression.ts";
import type { Complex } from "../../filter-design/complex.ts";
import { portsOf } from "../graph-ports.ts";
import type { IntegerWidth } from "./integer-widths.ts";
import type { GrcObject } from "./objects.ts";
import type { Python } from "./python.ts";
import definitions from "./definitions.json" with { type: "json" };

/** Parameters of GNU Radio's blocks that have a mapping, with GNU Radio's defaults. `scripts/gnuradio-blocks.mjs` writes them. */
export const DEFINITIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = definitions;

/** A block of GNU Radio, and what stands for it here. */
export interface Mapping {
  /** The type of the block in GNU Radio Companion. */
  id: string;
  /** Names of all its parameters that have an effect, or that are named as left out; also patterns of numbered ones. */
  covers: readonly (string | RegExp)[];
  /** Absent if another mapping of the same block is read. @throws Unmapped for values that no block here has. */
  read?(grc: GrcValues): Expansion;
  /** How a block here is written. Absent if another mapping of the same block is written. */
  export?: {
    /** Its type here. */
    type: string;
    /** Names of its fields that are written. */
    fields: readonly string[];
    ports?: PortNames;
    /** @throws Unmapped for values that the block of GNU Radio does not have. */
    write(block: BlockValues): Readonly<Record<string, string>>;
  };
}

/** Names of ports here, in GNU Radio's order. Undefined for a port that the block here does not have. */
export interface PortNames {
  inputs?: readonly (string | undefined)[];
  outputs?: readonly (string | undefined)[];
}

/** A block here. The ids of several that stand for one are told apart by their names. */
export interface MappedBlock {
  type: string;
  parameters: Readonly<Record<string, unknown>>;
  /** Its items are bytes of GNU Radio: bits here, or integers, as the blocks around it need. */
  hasBytes?: boolean;
}

/** A port of a part. */
export type PartEnd = readonly [part: string, port: string];

/** What a block of GNU Radio becomes. */
export interface Expansion {
  parts: Readonly<Record<string, MappedBlock>>;
  inner: readonly { from: PartEnd; to: PartEnd }[];
  /** For each input in GNU Radio's order, the inputs here that it feeds. */
  inputs: readonly (readonly PartEnd[])[];
  outputs: readonly (PartEnd | undefined)[];
}

/** One or more parameters, both ways. */
export interface Parameter {
  /** GNU Radio's parameters that it reads, refuses or names as left out. */
  grc: readonly (string | RegExp)[];
  /** Fields here that it writes. */
  fields: readonly string[];
  /** @throws Unmapped for values that the block here does not have. */
  read?(grc: GrcValues): Readonly<Record<string, unknown>>;
  /** @throws Unmapped for values that the block of GNU Radio does not have. */
  write?(block: BlockValues): Readonly<Record<string, string>>;
}

/** The parameters of a block from a file. */
export interface GrcValues {
  python: Python;
  /** Returns a parameter as the file has it, or else GNU Radio's default. */
  text(name: string): string;
  /** Returns the object that a text names, or undefined. */
  object(text: string): GrcObject | undefined;
  /** Says that a parameter's value has no effect here, unless it is the default. */
  leaveOut(name: string): void;
  /** Says what differs from GNU Radio, as the end of a sentence that begins with the block. */
  note(what: string): void;
}

/** The parameters of a block here, with its defaults. */
export interface BlockValues {
  parameters: Readonly<Record<string, unknown>>;
  /** The same, with the values of expressions. */
  values: Readonly<Record<string, unknown>>;
  /** Returns a number or an expression as Python. */
  python(value: unknown): string;
  /** Items per second at its first input, if known. */
  hz?: number;
  /** GNU Radio's type of its integers. */
  width?: IntegerWidth;
  /** Says what the file does not hold, as the end of a sentence that begins with the block. */
  note(what: string): void;
}

/** A reason why a block cannot be imported or exported. */
export class Unmapped extends Error {}

/** Returns a mapping of one block, both ways. */
export function both(id: string, type: string, ...parameters: readonly (Parameter | PortNames)[]): Mapping {
  const { read, ...rest } = imported(id, type, ...parameters);
  const given = parameters.filter((one): one is Parameter => "grc" in one);
  const fields = given.flatMap((parameter) => parameter.fields);
  const write = (block: BlockValues) => Object.assign({}, ...given.map((parameter) => parameter.write?.(block) ?? {}));
  return { ...rest, read, export: { type, fields, ports: portNames(parameters), write } };
}

/** Returns a mapping of one block that is written, and never read. */
export function exported(id: string, type: string, ...parameters: readonly (Parameter | PortNames)[]): Mapping {
  const { read: _, ...rest } = both(id, type, ...parameters);
  return rest;
}

/** Returns what the file's block becomes. */
export function readBy({ id, read }: Mapping, grc: GrcValues): Expansion {
  if (!read) throw new Unmapped(`GNU Radio's ${id} is read by another entry`);
  return read(grc);
}

/** Returns the only block of an expansion. */
export const onlyPart = ({ parts }: Expansion): MappedBlock => parts[""];

/** Returns a mapping of one block that is read, and never written. */
export function imported(id: string, type: string, ...parameters: readonly (Parameter | PortNames)[]): Mapping {
  const given = parameters.filter((one): one is Parameter => "grc" in one);
  const names = portNames(parameters);
  return {
    id,
    covers: given.flatMap(({ grc }) => grc),
    read: (grc) => one(type, Object.assign({}, ...given.map((parameter) => parameter.read?.(grc) ?? {})), names),
  };
}

const portNames = (parameters: readonly (Parameter | PortNames)[]): PortNames =>
  parameters.find((one): one is PortNames => !("grc" in one)) ?? {};

/** The mark of a type that is bytes in GNU Radio: see `hasBytes`. */
const BYTES = "bytes";

/** Returns what becomes one block. */
function one(type: string, { [BYTES]: hasBytes, ...parameters }: Record<string, unknown>, names: PortNames): Expansion {
  const single = part(type, parameters, Boolean(hasBytes));
  return { parts: { "": single }, inner: [], ...endsOf(single, names) };
}

/** Returns the ports of a single part: by their names, or else by their places. */
export function endsOf(part: MappedBlock, names: PortNames): Pick<Expansion, "inputs" | "outputs"> {
  const ports = portsOf(part, {});
  const inputs = names.inputs ?? ports?.inputs.map(({ name }) => name) ?? [];
  const outputs = names.outputs ?? ports?.outputs.map(({ name }) => name) ?? [];
  return {
    inputs: inputs.map((name) => (name === undefined ? [] : [["", name]])),
    outputs: outputs.map((name) => (name === undefined ? undefined : ["", name])),
  };
}

/** Returns a block here. @param hasBytes As {@link MappedBlock.hasBytes}. */
export const part = (type: string, parameters: MappedBlock["parameters"] = {}, hasBytes = false): MappedBlock => ({
  type,
  parameters,
  ...(hasBytes ? { hasBytes } : {}),
});

/**
 * Returns connected blocks. Ports are written as "part.port".
 *
 * @param wires "from to", for each connection inside.
 * @param inputs For each input, the ports that it feeds, with spaces between.
 */
export function wired(
  parts: Expansion["parts"],
  wires: readonly string[],
  inputs: readonly string[],
  outputs: readonly string[],
): Expansion {
  const endsIn = (text: string) => text.split(" ").map((end) => end.split(".") as [string, string]);
  const inner = wires.map(endsIn).map(([from, to]) => ({ from, to }));
  return { parts, inner, inputs: inputs.map(endsIn), outputs: outputs.flatMap(endsIn) };
}

/** Returns blocks with one input and one output in a row. @param parts The blocks by their names. */
export function chained(parts: Expansion["parts"]): Expansion {
  const names = Object.keys(parts);
  const wires = names.slice(1).map((name, i) => `${names[i]}.out ${name}.in`);
  return wired(parts, wires, [`${names[0]}.in`], [`${names.at(-1)}.out`]);
}

/** Returns a mapping of a block that becomes several ones in a row. @param read Returns them by their names. */
export function chain(
  id: string,
  covers: readonly string[],
  read: (grc: GrcValues) => Readonly<Record<string, MappedBlock>>,
): Mapping {
  return { id, covers, read: (grc) => chained(read(grc)) };
}

/** A real number or an expression. */
export function number(field: string, grc: string): Parameter {
  return {
    grc: [grc],
    fields: [field],
    read: ({ python, text }) => ({ [field]: python.field(text(grc)) }),
    write: ({ parameters, python }) => ({ [grc]: python(parameters[field]) }),
  };
}

/** A whole number: Python gets one also from an expression with a division. */
export function integer(field: string, grc: string): Parameter {
  return {
    ...number(field, grc),
    write: ({ parameters, python }) => {
      const value = parameters[field];
      return { [grc]: typeof value === "number" ? python(value) : `int(${python(value)})` };
    },
  };
}

/** A complex number, in two fields. Its imaginary part is written only for complex types. */
export function complexField(re: string, im: string, grc: string): Parameter {
  return {
    grc: [grc],
    fields: [re, im],
    read: ({ python, text }) => {
      if (python.isList(text(grc))) throw new Unmapped(`${grc} is a list; Threeray has one number for all elements`);
      const [real, imaginary] = python.complexFields(text(grc));
      return { [re]: real, [im]: imaginary };
    },
    write: ({ parameters, python }) => {
      const [a, b] = [parameters[re], parameters[im]];
      if (b === 0 || b === "0" || parameters.type === "real") return { [grc]: python(a) };
      if (typeof a === "number" && typeof b === "number") return { [grc]: complexText({ re: a, im: b }) };
      return { [grc]: `complex(${python(a)}, ${python(b)})` };
    },
  };
}

/** One of several names. @param names GNU Radio's name for each of ours; the names after it mean the same. */
export function choice(
  field: string,
  grc: string,
  names: Readonly<Record<string, string | readonly string[]>>,
): Parameter {
  const all = (name: string) => [names[name]].flat();
  return {
    grc: [grc],
    fields: [field],
    read: ({ python, text }) => {
      const value = python.choice(text(grc));
      const found = Object.keys(names).find((name) => all(name).includes(value));
      if (found !== undefined) return { [field]: found };
      const known = Object.keys(names).map((name) => all(name)[0]);
      throw new Unmapped(`${grc} is ${excerpt(value)}; Threeray has ${known.join(", ")}`);
    },
    write: ({ parameters }) => {
      const name = String(parameters[field]);
      if (!Object.hasOwn(names, name)) throw new Unmapped(`GNU Radio has no ${field} “${name}”`);
      return { [grc]: all(name)[0] };
    },
  };
}

const ITEMS = { complex: "complex", real: "float", integer: "int", bits: "byte" } as const;

/** The type of the items, among these. */
export const items = (types: readonly (keyof typeof ITEMS)[] = ["complex", "real"], grc = "type"): Parameter =>
  choice("type", grc, Object.fromEntries(types.map((type) => [type, ITEMS[type]])));

const ANY = choice("type", "type", { complex: "complex", real: "float", integer: ["int", "short"], bits: "byte" });

/** The type of the items of a block that only moves them. Short integers are integers here; for bytes see `hasBytes`. */
export const ANY_ITEMS: Parameter = {
  ...ANY,
  read: (grc) => {
    const type = ANY.read?.(grc).type;
    return type === "bits" ? { type, [BYTES]: true } : { type };
  },
  write: (block) => (block.parameters.type === "integer" ? { type: block.width ?? "int" } : (ANY.write?.(block) ?? {})),
};

/** A value that the block here always has. @param also Other texts of the file that mean the same. */
export function fixed(grc: string, value: string, ...also: readonly string[]): Parameter {
  return {
    grc: [grc],
    fields: [],
    read: ({ python, text }) => {
      const found = python.choice(text(grc));
      if ([value, ...also].includes(found) || python.number(found) === numberOf(value)) return {};
      throw new Unmapped(`${grc} is ${excerpt(found) || "empty"}; Threeray has ${value || "none"}`);
    },
    write: () => ({ [grc]: value }),
  };
}

/** Returns a number, or NaN where an empty text would be 0. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

/** Parameters that change no sample here. A value that is not GNU Radio's default is named. */
export const leftOut = (...grc: readonly string[]): Parameter => ({
  grc,
  fields: [],
  read: ({ leaveOut }) => {
    for (const name of grc) leaveOut(name);
    return {};
  },
});

/** Fields here that the block of GNU Radio always has at these values. */
export function implied(values: Readonly<Record<string, unknown>>): Parameter {
  return {
    grc: [],
    fields: Object.keys(values),
    read: () => values,
    write: ({ parameters }) => {
      const other = Object.keys(values).find((name) => parameters[name] !== values[name]);
      if (other === undefined) return {};
      throw new Unmapped(
        `GNU Radio's block has ${other} ${String(values[other])}, here it is ${String(parameters[other])}`,
      );
    },
  };
}

/** A field that must have a value here. @param reason Why the block cannot be written with another one. */
export const only = (field: string, value: string, reason: string): Parameter => ({
  grc: [],
  fields: [field],
  read: () => ({ [field]: value }),
  write: ({ parameters }) => {
    if (parameters[field] === value) return {};
    throw new Unmapped(reason);
  },
});

/** A text, in quotes in the file. */
export function text(field: string, grc: string): Parameter {
  return {
    grc: [grc],
    fields: [field],
    read: ({ python, text }) => ({ [field]: python.text(text(grc)) }),
    write: ({ parameters }) => ({ [grc]: JSON.stringify(parameters[field]) }),
  };
}

/** A list of numbers, and of pairs [re, im] for complex ones; or an expression of variables. */
export function list(field: string, grc: string): Parameter {
  return {
    grc: [grc],
    fields: [field],
    read: ({ python, text }) => ({ [field]: listParameter(python, grc, text(grc)) }),
    write: ({ parameters, python }) => ({ [grc]: listText(parameters[field], python) }),
  };
}

/** Returns the value of a field of lists. @throws Unmapped for a text that is no list, and for an empty one. */
export function listParameter(python: Python, grc: string, value: string): readonly Listed[] | string {
  try {
    const found = python.list(value);
    if (found.length) return found;
  } catch (error) {
    if (!(error instanceof RangeError) || python.isSpent) throw error;
    throw new Unmapped(`${grc} cannot be read: ${error.message}`);
  }
  throw new Unmapped(`${grc} is empty`);
}

/** Returns the items of a list, with the file's values of all variables. @throws Unmapped as {@link listParameter}. */
export function listItems(python: Python, grc: string, value: string): readonly Listed[] {
  const found = listParameter(python, grc, value);
  if (typeof found !== "string") return found;
  if (python.follows(value)) python.notes.push(`The list ${grc} became numbers. It follows no variable.`);
  return python.items(value);
}

const isListed = (item: unknown): item is Listed => [item].flat().every((part) => typeof part === "number");

/** Returns the items of a field of lists. @throws Unmapped for another value: a file may hold any. */
export function listedItems(value: unknown): readonly Listed[] {
  if (Array.isArray(value) && value.every(isListed)) return value;
  throw new Unmapped("its list holds something else than numbers");
}

/** Returns a list as Python. @throws Unmapped as {@link listedItems}. */
export function listText(value: unknown, python: BlockValues["python"]): string {
  if (typeof value === "string") return python(value);
  const texts = listedItems(value).map((item) =>
    typeof item === "number" ? String(item) : complexText({ re: item[0], im: item[1] }),
  );
  return `[${texts.join(", ")}]`;
}

const complexText = ({ re, im }: Complex) => `${re}${im < 0 || Object.is(im, -0) ? "-" : "+"}${Math.abs(im)}j`;

/** Returns a text for a message. */
export const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
