import type { Listed } from "../../flow/expression.ts";
import type { Complex } from "../../flow/expression-values.ts";
import type { Python } from "./python.ts";

/** A block that both Threeray and GNU Radio have. */
export interface Mapping {
  /** The type of the block in GNU Radio Companion. */
  id: string;
  /** Its type here. */
  type: string;
  /** How parameters are read and written. Parameters without an entry keep their defaults. */
  parameters: readonly Parameter[];
  /** It is read and never written, since another entry of the same type fits. */
  isReadOnly?: true;
}

/** One or more parameters, both ways. */
export interface Parameter {
  /** @throws Unmapped for values that the block here does not have. */
  read?(grc: GrcValues): Readonly<Record<string, unknown>>;
  /** @throws Unmapped for values that the block of GNU Radio does not have. */
  write?(own: OwnValues): Readonly<Record<string, string>>;
}

/** The parameters of a block from a file. */
export interface GrcValues {
  python: Python;
  /** Undefined where the file leaves it out. */
  text(name: string): string | undefined;
}

/** The parameters of a block here, with its defaults. */
export interface OwnValues {
  parameters: Readonly<Record<string, unknown>>;
  /** The same, with the values of expressions. */
  values: Readonly<Record<string, unknown>>;
  /** Returns a number or an expression as Python. */
  python(value: unknown): string;
  /** Items per second at its first input, if known. */
  hz?: number;
}

/** A reason why a block cannot be imported or exported. */
export class Unmapped extends Error {}

/** Returns a mapping. */
export const both = (id: string, type: string, ...parameters: readonly Parameter[]): Mapping => ({
  id,
  type,
  parameters,
});

/** Returns a mapping that is read, and never written. */
export const imported = (id: string, type: string, ...parameters: readonly Parameter[]): Mapping => ({
  ...both(id, type, ...parameters),
  isReadOnly: true,
});

/** A real number or an expression. */
export function number(own: string, grc: string): Parameter {
  return {
    read: ({ python, text }) => given(text(grc), (value) => ({ [own]: python.field(value) })),
    write: ({ parameters, python }) => ({ [grc]: python(parameters[own]) }),
  };
}

/** A whole number: Python gets one also from an expression with a division. */
export function integer(own: string, grc: string): Parameter {
  const { read } = number(own, grc);
  return {
    read,
    write: ({ parameters, python }) => {
      const value = parameters[own];
      return { [grc]: typeof value === "number" ? python(value) : `int(${python(value)})` };
    },
  };
}

/** A complex number, in two fields. Its imaginary part is written only for complex types. */
export function complex(re: string, im: string, grc: string): Parameter {
  return {
    read: ({ python, text }) =>
      given(text(grc), (value) => {
        const [real, imaginary] = python.complexFields(value);
        return { [re]: real, [im]: imaginary };
      }),
    write: ({ parameters, python }) => {
      const [a, b] = [parameters[re], parameters[im]];
      if (b === 0 || b === "0" || parameters.type === "real") return { [grc]: python(a) };
      if (typeof a === "number" && typeof b === "number") return { [grc]: complexText({ re: a, im: b }) };
      return { [grc]: `complex(${python(a)}, ${python(b)})` };
    },
  };
}

/** One of several names. @param names GNU Radio's name for each of ours. */
export function choice(own: string, grc: string, names: Readonly<Record<string, string>>): Parameter {
  return {
    read: ({ python, text }) =>
      given(text(grc) && python.choice(text(grc) as string), (value) => {
        const found = Object.keys(names).find((name) => names[name] === value);
        if (found === undefined)
          throw new Unmapped(`${grc} is ${value}; Threeray has ${Object.values(names).join(", ")}`);
        return { [own]: found };
      }),
    write: ({ parameters }) => {
      const name = String(parameters[own]);
      if (!Object.hasOwn(names, name)) throw new Unmapped(`GNU Radio has no ${own} “${name}”`);
      return { [grc]: names[name] };
    },
  };
}

const ITEMS = { complex: "complex", real: "float", integer: "int", bits: "byte" } as const;

/** The type of the items, among these. */
export const items = (types: readonly (keyof typeof ITEMS)[] = ["complex", "real"], grc = "type"): Parameter =>
  choice("type", grc, Object.fromEntries(types.map((type) => [type, ITEMS[type]])));

/** A value that the block here always has. @param also Other texts of the file that mean the same. */
export function fixed(grc: string, value: string, ...also: readonly string[]): Parameter {
  return {
    read: ({ python, text }) =>
      given(text(grc), (found) => {
        if ([value, ...also].includes(found.trim()) || python.number(found) === Number(value)) return {};
        throw new Unmapped(`${grc} is ${found}; Threeray has ${value}`);
      }),
    write: () => ({ [grc]: value }),
  };
}

/** A value that is written, and has no effect on the samples. */
export const written = (values: Readonly<Record<string, string>>): Parameter => ({ write: () => values });

/** Fields here that the block of GNU Radio always has at these values. */
export function implied(values: Readonly<Record<string, unknown>>): Parameter {
  return {
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

/** A text, in quotes in the file. */
export function text(own: string, grc: string): Parameter {
  return {
    read: ({ python, text }) => given(text(grc), (value) => ({ [own]: python.text(value) })),
    write: ({ parameters }) => ({ [grc]: JSON.stringify(parameters[own]) }),
  };
}

/** A list of numbers, and of pairs [re, im] for complex ones; or an expression of variables. */
export function list(own: string, grc: string): Parameter {
  return {
    read: ({ python, text }) => given(text(grc), (value) => ({ [own]: listOf(python, grc, value) })),
    write: ({ parameters, python }) => ({ [grc]: listText(parameters[own], python) }),
  };
}

/** Returns the value of a field of lists. @throws Unmapped for a text that is no list, and for an empty one. */
export function listOf(python: Python, grc: string, value: string): readonly Listed[] | string {
  try {
    const found = python.list(value);
    if (found.length) return found;
  } catch (error) {
    if (!(error instanceof RangeError) || python.isSpent) throw error;
    throw new Unmapped(`${grc} cannot be read: ${error.message}`);
  }
  throw new Unmapped(`${grc} is empty`);
}

/** Returns the items of a list, with the file's values of all variables. @throws Unmapped as {@link listOf}. */
export function itemsOf(python: Python, grc: string, value: string): readonly Listed[] {
  const found = listOf(python, grc, value);
  if (typeof found !== "string") return found;
  python.notes.push(`The list ${grc} became numbers. It follows no variable.`);
  return python.items(value);
}

/** Returns a list as Python. */
export function listText(value: unknown, python: OwnValues["python"]): string {
  if (typeof value === "string") return python(value);
  const texts = (value as readonly Listed[]).map((item) =>
    typeof item === "number" ? String(item) : complexText({ re: item[0], im: item[1] }),
  );
  return `[${texts.join(", ")}]`;
}

export const complexText = ({ re, im }: Complex) => `${re}${im < 0 || Object.is(im, -0) ? "-" : "+"}${Math.abs(im)}j`;

/** Parameters that the file leaves out keep their defaults. */
export function given<T>(value: string | undefined, read: (value: string) => Record<string, T>): Record<string, T> {
  return value === undefined ? {} : read(value);
}
