import { abs, add, arg, type Complex, complex, div, mul, polar, sub } from "../../filter-design/complex.ts";
import { firdes, windowTaps } from "../../filter-design/firdes.ts";
import type { BinarySign } from "./expression-syntax.ts";
import type { Steps } from "./steps.ts";

/** Numbers in an order. An array's operators treat each item, as NumPy's do; a list's join and repeat, as Python's do. */
export interface Items {
  items: readonly Complex[];
  isArray: boolean;
}

/** What an expression can be. A text is the name of a choice, e.g. of a window. */
export type Value = number | Complex | Items | string;

/** Longest list: a quarter of a megabyte of float32. */
export const MOST_ITEMS = 2 ** 16;

export const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI };

export const isList = (value: Value): value is Items => typeof value === "object" && "items" in value;

/** Returns a number without an imaginary part as itself. */
export const plain = (value: Complex): Value => (value.im === 0 ? value.re : value);

/** @throws RangeError for a list or a text. */
export function complexOf(value: Value): Complex {
  if (typeof value === "number") return complex(value);
  if (typeof value === "object" && !isList(value)) return value;
  throw new RangeError(`found ${valueName(value)}, expected a number`);
}

function realOf(value: Value): number {
  if (typeof value === "number") return value;
  throw new RangeError(`found ${valueName(value)}, expected a real number`);
}

function itemsOf(value: Value): Items {
  if (isList(value)) return value;
  throw new RangeError(`found ${valueName(value)}, expected a list`);
}

/** Returns what a value is, for messages. */
export function valueName(value: Value): string {
  if (typeof value === "string") return `the text "${value}"`;
  if (typeof value === "number") return "a number";
  return isList(value) ? "a list" : "a complex number";
}

type Arithmetic = Readonly<Record<BinarySign, (a: number, b: number) => number>>;

const REAL: Arithmetic = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": quotient,
  "%": modulo,
  "**": (a, b) => a ** b,
};

/**
 * Returns the value of an operator.
 *
 * @throws RangeError for operands that it does not take, a division by zero, and a list that is too long.
 */
export function binaryOf(sign: BinarySign, a: Value, b: Value, steps: Steps): Value {
  if (typeof a === "number" && typeof b === "number") {
    if (b === 0 && (sign === "/" || sign === "//" || sign === "%")) throw new RangeError("divides by zero");
    return REAL[sign](a, b);
  }
  if (typeof a === "string" && typeof b === "string" && sign === "+") return a + b;
  if (isList(a) || isList(b)) return ofLists(sign, a, b, steps);
  return plain(complexArithmetic(sign, complexOf(a), complexOf(b)));
}

function complexArithmetic(sign: BinarySign, a: Complex, b: Complex): Complex {
  if (sign === "+") return add(a, b);
  if (sign === "-") return sub(a, b);
  if (sign === "*") return mul(a, b);
  if (sign === "/") {
    if (b.re * b.re + b.im * b.im === 0) throw new RangeError("divides by zero");
    return div(a, b);
  }
  if (sign === "**" && b.im === 0) return polar(abs(a) ** b.re, arg(a) * b.re);
  throw new RangeError(`"${sign}" takes real numbers`);
}

function ofLists(sign: BinarySign, a: Value, b: Value, steps: Steps): Items {
  const hasArray = (isList(a) && a.isArray) || (isList(b) && b.isArray);
  if (hasArray) return elementwise(sign, a, b, steps);
  if (sign === "+") return listOfItems([...itemsOf(a).items, ...itemsOf(b).items], steps);
  if (sign === "*" && isList(a) !== isList(b)) {
    const [{ items }, count] = isList(a) ? [a, b] : [b as Items, a];
    const times = Math.max(0, realOf(count));
    if (!Number.isInteger(times)) throw new RangeError(`repeats a list ${times} times, expected a whole number`);
    checkLength(times * items.length);
    const repeats = Array.from({ length: times * items.length }, (_, i) => items[i % items.length]);
    return listOfItems(repeats, steps);
  }
  throw new RangeError(`"${sign}" does not take lists`);
}

function elementwise(sign: BinarySign, a: Value, b: Value, steps: Steps): Items {
  const [left, right] = [a, b].map((value) => (isList(value) ? value.items : complexOf(value)));
  const length = Math.max(...[left, right].map((side) => ("length" in side ? side.length : 1)));
  if ([left, right].some((side) => "length" in side && side.length !== length)) {
    throw new RangeError(`"${sign}" takes arrays of equal length`);
  }
  const at = (side: Complex | readonly Complex[], i: number) => ("length" in side ? side[i] : side);
  const items = Array.from({ length }, (_, i) =>
    complexOf(binaryOf(sign, plain(at(left, i)), plain(at(right, i)), steps)),
  );
  return { ...listOfItems(items, steps), isArray: true };
}

/** Returns −x. */
export function negated(value: Value, steps: Steps): Value {
  if (typeof value === "number") return -value;
  return isList(value) && value.isArray ? elementwise("-", 0, value, steps) : plain(sub(complex(0), complexOf(value)));
}

function checkLength(length: number): void {
  if (length > MOST_ITEMS) throw new RangeError(`the list has ${length} items, expected at most ${MOST_ITEMS}`);
}

/** Returns a list, and counts its items as steps. */
export function listOfItems(items: readonly Complex[], steps: Steps): Items {
  checkLength(items.length);
  steps.take(items.length);
  return { items, isArray: false };
}

/** Returns the numbers from a first one to before a last one. */
function progression(given: readonly Value[], steps: Steps): Items {
  const numbers = given.map(realOf);
  const [from, to, step] = numbers.length === 1 ? [0, numbers[0], 1] : [numbers[0], numbers[1], numbers[2] ?? 1];
  const length = Math.max(0, Math.ceil((to - from) / step));
  if (!Number.isFinite(length)) throw new RangeError("the step never reaches the end");
  checkLength(length);
  const items = Array.from({ length }, (_, i) => complex(from + i * step));
  return listOfItems(items, steps);
}

/** Returns an array of equal numbers, as NumPy's. */
function repeated(re: number, count: Value, steps: Steps): Items {
  const length = realOf(count);
  if (!Number.isInteger(length) || length < 0) throw new RangeError(`found ${length} items, expected a whole number`);
  checkLength(length);
  const items = Array.from({ length }, () => complex(re));
  return { ...listOfItems(items, steps), isArray: true };
}

interface Function {
  /** Smallest and largest number of arguments. */
  takes: readonly [number, number];
  of(given: readonly Value[], steps: Steps): Value;
}

const one = (of: (x: number) => number): Function => ({ takes: [1, 1], of: ([x]) => of(realOf(x)) });

/** Of numbers, or of the items of one list. */
const overAll = (of: (...values: number[]) => number): Function => ({
  takes: [1, Infinity],
  of: (given) => {
    const items = given.length === 1 && isList(given[0]) ? given[0].items.map(plain) : given;
    return items.map(realOf).reduce((most, value) => of(most, value));
  },
});

/** Python's functions of these names, and designs of filters as GNU Radio's. */
export const FUNCTIONS: Readonly<Record<string, Function>> = {
  sqrt: one(Math.sqrt),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  exp: {
    takes: [1, 1],
    of([x]) {
      if (typeof x === "number") return Math.exp(x);
      const { re, im } = complexOf(x);
      return plain(polar(Math.exp(re), im));
    },
  },
  log: {
    takes: [1, 2],
    of: ([x, base]) => Math.log(realOf(x)) / (base === undefined ? 1 : Math.log(realOf(base))),
  },
  log10: one(Math.log10),
  log2: one(Math.log2),
  abs: { takes: [1, 1], of: ([x]) => abs(complexOf(x)) },
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  round: one(roundToEven),
  int: one(Math.trunc),
  float: one((x) => x),
  min: overAll(Math.min),
  max: overAll(Math.max),
  complex: { takes: [1, 2], of: ([re, im = 0]) => plain(complex(realOf(re), realOf(im))) },
  len: { takes: [1, 1], of: ([list]) => itemsOf(list).items.length },
  sum: { takes: [1, 1], of: ([list]) => plain(itemsOf(list).items.reduce(add, complex(0))) },
  list: { takes: [1, 1], of: ([list], steps) => listOfItems(itemsOf(list).items, steps) },
  array: { takes: [1, 1], of: ([list], steps) => ({ ...listOfItems(itemsOf(list).items, steps), isArray: true }) },
  zeros: { takes: [1, 1], of: ([count], steps) => repeated(0, count, steps) },
  ones: { takes: [1, 1], of: ([count], steps) => repeated(1, count, steps) },
  range: { takes: [1, 3], of: progression },
  arange: { takes: [1, 3], of: (given, steps) => ({ ...progression(given, steps), isArray: true }) },
};

const DESIGN = /^firdes\.(\w+)$/;
const WINDOW = /^window\.([a-z]\w*)$/;

/**
 * Returns the function of a name: one of the table, or a design, "firdes.low_pass" or "window.hann". Undefined if there
 * is none.
 */
export function functionOf(name: string): Function | undefined {
  if (Object.hasOwn(FUNCTIONS, name)) return FUNCTIONS[name];
  const design = DESIGN.exec(name)?.[1];
  const window = WINDOW.exec(name)?.[1];
  if (design === undefined && window === undefined) return undefined;
  return {
    takes: [1, Infinity],
    of(given, steps) {
      const values = given.map((value) => (typeof value === "string" ? value : realOf(value)));
      const take = (count: number) => steps.take(count);
      const taps = design === undefined ? windowTaps(window as string, values, take) : firdes(design, values, take);
      return listOfItems(taps, steps);
    },
  };
}

/** The remainder has the divisor's sign. */
function modulo(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

/** The remainder decides, as in Python: 1 // 0.1 is 9, since 0.1 in float64 is larger than a tenth. */
function quotient(a: number, b: number): number {
  return Math.round((a - modulo(a, b)) / b);
}

/** Halves go to the even neighbour. */
function roundToEven(x: number): number {
  const down = Math.floor(x);
  const above = x - down;
  if (above !== 0.5) return above < 0.5 ? down : down + 1;
  return down % 2 === 0 ? down : down + 1;
}
