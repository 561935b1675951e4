/** A part of an expression, with the place of its first character, the number of levels in it, and the parts that it consists of. */
export type Node = { at: number; depth: number; parts: readonly Node[] } & Form;

type Form =
  /** A text as the file has it, e.g. "2.4e6". */
  | { kind: "number"; value: number; text: string }
  /** The imaginary part of a literal: 2 for "2j". */
  | { kind: "imaginary"; value: number; text: string }
  | { kind: "text"; value: string }
  /** It may have dots: "window.WIN_HAMMING". */
  | { kind: "name"; name: string }
  | { kind: "unary"; sign: "-" | "+" }
  | { kind: "binary"; sign: BinarySign }
  /** Numbers between square brackets, or several in parentheses with commas. */
  | { kind: "list" }
  | { kind: "call"; name: string };

export const BINARY_SIGNS = ["+", "-", "*", "/", "//", "%", "**"] as const;
export type BinarySign = (typeof BINARY_SIGNS)[number];

export interface Token {
  kind: "number" | "imaginary" | "text" | "name" | "sign" | "end";
  text: string;
  /** Index of its first character, and of the one after its last. */
  at: number;
  end: number;
}

/** Longest text of an expression for one number, in characters. */
export const MOST_CHARACTERS = 1000;

/** Deepest nesting of brackets and signs, and most operators on the way to a number. They bound the stack. */
const MOST_NESTED = 100;
export const MOST_DEPTH = 1000;

const TOKEN =
  /\s*(?:(?<number>0[xX][\da-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?<unit>[jJ](?![\p{L}\p{N}_]))?|(?<name>[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)|(?<text>"[^"\\\n]*"|'[^'\\\n]*')|(?<sign>\*\*|\/\/|[-+*/%(),[\]]))/uy;

/**
 * Returns the tokens of an expression, with "the end" as the last one.
 *
 * @param most Largest number of characters.
 * @throws RangeError for a text that is too long, and for a character that begins no token.
 */
export function tokensOf(text: string, most = MOST_CHARACTERS): Token[] {
  if (text.length > most) {
    throw new RangeError(
      `"${shortened(text)}" has ${text.length} characters, expected at most ${most}; use variables for its parts`,
    );
  }
  const tokens: Token[] = [];
  const last = text.trimEnd().length;
  let at = 0;
  while (at < last) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) {
      at += text.slice(at).length - text.slice(at).trimStart().length;
      throw wrong(text, at, `found "${String.fromCodePoint(text.codePointAt(at) as number)}", expected ${EXPECTED}`);
    }
    at = TOKEN.lastIndex;
    const { number, unit, name, text: quoted, sign } = groups;
    const found = number ?? name ?? quoted ?? sign;
    const kind = number ? (unit ? "imaginary" : "number") : name ? "name" : quoted ? "text" : "sign";
    const end = at - (unit?.length ?? 0);
    tokens.push({ kind, text: found, at: end - found.length, end: at });
  }
  return [...tokens, { kind: "end", text: "the end", at: text.length, end: text.length }];
}

const EXPECTED = "numbers, names of variables, functions, + - * / // % **, parentheses and lists";

/** Returns the error of a place in an expression. */
export function wrong(text: string, at: number, what: string): RangeError {
  return new RangeError(`"${shortened(text)}", character ${at + 1}: ${what}`);
}

export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Operators from the loosest to the tightest, all left associative. Unary signs and ** follow. */
const LEVELS: readonly (readonly BinarySign[])[] = [
  ["+", "-"],
  ["*", "/", "//", "%"],
];

/**
 * Returns the structure of an expression with Python's operators and precedence.
 *
 * @param tokens As {@link tokensOf} returns them.
 * @throws RangeError that names the position, what was found and what was expected.
 */
export function parse(text: string, tokens: readonly Token[]): Node {
  let next = 0;
  let nested = 0;
  const takes = (sign: string) => tokens[next].kind === "sign" && tokens[next].text === sign && ++next > 0;
  const expected = (what: string) => {
    const { kind, text: found, at } = tokens[next];
    return wrong(text, at, `found ${kind === "end" ? found : `"${found}"`}, expected ${what}`);
  };
  const deeper = (parsed: () => Node): Node => {
    if (++nested > MOST_NESTED) throw wrong(text, tokens[next].at, `is nested deeper than ${MOST_NESTED} levels`);
    const node = parsed();
    nested--;
    return node;
  };

  const nodeOf = (form: Form, at: number, parts: readonly Node[] = []): Node => {
    const depth = depthOf(parts);
    if (depth > MOST_DEPTH) throw wrong(text, at, `has more than ${MOST_DEPTH} levels of operators`);
    return { ...form, at, depth, parts };
  };

  const binary = (level: number): Node => {
    if (level === LEVELS.length) return unary();
    let node = binary(level + 1);
    for (;;) {
      const { kind, text: found, at } = tokens[next];
      const sign = LEVELS[level].find((sign) => kind === "sign" && sign === found);
      if (!sign) return node;
      next++;
      node = nodeOf({ kind: "binary", sign }, at, [node, binary(level + 1)]);
    }
  };

  const unary = (): Node => {
    const { at } = tokens[next];
    const sign = (["-", "+"] as const).find(takes);
    if (!sign) return power();
    return nodeOf({ kind: "unary", sign }, at, [deeper(unary)]);
  };

  /** Binds tighter than a minus on its left, and is right associative. */
  const power = (): Node => {
    const a = atom();
    const { at } = tokens[next];
    if (!takes("**")) return a;
    return nodeOf({ kind: "binary", sign: "**" }, at, [a, deeper(unary)]);
  };

  const atom = (): Node => {
    const { kind, text: found, at } = tokens[next];
    if (kind === "number" || kind === "imaginary") {
      next++;
      return nodeOf({ kind, value: Number(found.replaceAll("_", "")), text: found }, at);
    }
    if (kind === "text") {
      next++;
      return nodeOf({ kind, value: found.slice(1, -1) }, at);
    }
    if (kind === "name") {
      next++;
      if (!takes("(")) return nodeOf({ kind, name: found }, at);
      return nodeOf({ kind: "call", name: found }, at, items(")").items);
    }
    const isSquare = takes("[");
    if (!isSquare && !takes("(")) throw expected('a number, a name or "("');
    const inside = items(isSquare ? "]" : ")");
    if (!isSquare && inside.items.length === 1 && !inside.hasComma) return inside.items[0];
    return nodeOf({ kind: "list" }, at, inside.items);
  };

  /** Reads up to the closing bracket. A comma may follow the last item. */
  const items = (close: ")" | "]"): { items: Node[]; hasComma: boolean } => {
    const list: Node[] = [];
    let hasComma = false;
    while (!takes(close)) {
      if (list.length && !(hasComma = takes(","))) throw expected(`an operator or "${close}"`);
      if (list.length && takes(close)) break;
      list.push(deeper(() => binary(0)));
    }
    return { items: list, hasComma };
  };

  const whole = binary(0);
  if (tokens[next].kind !== "end") throw expected("an operator or the end");
  return whole;
}

/** Returns the number of levels in an expression with these parts. */
export const depthOf = (parts: readonly Node[]): number =>
  1 + parts.reduce((most, { depth }) => Math.max(most, depth), 0);

/** How tightly each kind of expression binds, the loosest first: sums, products, signs, powers, atoms. */
const tightness = (node: Node): number => {
  if (node.kind === "unary") return 2;
  if (node.kind !== "binary") return 4;
  return node.sign === "**" ? 3 : LEVELS.findIndex((signs) => signs.includes(node.sign));
};

/** Returns the text of a structure, with as few parentheses as it needs. */
export function write(node: Node): string {
  const inside = (part: Node, least: number) => (tightness(part) < least ? `(${write(part)})` : write(part));
  switch (node.kind) {
    case "number":
      return node.text;
    case "imaginary":
      return `${node.text}j`;
    case "text":
      return JSON.stringify(node.value);
    case "name":
      return node.name;
    case "unary":
      return `${node.sign}${inside(node.parts[0], 2)}`;
    case "list":
      return `[${node.parts.map(write).join(", ")}]`;
    case "call":
      return `${node.name}(${node.parts.map(write).join(", ")})`;
    case "binary": {
      const [a, b] = node.parts;
      if (node.sign === "**") return `${inside(a, 4)}**${inside(b, 2)}`;
      const tight = tightness(node);
      return `${inside(a, tight)} ${node.sign} ${inside(b, tight + 1)}`;
    }
  }
}
