import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, evaluateList, type Listed, namesIn } from "./expression.ts";
import { Steps } from "./steps.ts";

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
    ["__import__('os')", 'character 1: there is no function "__import__"'],
    ["[1, 2]", "gives a list, expected a finite number"],
    ["1 + 2j", "gives a complex number, expected a finite number"],
    ["1 + [2]", "character 3: found a number, expected a list"],
    ["sqrt([4])", "character 1: found a list, expected a real number"],
    ["len(3)", "character 1: found a number, expected a list"],
    ["a.b", 'there is no variable "a.b"'],
    ["sum([1]*65536 + [1])", "character 15: the list has 65537 items, expected at most 65536"],
    ["[1, 2]", "gives a list, expected a finite number"],
    ["1 + 2j", "gives a complex number, expected a finite number"],
    ["1 + [2]", "character 3: found a number, expected a list"],
    ["sqrt([4])", "character 1: found a list, expected a real number"],
    ["len(3)", "character 1: found a number, expected a list"],
    ["a.b", 'there is no variable "a.b"'],
    ["sum([1]*65536 + [1])", "character 15: the list has 65537 items, expected at most 65536"],
    ["2;3", 'found ";"'],
    ["𝒳 + 1", 'there is no variable "𝒳"'],
    ["1 + 😀", 'character 5: found "😀"'],
  ])("refuses %.30s", (text, message) => {
    expect(() => evaluate(text, { fs: 1 })).toThrow(RangeError);
    expect(() => evaluate(text, { fs: 1 })).toThrow(message);
  });

  it.each<[string, Listed[]]>([
    ["[1, 2.5, -fs]", [1, 2.5, -2]],
    ["(1, 2j, complex(fs, -1))", [1, [0, 2], [2, -1]]],
    ["(1,)", [1]],
    ["[]", []],
    ["[1, 2] + [3] * fs", [1, 2, 3, 3]],
    [
      "2 * [1j]",
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ["[1] * -3", []],
    ["array([1, 2, 4]) / 2 - 1", [-0.5, 0, 1]],
    ["array([1, 2]) * array([3, 1j])", [3, [0, 2]]],
    ["ones(3) / len([1, 2])", [0.5, 0.5, 0.5]],
    ["range(3) + range(1, 4, 2)", [0, 1, 2, 1, 3]],
    ["list(arange(0, 1, 0.25))", [0, 0.25, 0.5, 0.75]],
    ["[(1 + 2j) / 1j, abs(3 + 4j), exp(0j), 2j**2]", [[2, -1], 5, 1, -4]],
    ["[sum([1, 2j]), max([1, 5, 3]), min(4, 2)]", [[1, 2], 5, 2]],
    ["window.hann(5)", [0, 0.5, 1, 0.5, 0]],
    ["firdes.low_pass(1, fs, 0.5, 4, window.WIN_RECTANGULAR)", [1]],
  ])("gives the list of %s", (text, expected) => {
    const list = evaluateList(text, { fs: 2 });
    expect(list.length).toBe(expected.length);
    for (const [i, item] of list.entries()) {
      const [found, wanted] = [item, expected[i]].map((value) => [value].flat());
      expect(found[0]).toBeCloseTo(wanted[0] as number, 12);
      expect(found[1] ?? 0).toBeCloseTo((wanted[1] as number) ?? 0, 12);
    }
  });

  it.each([
    ["3", "gives a number, expected a list"],
    ["[1, [2]]", "character 1: found a list, expected a number"],
    ["[1, 2", 'found the end, expected an operator or "]"'],
    ["[1] * 0.5", "character 5: repeats a list 0.5 times, expected a whole number"],
    ["[1] * 1e9", "the list has 1000000000 items, expected at most 65536"],
    ["range(1, 2, 0)", "the step never reaches the end"],
    ["zeros(-1)", "found -1 items, expected a whole number"],
    ["array([1]) + array([1, 2])", '"+" takes arrays of equal length'],
    ["[1 / 0j]", "character 4: divides by zero"],
    ["[1e300 * 1e300]", "holds Infinity, expected finite numbers"],
    ["firdes.low_pass(1, fs, 3, 1)", "the cutoff must rise from 0 to half the sample rate, 1, got 3"],
    ["firdes.nothing(1)", "there is no design firdes.nothing"],
    ["window.nothing(1)", 'there is no window "nothing"'],
    [`[${"1,".repeat(10_001)}]`, "characters, expected at most 20000"],
  ])("refuses the list %.40s", (text, message) => {
    expect(() => evaluateList(text, { fs: 2 })).toThrow(RangeError);
    expect(() => evaluateList(text, { fs: 2 })).toThrow(message);
  });

  it("counts its steps, and ends where they are spent", () => {
    const steps = new Steps(1000, "the graph");
    evaluate("1 + 2", {}, steps);
    expect(steps.taken).toBe(7);
    expect(() => evaluateList("[1] * 30000", {}, steps)).toThrow(
      "the graph needs more than 1000 steps; use fewer or shorter expressions and lists",
    );
    // A design says its length before it is computed.
    expect(() => evaluateList("firdes.root_raised_cosine(1, 4, 1, 0.35, 60000)", {}, new Steps(1000))).toThrow(
      "more than 1000 steps",
    );
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
