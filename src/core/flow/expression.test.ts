import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, namesIn } from "./expression.ts";

describe("flow/expression", () => {
  it.each([
    ["2.4e6", 2.4e6],
    ["2.4e6 / 4", 6e5],
    ["1_000 + .5", 1000.5],
    ["0x10", 16],
    ["-2**2", -4],
    ["2**-1", 0.5],
    ["2**3**2", 512],
    ["-2**-2", -0.25],
    ["7 // 2", 3],
    ["1 // 0.1", 9],
    ["-7 // 2", -4],
    ["-7 % 3", 2],
    ["7 % -3", -2],
    ["8 / 4 / 2", 1],
    ["8 - 4 - 2", 2],
    ["2 + 3 * 4", 14],
    ["(2 + 3) * 4", 20],
    ["- - 3", 3],
    ["2*-3", -6],
    ["int(-2.7) + float(3)", 1],
    ["round(2.5) + round(3.5) + round(-0.5)", 6],
    ["min(3, 1, 2) + max(4, 5)", 6],
    ["log(8, 2)", 3],
    ["int(fs / 48e3)", 50],
    ["2 * pi * dev / fs", (2 * Math.PI * 75e3) / 2.4e6],
    ["cos(tau) + e", 1 + Math.E],
    [" 3 ", 3],
  ])("gives the value of %s", (text, value) => {
    expect(evaluate(text, { fs: 2.4e6, dev: 75e3 })).toBeCloseTo(value, 12);
  });

  it("prefers a variable to a constant of its name", () => expect(evaluate("e", { e: 3 })).toBe(3));

  it.each([
    ["", 'character 1: found the end, expected a number, a name or "("'],
    ["2 +", 'character 4: found the end, expected a number, a name or "("'],
    ["2 3", 'character 3: found "3", expected an operator or the end'],
    ["(2", 'character 3: found the end, expected an operator or ")"'],
    ["2)", 'character 2: found ")", expected an operator or the end'],
    ["2 $ 3", 'character 3: found "$", expected numbers, names'],
    ["gain * 2", 'character 1: there is no variable "gain"; the variables are fs'],
    ["constructor", 'there is no variable "constructor"'],
    ["eval(1)", 'character 1: there is no function "eval"; the functions are sqrt'],
    ["toString(1)", 'there is no function "toString"'],
    ["sqrt", '"sqrt" is a function; write its argument, sqrt(x)'],
    ["sqrt(1, 2)", "sqrt takes 1 argument, got 2"],
    ["log()", "log takes 1 or 2 arguments, got 0"],
    ["max()", "max takes at least 1 arguments, got 0"],
    ["1 / (fs - fs)", "character 3: divides by zero"],
    ["1 % 0", "character 3: divides by zero"],
    ["log(0)", '"log(0)" gives -Infinity, expected a finite number'],
    ["sqrt(-1)", "gives NaN"],
    ["1e308 * 10", "gives Infinity"],
    ["(".repeat(500), "is nested deeper than 100 levels"],
    ["-".repeat(999), "is nested deeper than 100 levels"],
    ["1+".repeat(600), "has 1200 characters, expected at most 1000"],
    ["__import__('os')", 'character 12: found "\'"'],
    ["2;3", 'found ";"'],
    ["𝒳 + 1", 'there is no variable "𝒳"'],
    ["1 + 😀", 'character 5: found "😀"'],
  ])("refuses %.30s", (text, message) => {
    expect(() => evaluate(text, { fs: 1 })).toThrow(RangeError);
    expect(() => evaluate(text, { fs: 1 })).toThrow(message);
  });

  it("lists the names that an expression uses", () => {
    expect(namesIn("2 * pi * fs / max(fs, rate) + e")).toEqual(["fs", "rate"]);
    expect(namesIn("e + pi", (name) => name === "e")).toEqual(["e"]);
  });

  it("gives a finite number or a RangeError for any text", () => {
    const piece = fc.constantFrom(..."0123456789.e+-*/%(), x", "**", "//", "sqrt(", "min(", "fs", "1e9", "log(");
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (expression) => {
        try {
          return Number.isFinite(evaluate(expression, { fs: 2, x: -3 }));
        } catch (error) {
          return error instanceof RangeError;
        }
      }),
      { numRuns: process.env.THREERAY_SLOW ? 10_000 : 1000 },
    );
  });

  const python = "/usr/bin/python3";

  /** Returns what Python's `of` gives for each of many random expressions. */
  function inPython(operators: readonly string[], of: string): { text: string; answer: unknown }[] {
    const { expression } = fc.letrec((tie) => ({
      expression: fc.oneof(
        { maxDepth: 5, depthSize: "small" },
        fc.integer({ min: 0, max: 99 }).map((tenths) => (tenths / 10).toFixed(1)),
        fc.tuple(fc.constantFrom("-", "+"), tie("expression")).map(([sign, of]) => `${sign}${of}`),
        fc
          .tuple(tie("expression"), fc.constantFrom(...operators), tie("expression"))
          .map(([a, sign, b]) => `${a} ${sign} ${b}`),
        tie("expression").map((of) => `(${of})`),
        fc
          .tuple(fc.constantFrom("abs", "int", "round", "floor", "float"), tie("expression"))
          .map(([name, of]) => `${name}(${of})`),
      ),
    }));
    const texts = fc.sample(expression as fc.Arbitrary<string>, 500).filter((text) => text.length < 100);
    const script = `import ast, json, math, sys\n${of}\nprint(json.dumps([of(text) for text in json.load(sys.stdin)]))`;
    const printed = execFileSync(python, ["-c", script], { input: JSON.stringify(texts), encoding: "utf8" });
    const answers = JSON.parse(printed) as unknown[];
    return texts.map((text, i) => ({ text, answer: answers[i] }));
  }

  it.skipIf(!existsSync(python))("gives Python's value bit for bit without powers", () => {
    const values = inPython(
      ["+", "-", "*", "/", "//", "%"],
      `
names = {"abs": abs, "float": float, **{f.__name__: lambda x, f=f: float(f(x)) for f in (int, round, math.floor)}}
def of(text):
    try: return eval(text, names)
    except ZeroDivisionError: return None`,
    );
    for (const { text, answer } of values) {
      if (answer === null) expect(() => evaluate(text, {}), text).toThrow("divides by zero");
      else expect(evaluate(text, {}) + 0, text).toBe((answer as number) + 0);
    }
  });

  it.skipIf(!existsSync(python))("groups operators as Python does", () => {
    const grouped = inPython(
      ["+", "-", "*", "/", "//", "%", "**"],
      `
signs = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "USub": "-", "UAdd": "+"}
sign = lambda node: signs[type(node.op).__name__]
def grouped(node):
    if isinstance(node, ast.Constant): return str(node.value)
    if isinstance(node, ast.Call): return node.func.id + "(" + grouped(node.args[0]) + ")"
    if isinstance(node, ast.UnaryOp): return "(" + sign(node) + grouped(node.operand) + ")"
    return "(" + grouped(node.left) + sign(node) + grouped(node.right) + ")"
of = lambda text: grouped(ast.parse(text, mode="eval").body)`,
    );
    const valueOf = (text: string) => {
      try {
        return evaluate(text, {});
      } catch (error) {
        return (error as Error).message.replace(/^".*"/, "");
      }
    };
    for (const { text, answer } of grouped) {
      const value = valueOf(text);
      if (typeof value === "number") expect(value, text).toBe(valueOf(answer as string));
      else expect(valueOf(answer as string), text).toBeTypeOf("string");
    }
  });
});
