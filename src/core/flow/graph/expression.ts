import { MOST_CHARACTERS, type Node, parse, shortened, tokensOf, wrong } from "./expression-syntax.ts";
import {
  binaryOf,
  complexOf,
  CONSTANTS,
  FUNCTIONS,
  functionOf,
  isList,
  listOfItems,
  valueName,
  negated,
  plain,
  type Value,
} from "./expression-values.ts";
import { Steps } from "./steps.ts";

export const EXPRESSION_FUNCTIONS: readonly string[] = Object.keys(FUNCTIONS);

/** Longest text of an expression for a list, in characters. */
export const MOST_LIST_CHARACTERS = 20_000;

/** Most steps of one expression. */
const MOST_STEPS = 2 ** 20;

/** A number, or the real and imaginary parts of a complex one. */
export type Listed = number | readonly [number, number];

/** In place of a variable's value: why it has none here. */
export class NoValue {
  constructor(readonly reason: string) {}
}

/** Values of variables. A name of a constant or a function may be used again. */
export type Names = Readonly<Record<string, Value | NoValue>>;

/**
 * Returns the value of an arithmetic expression with Python's operators, precedence and rounding, e.g.
 * "2 * pi * 75e3 / fs".
 *
 * @param steps Counts the work. Callers with many expressions share one.
 * @throws RangeError that names the position, what was found and what was expected; also for a value that is not a
 * finite number.
 */
export function evaluate(text: string, names: Names, steps = new Steps(MOST_STEPS)): number {
  const value = valueOf(text, parsed(text, MOST_CHARACTERS, steps), names, steps);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new RangeError(
    `"${shortened(text)}" gives ${typeof value === "number" ? value : valueName(value)}, expected a finite number`,
  );
}

/**
 * Returns the items of a list: of a literal, of lists joined and repeated as in Python, or of a design as GNU Radio's,
 * e.g. "firdes.low_pass(1, fs, cutoff, 500)". Complex items are pairs.
 *
 * @throws RangeError as {@link evaluate}; also for a list that is too long.
 */
export function evaluateList(text: string, names: Names, steps = new Steps(MOST_STEPS)): Listed[] {
  return listed(text, valueOf(text, parsed(text, MOST_LIST_CHARACTERS, steps), names, steps));
}

/** Returns the items of a list; complex ones are pairs. @throws RangeError for another value, and for NaN or infinity. */
export function listed(text: string, value: Value): Listed[] {
  if (!isList(value)) throw new RangeError(`"${shortened(text)}" gives ${valueName(value)}, expected a list`);
  const { items } = value;
  const item = items.find(({ re, im }) => !Number.isFinite(re) || !Number.isFinite(im));
  if (item) throw new RangeError(`"${shortened(text)}" holds ${item.re}, expected finite numbers`);
  // JSON has no −0.
  return items.map(({ re, im }) => (im === 0 ? re + 0 : [re + 0, im]));
}

/** Returns the structure of an expression; its tokens count as steps. */
export function parsed(text: string, most: number, steps: Steps): Node {
  const tokens = tokensOf(text, most);
  steps.take(tokens.length);
  return parse(text, tokens);
}

/**
 * Returns the names of variables that an expression uses, each once, in order.
 *
 * @param isDefined Whether a name is a variable; constants with the same name as a variable are then listed too.
 * @throws RangeError as {@link evaluate} does for a text that is no expression.
 */
export function namesIn(
  text: string,
  isDefined: (name: string) => boolean = () => false,
  most = MOST_CHARACTERS,
): string[] {
  const tokens = tokensOf(text, most);
  parse(text, tokens);
  const names = tokens.filter(
    ({ kind, text }, i) =>
      kind === "name" &&
      tokens[i + 1].text !== "(" &&
      (isDefined(text) || !(Object.hasOwn(CONSTANTS, text) || isChoice(text))),
  );
  return [...new Set(names.map(({ text }) => text))];
}

/** Whether a name is one of GNU Radio's windows. */
const isChoice = (name: string) => /^(?:window\.)?WIN_\w+$/.test(name);

/**
 * Returns the value of an expression's structure.
 *
 * @throws RangeError that names the position, what was found and what was expected.
 */
export function valueOf(text: string, node: Node, names: Names, steps: Steps): Value {
  const of = (node: Node): Value => {
    steps.take();
    switch (node.kind) {
      case "number":
      case "text":
        return node.value;
      case "imaginary":
        return { re: 0, im: node.value };
      case "name":
        return variable(text, node.name, node.at, names);
      case "unary":
        return node.sign === "-" ? placed(node.at, () => negated(of(node.parts[0]), steps)) : of(node.parts[0]);
      case "binary": {
        const [a, b] = node.parts.map(of);
        return placed(node.at, () => binaryOf(node.sign, a, b, steps));
      }
      case "list": {
        const items = node.parts.map(of);
        return placed(node.at, () => listOfItems(items.map(complexOf), steps));
      }
      case "call":
        return call(node.name, node.at, node.parts);
    }
  };
  const call = (name: string, at: number, nodes: readonly Node[]): Value => {
    const found = functionOf(name);
    if (!found) {
      throw wrong(text, at, `there is no function "${name}"; the functions are ${EXPRESSION_FUNCTIONS.join(", ")}`);
    }
    const [least, most] = found.takes;
    if (nodes.length < least || nodes.length > most) {
      const count = most === Infinity ? `at least ${least}` : least === most ? `${least}` : `${least} or ${most}`;
      throw wrong(text, at, `${name} takes ${count} argument${count === "1" ? "" : "s"}, got ${nodes.length}`);
    }
    const given = nodes.map(of);
    return placed(at, () => found.of(given, steps));
  };
  /** Adds the place to errors of operators and functions. */
  const placed = (at: number, work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      if (error instanceof RangeError && steps.taken <= steps.most) throw wrong(text, at, error.message);
      throw error;
    }
  };
  const value = of(node);
  return typeof value === "object" && !isList(value) ? plain(value) : value;
}

function variable(text: string, name: string, at: number, names: Names): Value {
  if (Object.hasOwn(names, name)) {
    const value = names[name];
    if (value instanceof NoValue) throw wrong(text, at, value.reason);
    return value;
  }
  if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
  if (isChoice(name)) return name;
  if (functionOf(name)) throw wrong(text, at, `"${name}" is a function; write its argument, ${name}(x)`);
  const known = Object.keys(names);
  const others = known.length
    ? `the variables are ${known.slice(0, 20).join(", ")}`
    : "the graph has no variables here";
  throw wrong(text, at, `there is no variable "${name}"; ${others}`);
}
