import { evaluate, namesIn } from "../../flow/expression.ts";
import { firdes } from "./firdes.ts";

/** A number, complex where `im` is not 0. */
export interface Complex {
  re: number;
  im: number;
}

/** Python texts of a graph's variables, by their names. */
export type PythonTexts = Readonly<Record<string, string>>;

/** Deepest nesting of lists, and of names that stand for others. */
const MOST_NESTED = 20;
/** Longest list. */
const MOST_ITEMS = 2 ** 16;

const IMAGINARY = /^(?:(.*[\w.)])(?<![\d.][eE])\s*([+-])|([+-]?))\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[jJ]$/s;

/** Reads the values that parameters of GNU Radio Companion hold: Python's numbers, names, lists and texts. */
export class Python {
  /**
   * @param numbers Variables that are numbers.
   * @param texts The other variables.
   */
  constructor(
    private readonly numbers: Readonly<Record<string, number>>,
    private readonly texts: PythonTexts,
  ) {}

  /** Returns a value for a field of numbers: a number, an expression, or the text itself if it is neither. */
  field(written: string): number | string {
    const text = written.replace(/\blen\((\w+)\)/g, (call, name: string) => String(this.list(name)?.length ?? call));
    const expression = expressionOf(text);
    if (expression === undefined) return this.number(text) ?? text.trim();
    return /^[-+]?[\d._eE+-]+$/.test(expression) ? evaluate(expression, {}) : expression;
  }

  /** Returns a real number, or undefined for anything else. */
  number(text: string): number | undefined {
    const value = this.complex(text);
    return value?.im === 0 ? value.re : undefined;
  }

  /** Returns a number, or undefined for anything else. */
  complex(text: string, nested = 0): Complex | undefined {
    const clean = withoutParentheses(text.trim());
    if (nested > MOST_NESTED) return undefined;
    if (Object.hasOwn(this.texts, clean)) return this.complex(this.texts[clean], nested + 1);
    const parts = partsOf(clean);
    if (!parts) return undefined;
    try {
      const [re, im] = parts.map((part) => evaluate(expressionOf(part) ?? part, this.numbers));
      // JSON has no −0.
      return { re: re + 0, im: im + 0 };
    } catch {
      return undefined;
    }
  }

  /** Returns the real and imaginary part of a text as values of fields. */
  complexFields(text: string): [re: number | string, im: number | string] {
    const clean = withoutParentheses(text.trim());
    const known = Object.hasOwn(this.texts, clean) ? this.complex(clean) : undefined;
    if (known) return [known.re, known.im];
    const [re, im] = partsOf(clean) ?? [clean, "0"];
    return [this.field(re), this.field(im)];
  }

  /** Returns a list of numbers: a literal, a repeated or joined one, a filter design of `firdes`, or a variable. */
  list(text: string, nested = 0): Complex[] | undefined {
    const clean = text.trim();
    if (nested > MOST_NESTED) return undefined;
    if (Object.hasOwn(this.texts, clean)) return this.list(this.texts[clean], nested + 1);
    const joined = split(clean, "+");
    if (joined.length > 1) return concatenated(joined.map((part) => this.list(part, nested + 1)));
    const factors = split(clean, "*");
    if (factors.length === 2) return this.repeated(factors, nested);
    const array = /^(?:list|tuple|np\.array|numpy\.array|np\.asarray)\((.*)\)$/s.exec(clean);
    if (array) return this.list(array[1], nested + 1);
    const call = /^(?:(?:filter|gr)\.)?firdes\.(\w+)\((.*)\)$/s.exec(clean);
    if (call) return this.designed(call[1], split(call[2], ","));
    const literal = /^\[(.*)\]$|^\((.*,.*)\)$/s.exec(clean);
    if (!literal) return undefined;
    const items = split(literal[1] ?? literal[2], ",").filter((item) => item.trim() !== "");
    if (items.length > MOST_ITEMS) return undefined;
    const values = items.map((item) => this.complex(item));
    return values.every((value) => value !== undefined) ? values : undefined;
  }

  /** Returns a text without its quotes; a name of a variable gives its text. */
  text(text: string, nested = 0): string {
    const clean = text.trim();
    if (nested < MOST_NESTED && Object.hasOwn(this.texts, clean)) return this.text(this.texts[clean], nested + 1);
    return /^(["'])(.*)\1$/s.exec(clean)?.[2] ?? clean;
  }

  private repeated([a, b]: readonly string[], nested: number): Complex[] | undefined {
    const list = this.list(a, nested + 1) ?? this.list(b, nested + 1);
    const factor = this.number(a) ?? this.number(b);
    if (!list || factor === undefined || factor * list.length > MOST_ITEMS) return undefined;
    return Array.from({ length: Math.max(0, factor) }, () => list).flat();
  }

  private designed(name: string, given: readonly string[]): Complex[] | undefined {
    const values = given.map((value) => this.number(value) ?? value.trim());
    return firdes(name, values)?.map((re) => ({ re: re + 0, im: 0 }));
  }
}

function concatenated(lists: readonly (Complex[] | undefined)[]): Complex[] | undefined {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Returns a Python text as an expression of the graph, or undefined if it is none. */
export function expressionOf(text: string): string | undefined {
  const expression = text
    .trim()
    .replace(/\b(?:math|cmath|np|numpy)\./g, "")
    .replace(/\((int|float)\)\s*\(/g, "$1(")
    .replace(/\s+/g, " ");
  try {
    namesIn(expression);
    return expression;
  } catch {
    return undefined;
  }
}

/** Returns the texts of the real and the imaginary part of a sum, for example "a - 0.5j". */
function partsOf(text: string): [re: string, im: string] | undefined {
  const call = /^complex\((.*)\)$/s.exec(text);
  if (call) {
    const parts = split(call[1], ",");
    return parts.length === 1 ? [parts[0], "0"] : parts.length === 2 ? [parts[0], parts[1]] : undefined;
  }
  const match = IMAGINARY.exec(text);
  if (!match) return expressionOf(text) === undefined ? undefined : [text, "0"];
  const [, real = "0", sign = "", alone = "", imaginary] = match;
  return [real, `${sign === "-" || alone === "-" ? "-" : ""}${imaginary}`];
}

function withoutParentheses(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")") || split(text, ",").length > 1) return text;
  const inner = text.slice(1, -1);
  let depth = 0;
  for (const letter of inner) {
    if (letter === "(") depth++;
    if (letter === ")" && --depth < 0) return text;
  }
  return split(inner, ",").length > 1 ? text : withoutParentheses(inner.trim());
}

/** Splits a text where a sign stands outside of brackets and quotes. A sign of an exponent or a number's does not count. */
function split(text: string, sign: string): string[] {
  const parts: string[] = [];
  let [depth, from, quote] = [0, 0, ""];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quote) {
      if (letter === quote) quote = "";
    } else if (letter === "'" || letter === '"') quote = letter;
    else if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter)) depth--;
    else if (letter === sign && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}
