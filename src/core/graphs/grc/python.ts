import type { Complex } from "../../filter-design/complex.ts";
import { type Listed, listed, MOST_LIST_CHARACTERS, valueOf } from "../../flow/graph/expression.ts";
import {
  depthOf,
  MOST_CHARACTERS,
  MOST_DEPTH,
  type Node,
  parse,
  type Token,
  tokensOf,
  write,
} from "../../flow/graph/expression-syntax.ts";
import { complexOf, isList, type Value } from "../../flow/graph/expression-values.ts";
import type { Steps } from "../../flow/graph/steps.ts";

/** What a name of Python stands for. */
export interface Named {
  /** Its value with the file's values of all variables. */
  value: Value;
  /** The same with variables of the graph only. Undefined where it would be too long. */
  node?: Node;
  /** Whether it depends on variables of the graph. */
  follows: boolean;
}

/** Longest text that is read, in characters. */
const MOST_TEXT = 2 ** 20;
/** Most parts of an expression that the graph gets. */
const MOST_PARTS = 5000;

/** Python's names for what an expression of a graph calls otherwise. */
const OWN_NAMES: Readonly<Record<string, string>> = { tuple: "list", asarray: "array" };

/** Reads the values that parameters of GNU Radio Companion hold: Python's numbers, names, lists and texts. */
export class Python {
  /** What differs from the file, in sentences. */
  readonly notes: string[] = [];
  private readonly values = Object.create(null) as Record<string, Value>;
  private readonly sizes = new WeakMap<Node, number>();

  private readonly names = new Map<string, Named>();

  /** @param steps Counts the work on the whole file. */
  constructor(private readonly steps: Steps) {}

  /** Lets a name stand for something, from now on. */
  define(name: string, named: Named): void {
    this.names.set(name, named);
    this.values[name] = named.value;
  }

  /** Whether the work takes too many steps. */
  get isSpent(): boolean {
    return this.steps.taken > this.steps.most;
  }

  /** Returns a value for a field of numbers: a number, an expression, or the text itself if it is neither. */
  field(text: string): number | string {
    const node = this.node(text);
    return (node && this.fieldOf(node, text)) ?? text.trim();
  }

  /** Returns a finite real number, or undefined for anything else. */
  number(text: string): number | undefined {
    const value = this.complex(text);
    return value?.im === 0 ? value.re : undefined;
  }

  /** Returns a finite number, or undefined for anything else. */
  complex(text: string): Complex | undefined {
    const value = this.value(text);
    if (value === undefined || isList(value) || typeof value === "string") return undefined;
    const { re, im } = complexOf(value);
    // JSON has no −0.
    return Number.isFinite(re) && Number.isFinite(im) ? { re: re + 0, im: im + 0 } : undefined;
  }

  /** Returns the real and imaginary part of a text as values of fields. */
  complexFields(text: string): [re: number | string, im: number | string] {
    const node = this.node(text);
    const parts = node && partsOf(this.inlined(node) ?? node);
    if (parts) {
      const [re, im] = [parts.re, parts.im].map((part) => (part ? this.fieldOf(part, write(part)) : 0));
      if (re !== undefined && im !== undefined) return [re, im];
    }
    const known = this.complex(text);
    if (known && node && this.dependsOn(node)) this.notes.push(`The number ${text.trim()} follows no variable.`);
    return known ? [known.re, known.im] : [text.trim(), 0];
  }

  /**
   * Returns a value for a field of lists: the items of a plain list, or else an expression of the graph.
   *
   * @throws RangeError for anything else.
   */
  list(text: string): Listed[] | string {
    const node = this.parsed(text);
    const items = listed(text, this.valueOf(text, node));
    const expression = isListing(node) ? undefined : this.expression(node, MOST_LIST_CHARACTERS, text);
    if (expression !== undefined) return expression;
    // The graph holds each of them.
    this.steps.take(items.length);
    return items;
  }

  /** Returns the items of a list, with the file's values of all variables. @throws RangeError for anything else. */
  items(text: string): Listed[] {
    return listed(text, this.valueOf(text, this.parsed(text)));
  }

  /** Returns a text without its quotes; a name of a variable gives its text. */
  text(text: string): string {
    const value = this.value(text);
    if (typeof value === "string") return value;
    const clean = text.trim();
    const quote = clean[0];
    if (clean.length < 2 || !(quote === '"' || quote === "'") || !clean.endsWith(quote)) return clean;
    return clean.slice(1, -1).replace(/\\([\\'"])/g, "$1");
  }

  /** Returns the name of a choice; a variable gives its text. */
  choice(text: string): string {
    const clean = text.trim();
    const value = this.names.get(clean)?.value;
    return typeof value === "string" ? value : clean;
  }

  /**
   * Returns what a text stands for.
   *
   * @throws RangeError for a text that cannot be read.
   */
  named(text: string): Named {
    const node = this.parsed(text);
    const value = this.valueOf(text, node);
    return { value, node: this.inlined(node), follows: this.dependsOn(node) };
  }

  /** Whether a text depends on variables of the graph. */
  follows(text: string): boolean {
    const node = this.node(text);
    return node !== undefined && this.dependsOn(node);
  }

  /** Whether a text is a list. */
  isList(text: string): boolean {
    const value = this.value(text);
    return value !== undefined && isList(value);
  }

  /** Returns the name of a function that a text calls, and what it is called with. Undefined for another text. */
  call(text: string): { name: string; items: readonly string[] } | undefined {
    const node = this.node(text);
    return node?.kind === "call" ? { name: node.name, items: node.parts.map(write) } : undefined;
  }

  /** Returns the names in a text, for the order of variables. */
  uses(text: string): Set<string> {
    const node = this.node(text);
    return node ? namesOf(node) : new Set();
  }

  private dependsOn(node: Node): boolean {
    return [...namesOf(node)].some((name) => this.names.get(name)?.follows);
  }

  /** Returns a part as a number, an expression of the graph, or its value; undefined where it has none. */
  private fieldOf(node: Node, text: string): number | string | undefined {
    const value = this.valueOrNone(node, text);
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    if (isLiteral(node)) return value + 0;
    return this.expression(node, MOST_CHARACTERS, text) ?? value;
  }

  /** Returns a part as an expression of the graph, unless it is too long. A note says that the value is used. */
  private expression(node: Node, most: number, text: string): string | undefined {
    const inlined = this.inlined(node);
    const expression = inlined && write(inlined);
    // Many parentheses around each other would not be read again.
    if (expression !== undefined && this.tried(() => this.parsed(expression, most))) return expression;
    if (this.dependsOn(node)) {
      const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
      this.notes.push(`The expression ${shown} is too long for Threeray. It became a value that follows no variable.`);
    }
    return undefined;
  }

  /** Returns a part with variables of the graph only; undefined where that is too long. */
  private inlined(node: Node): Node | undefined {
    this.steps.take();
    if (node.kind === "name") {
      const known = this.names.get(node.name);
      return known ? known.node : node;
    }
    const parts: Node[] = [];
    for (const part of node.parts) {
      const inlined = this.inlined(part);
      if (!inlined) return undefined;
      parts.push(inlined);
    }
    const depth = depthOf(parts);
    const whole = { ...node, depth, parts };
    return depth <= MOST_DEPTH && this.sizeOf(whole) <= MOST_PARTS ? whole : undefined;
  }

  /** Returns the number of parts, also of parts that are used several times. */
  private sizeOf(node: Node): number {
    const known = this.sizes.get(node);
    if (known !== undefined) return known;
    const size = node.parts.reduce((sum, part) => sum + this.sizeOf(part), 1);
    this.sizes.set(node, size);
    return size;
  }

  private value(text: string): Value | undefined {
    const node = this.node(text);
    return node && this.valueOrNone(node, text);
  }

  private valueOf(text: string, node: Node): Value {
    return valueOf(text, node, this.values, this.steps);
  }

  private valueOrNone(node: Node, text: string): Value | undefined {
    return this.tried(() => this.valueOf(text, node));
  }

  private node(text: string): Node | undefined {
    return this.tried(() => this.parsed(text));
  }

  /** Returns undefined for what cannot be read. @throws The error of work that takes too many steps. */
  private tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof RangeError && !this.isSpent) return undefined;
      throw error;
    }
  }

  /** @throws RangeError for a text that is no expression. */
  private parsed(text: string, most = MOST_TEXT): Node {
    const clean = text.replace(/\((int|float)\)\s{0,9}\(/g, "$1(");
    const tokens = tokensOf(clean, most);
    this.steps.take(tokens.length);
    return parse(
      clean,
      tokens.map((token) => (token.kind === "name" ? renamed(token) : token)),
    );
  }
}

/** Gives a name of a Python module the name that expressions of a graph have for it. */
function renamed(token: Token): Token {
  if (token.text === "True" || token.text === "False") {
    return { ...token, kind: "number", text: token.text === "True" ? "1" : "0" };
  }
  const name = token.text
    .replace(/^(?:math|cmath|np|numpy)\./, "")
    .replace(/^(?:gr|filter)\.(?=firdes\.)/, "")
    .replace(/^.*\.(?=WIN_)/, "window.")
    .replace(/^fft\.(?=window\.)/, "");
  return { ...token, text: Object.hasOwn(OWN_NAMES, name) ? OWN_NAMES[name] : name };
}

/** Whether a node is a list of complex numbers without names. */
function isListing(node: Node): boolean {
  return node.kind === "list" && node.parts.every((item) => namesOf(item).size === 0);
}

function isLiteral(node: Node): boolean {
  return node.kind === "number" || (node.kind === "unary" && isLiteral(node.parts[0]));
}

/** Returns the names that are no functions. */
function namesOf(node: Node, names = new Set<string>()): Set<string> {
  if (node.kind === "name") names.add(node.name);
  for (const part of node.parts) namesOf(part, names);
  return names;
}

/** Real and imaginary part; one that is missing is 0. */
interface Parts {
  re?: Node;
  im?: Node;
}

const PLACE = { at: 0, depth: 1 };
const negative = (of: Node): Node => ({ ...PLACE, kind: "unary", sign: "-", parts: [of] });
const sum = (sign: "+" | "-", a?: Node, b?: Node): Node | undefined =>
  a && b ? { ...PLACE, kind: "binary", sign, parts: [a, b] } : (a ?? (b && sign === "-" ? negative(b) : b));
const product = (sign: "*" | "/", a?: Node, b?: Node): Node | undefined =>
  a && b && { ...PLACE, kind: "binary", sign, parts: [a, b] };
const call = (name: string, of: Node): Node => ({ ...PLACE, kind: "call", name, parts: [of] });

/** Returns the parts of a complex number, for example of "a - 0.5j"; undefined where they cannot be told apart. */
function partsOf(node: Node): Parts | undefined {
  if (node.kind === "imaginary") return { im: { ...node, kind: "number" } };
  if (node.kind === "unary") {
    const of = partsOf(node.parts[0]);
    if (!of || node.sign === "+") return of;
    return { re: of.re && negative(of.re), im: of.im && negative(of.im) };
  }
  if (node.kind === "call") return callParts(node);
  if (node.kind !== "binary") return { re: node };
  const [a, b] = node.parts.map(partsOf);
  if (!a || !b) return undefined;
  const { sign } = node;
  if (!a.im && !b.im) return { re: node };
  if (sign === "+" || sign === "-") return { re: sum(sign, a.re, b.re), im: sum(sign, a.im, b.im) };
  if (sign === "*" && !(a.im && b.im)) {
    const [factor, other] = a.im ? [b.re, a] : [a.re, b];
    const times = (part?: Node) => (isOne(part) ? factor : isOne(factor) ? part : product("*", factor, part));
    return { re: other.re && times(other.re), im: times(other.im) };
  }
  if (sign === "/" && !b.im) return { re: a.re && product("/", a.re, b.re), im: product("/", a.im, b.re) };
  return undefined;
}

const isOne = (node?: Node) => node?.kind === "number" && node.value === 1;

function callParts(node: Node & { kind: "call" }): Parts | undefined {
  const { name, parts: given } = node;
  if (name === "complex") return given.length > 2 || given.length === 0 ? undefined : { re: given[0], im: given[1] };
  const parts = given.map(partsOf);
  if (parts.every((part) => part && !part.im)) return { re: node };
  const [of] = parts;
  if (name !== "exp" || !of?.im) return undefined;
  const [re, im] = ["cos", "sin"].map((part) => call(part, of.im as Node));
  if (!of.re) return { re, im };
  const size = call("exp", of.re);
  return { re: product("*", size, re), im: product("*", size, im) };
}
