import { describe, expect, it } from "vitest";
import { copiedPairs, copiesBetween, labCopies, MOST_COPIED, shapesOf } from "./copies.mjs";

const lines = (count, of = (i) => `const name${i} = other${i}(${"x, ".repeat(i)}${i});`) =>
  Array.from({ length: count }, (_, i) => of(i)).join("\n");

/** The same lines with other names, texts and numbers. */
const renamed = (text) =>
  text
    .replace(/name(\d+)/g, "value$1")
    .replace(/other/g, "thing")
    .replace(/x/g, "someone");

describe("copies", () => {
  it("compares the shape of a line, without names, texts and numbers", () => {
    const shapes = (text) => shapesOf(text).map(({ shape }) => shape);
    expect(shapes('const a = f("b", 1);')).toEqual(shapes("const rate = count(`text`, 0x2f);"));
    expect(shapes("if (a) return b;")).not.toEqual(shapes("if (a) throw b;"));
  });

  it("leaves out comments, imports and lines with only brackets", () => {
    const text = 'import {\n  a,\n} from "b";\n// a word\n/** more\n * words */\nconst c = d;\n});\n';
    expect(shapesOf(text)).toEqual([{ line: 7, shape: "const I = I;" }]);
  });

  it("finds runs of at least six lines after renaming, and counts each line once", () => {
    const first = `${lines(30)}\nreturn last;`;
    const second = `let before;\n${renamed(lines(30))}`;
    expect(copiesBetween(shapesOf(first), shapesOf(second))).toEqual([{ a: 1, b: 2, lines: 30 }]);
    expect(copiesBetween(shapesOf(lines(5)), shapesOf(renamed(lines(5))))).toEqual([]);
    const same = (count) => shapesOf(lines(count, () => "call(one, two);"));
    expect(copiesBetween(same(20), same(8))).toEqual([{ a: 1, b: 1, lines: 8 }]);
  });

  it("compares files of different labs, except lessons, lectures and tests", () => {
    const files = (...paths) => new Map(paths.map((path) => [`src/ui/labs/${path}`, lines(MOST_COPIED)]));
    const pairs = (...paths) => copiedPairs(files(...paths)).map((pair) => pair.lines);
    expect(pairs("turbo/store.ts", "mimo/panel.tsx")).toEqual([MOST_COPIED]);
    expect(pairs("turbo/store.ts", "turbo/panel.tsx")).toEqual([]);
    expect(pairs("turbo/lessons.ts", "mimo/lessons.ts", "mimo/link.test.ts", "turbo/link.test.ts")).toEqual([]);
    expect([...labCopies(files("turbo/store.ts", "mimo/store.ts"))]).toMatchObject([{ rule: "copy" }]);
  });
});
