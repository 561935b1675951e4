import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type StructInfo, WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";
import direct from "#shaders/fir/direct.wgsl?raw";
import firPage from "#shaders/fir/lib/fir-page.wgsl?raw";
import { type Declarations, declarationsOf } from "./declarations.ts";
import { layoutOf, membersOf, numberLayout } from "./layout.ts";
import { parseDeclarations } from "./parse-declarations.ts";

const shaders = readdirSync("shaders", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".wgsl"));
const textOf = (name: string) => readFileSync(`shaders/${name}`, "utf8");
const libraries = shaders.filter((name) => /(?:^|\/)lib\//.test(name)).map(textOf);
// Other texts outside lib/ are parts of one kernel, like its estimators.
const kernels = shaders.filter((name) => textOf(name).includes("fn main("));

const join = (parts: readonly Declarations[]): Declarations => ({
  overrides: parts.flatMap(({ overrides }) => overrides),
  bindings: parts.flatMap(({ bindings }) => bindings),
  structs: Object.assign({}, ...parts.map(({ structs }) => structs)),
  aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
});

/** The kernel with the texts that declare the types of its bindings, once for each library that may declare them. */
function modulesOf(texts: readonly string[]): string[][] {
  const declarations = join(texts.map(parseDeclarations));
  for (const { type } of declarations.bindings) {
    try {
      layoutOf(type, declarations);
    } catch (error) {
      const [, name] = /cannot hold the type (\w+)/.exec((error as Error).message) ?? [];
      const declares = libraries.filter((text) => {
        const { structs, aliases } = parseDeclarations(text);
        return name in structs || name in aliases;
      });
      if (declares.length === 0) throw error;
      return declares.flatMap((text) => modulesOf([...texts, text]));
    }
  }
  return [[...texts]];
}

describe("the declarations of a module", () => {
  it.each(kernels)("are the same from its parts as from the whole text: %s", (name) => {
    for (const texts of modulesOf([textOf(name)])) {
      const declarations = join(texts.map(parseDeclarations));
      // The parser knows an alias only after its declaration, so the texts with the types come first.
      const whole = new WgslReflect(texts.toReversed().join("\n"));
      expect(declarations.overrides.toSorted()).toEqual(whole.overrides.map((override) => override.name).toSorted());
      expect(declarations.bindings.length).toBeGreaterThan(0);
      const expected = whole.getBindGroups()[0].filter(Boolean);
      expect(declarations.bindings.toSorted((a, b) => a.index - b.index)).toMatchObject(
        expected.map((variable) => ({
          name: variable.name,
          group: 0,
          index: variable.binding,
          uniform: variable.resourceType === 0,
        })),
      );
      for (const variable of expected) {
        const { type, uniform } = declarations.bindings.find((binding) => binding.name === variable.name) ?? {};
        const layout = layoutOf(type as string, declarations);
        expect({ size: layout.size || layout.stride }).toEqual({ size: variable.size || variable.stride });
        if (!uniform) continue;
        expect(membersOf(type as string, declarations)).toMatchObject(
          (variable.type as StructInfo).members.map((member) => ({
            name: member.name,
            offset: member.offset,
            size: member.size,
          })),
        );
      }
    }
  });

  it("are known for a kernel's files without a parser", async () => {
    const declarations = await declarationsOf([direct, firPage]);
    expect(declarations).toEqual(join([direct, firPage].map(parseDeclarations)));
    expect(direct).toBe(textOf("fir/direct.wgsl"));
    // A second request returns the same object, also for one joined text: nothing is parsed twice.
    expect(await declarationsOf([direct, firPage])).toBe(declarations);
    expect(await declarationsOf([`${direct}\n${firPage}`])).toBe(declarations);
  });

  it("are joined from texts that use each other's types", async () => {
    const kernel = `
      const COUNT = 3u;
      struct Params { first: u32, pairs: array<Pair, COUNT>, shift: vec3f, last: f32, }
      @group(0) @binding(1) var<uniform> params: Params;
      @group(0) @binding(0) var<storage, read> x: array<Pairs>;
      @group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 2>;`;
    const library = `
      override WIDTH: u32;
      alias Pair = vec4<f32>;
      struct Pairs { a: Pair, b: mat2x3f, }`;
    const declarations = await declarationsOf([kernel, library]);
    expect(declarations.overrides).toEqual(["WIDTH"]);
    const sizes = declarations.bindings.map(({ name, type }) => [name, layoutOf(type, declarations)]);
    expect(sizes).toEqual([
      ["params", { size: 80, align: 16 }],
      ["x", { size: 0, align: 16, stride: 48 }],
      ["counts", { size: 8, align: 4, stride: 4 }],
    ]);
    const members = membersOf("Params", declarations);
    expect(members.map(({ name, offset }) => [name, offset])).toEqual([
      ["first", 0],
      ["pairs", 16],
      ["shift", 64],
      ["last", 76],
    ]);
    expect(numberLayout("array<Pair,3>", declarations)).toEqual({ scalar: "f32", count: 12, stride: 4 });
    expect(() => numberLayout("Pairs", declarations)).toThrow("a uniform struct may hold f32, i32, u32");
    expect(() => numberLayout("array<vec3f,2>", declarations)).toThrow(
      "padded array array<vec3f,2> in a uniform struct",
    );
    expect(() => layoutOf("array<Triple>", declarations)).toThrow("a buffer cannot hold the type Triple");
  });

  it.each([
    ["struct Params { @size(16) a: u32, }", "WGSL: Params.a has the attribute @size, which kernels here do not use"],
    ["@id(3) override WIDTH: u32;", "WGSL: WIDTH has the attribute @id, which kernels here do not use"],
  ])("refuses %s", (text, message) => {
    expect(() => parseDeclarations(text)).toThrow(message);
  });
});
