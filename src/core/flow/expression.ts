/** Longest text of an expression, in characters, and deepest nesting. They bound the work and the stack. */
const MOST_CHARACTERS = 1000;
const MOST_NESTED = 100;

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI };

interface Function {
  /** Smallest and largest number of arguments. */
  takes: readonly [number, number];
  of(...values: number[]): number;
}

const one = (of: (x: number) => number): Function => ({ takes: [1, 1], of });

/** Python's functions of these names. */
const FUNCTIONS: Readonly<Record<string, Function>> = {
  sqrt: one(Math.sqrt),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  exp: one(Math.exp),
  log: { takes: [1, 2], of: (x, base?: number) => (base === undefined ? Math.log(x) : Math.log(x) / Math.log(base)) },
  log10: one(Math.log10),
  log2: one(Math.log2),
  abs: one(Math.abs),
  floor: one(Math.floor),
  ceil: one(Math.ceil),
  round: one(roundToEven),
  int: one(Math.trunc),
  float: one((x) => x),
  min: { takes: [1, Infinity], of: Math.min },
  max: { takes: [1, Infinity], of: Math.max },
};

export const EXPRESSION_FUNCTIONS: readonly string[] = Object.keys(FUNCTIONS);

/** What expressions may hold, for messages and for the page's help. */
export const EXPRESSION_HELP = `numbers, names of variables, + - * / // % **, parentheses, ${Object.keys(CONSTANTS).join(", ")}, and ${EXPRESSION_FUNCTIONS.join(", ")}`;

/**
 * Returns the value of an arithmetic expression with Python's operators, precedence and rounding, e.g.
 * "2 * pi * 75e3 / fs".
 *
 * @param names Values of names. A name of a constant or a function may be used again.
 * @throws RangeError that names the position, what was found and what was expected; also for a value that is not a
 * finite number.
 */
export function evaluate(text: string, names: Readonly<Record<string, number>>): number {
  const value = parse(text)(names);
  if (Number.isFinite(value)) return value;
  throw new RangeError(`"${shortened(text)}" gives ${value}, expected a finite number`);
}

/**
 * Returns the names of variables that an expression uses, each once, in order.
 *
 * @param isDefined Whether a name is a variable; constants with the same name as a variable are then listed too.
 * @throws RangeError as {@link evaluate} does for a text that is no expression.
 */
export function namesIn(text: string, isDefined: (name: string) => boolean = () => false): string[] {
  parse(text);
  const tokens = tokensOf(text);
  const names = tokens.filter(
    ({ kind, text }, i) =>
      kind === "name" && tokens[i + 1]?.text !== "(" && (isDefined(text) || !Object.hasOwn(CONSTANTS, text)),
  );
  return [...new Set(names.map(({ text }) => text))];
}

type Names = Readonly<Record<string, number>>;
type Node = (names: Names) => number;

interface Token {
  kind: "number" | "name" | "sign" | "end";
  text: string;
  /** Index of its first character. */
  at: number;
}

const TOKEN =
  /\s*(?:(?<number>0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>\*\*|\/\/|[-+*/%(),]))/uy;

function tokensOf(text: string): Token[] {
  if (text.length > MOST_CHARACTERS) {
    throw new RangeError(
      `"${shortened(text)}" has ${text.length} characters, expected at most ${MOST_CHARACTERS}; use variables for its parts`,
    );
  }
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) {
      at += text.slice(at).length - text.slice(at).trimStart().length;
      const found = String.fromCodePoint(text.codePointAt(at) as number);
      throw wrong(text, at, `found "${found}", expected ${EXPRESSION_HELP}`);
    }
    at = TOKEN.lastIndex;
    const kind = groups.number === undefined ? (groups.name === undefined ? "sign" : "name") : "number";
    const found = groups[kind];
    tokens.push({ kind, text: found, at: at - found.length });
  }
  return [...tokens, { kind: "end", text: "the end", at: text.length }];
}

function wrong(text: string, at: number, what: string): RangeError {
  return new RangeError(`"${shortened(text)}", character ${at + 1}: ${what}`);
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Operators from the loosest to the tightest, all left associative. Unary signs and ** follow. */
const OPERATORS: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  { "*": (a, b) => a * b, "/": (a, b) => a / b, "//": quotient, "%": modulo },
];

const DIVISIONS = ["/", "//", "%"];

function parse(text: string): Node {
  const tokens = tokensOf(text);
  let next = 0;
  let nested = 0;
  const takes = (sign: string) => tokens[next].kind === "sign" && tokens[next].text === sign && ++next > 0;
  const expected = (what: string) => {
    const { kind, text: found, at } = tokens[next];
    return wrong(text, at, `found ${kind === "end" ? found : `"${found}"`}, expected ${what}`);
  };
  const close = () => {
    if (!takes(")")) throw expected('an operator or ")"');
  };
  const deeper = (parsed: () => Node): Node => {
    if (++nested > MOST_NESTED) throw wrong(text, tokens[next].at, `is nested deeper than ${MOST_NESTED} levels`);
    const node = parsed();
    nested--;
    return node;
  };

  const binary = (level: number): Node => {
    if (level === OPERATORS.length) return unary();
    let left = binary(level + 1);
    for (;;) {
      const { kind, text: sign, at } = tokens[next];
      if (kind !== "sign" || !Object.hasOwn(OPERATORS[level], sign)) return left;
      next++;
      const [a, operator, b] = [left, OPERATORS[level][sign], binary(level + 1)];
      left = (names) => {
        const divisor = b(names);
        if (divisor === 0 && DIVISIONS.includes(sign)) throw wrong(text, at, "divides by zero");
        return operator(a(names), divisor);
      };
    }
  };

  const unary = (): Node => {
    if (takes("-")) {
      const of = deeper(unary);
      return (names) => -of(names);
    }
    return takes("+") ? deeper(unary) : power();
  };

  /** Binds tighter than a minus on its left, and is right associative. */
  const power = (): Node => {
    const base = atom();
    if (!takes("**")) return base;
    const exponent = deeper(unary);
    return (names) => base(names) ** exponent(names);
  };

  const atom = (): Node => {
    const token = tokens[next];
    if (token.kind === "number") {
      next++;
      const value = Number(token.text.replaceAll("_", ""));
      return () => value;
    }
    if (token.kind === "name") {
      next++;
      return takes("(") ? call(token) : variable(token);
    }
    if (!takes("(")) throw expected('a number, a name or "("');
    const inner = deeper(() => binary(0));
    close();
    return inner;
  };

  const variable =
    ({ text: name, at }: Token): Node =>
    (names) => {
      if (Object.hasOwn(names, name)) return names[name];
      if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
      if (Object.hasOwn(FUNCTIONS, name))
        throw wrong(text, at, `"${name}" is a function; write its argument, ${name}(x)`);
      const known = Object.keys(names);
      const others = known.length
        ? `the variables are ${known.slice(0, 20).join(", ")}`
        : "the graph has no variables here";
      throw wrong(text, at, `there is no variable "${name}"; ${others}`);
    };

  const call = ({ text: name, at }: Token): Node => {
    if (!Object.hasOwn(FUNCTIONS, name)) {
      throw wrong(text, at, `there is no function "${name}"; the functions are ${EXPRESSION_FUNCTIONS.join(", ")}`);
    }
    const {
      takes: [least, most],
      of,
    } = FUNCTIONS[name];
    const values: Node[] = [];
    if (!takes(")")) {
      do values.push(deeper(() => binary(0)));
      while (takes(","));
      close();
    }
    if (values.length < least || values.length > most) {
      const count = most === Infinity ? `at least ${least}` : least === most ? `${least}` : `${least} or ${most}`;
      throw wrong(text, at, `${name} takes ${count} argument${count === "1" ? "" : "s"}, got ${values.length}`);
    }
    return (names) => of(...values.map((value) => value(names)));
  };

  const whole = binary(0);
  if (tokens[next].kind !== "end") throw expected("an operator or the end");
  return whole;
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
