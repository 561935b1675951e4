import { describe, expect, it } from "vitest";
import { declare, declarationsOf } from "./declarations.ts";
import { compile } from "./kernel.ts";
import { allocate } from "./pool.ts";
import { poison, readFloats, run, testDevice } from "./testing.ts";
import { unroll } from "./unroll.ts";

const NESTED = `
override ROWS: u32;
override COLUMNS: u32;
@group(0) @binding(0) var<storage, read_write> output: array<f32>; // {rows} of columns
var<private> kept: array<f32, 12>;
@compute @workgroup_size(1)
fn main() {
  for (var row = 0u; row < ROWS; row++) {
    for (var column = 0u; column < COLUMNS; column++) { kept[row * COLUMNS + column] = f32(10u * row + column); }
    for (var i = 0u; i < 2u; i++) { kept[row * COLUMNS] += 0.5; } // } closes nothing here
  }
  for (var i = 0u; i < ROWS * COLUMNS; i++) { output[i] = kept[i]; }
}`;

describe("unroll", () => {
  it("writes loops out, also inside each other, and leaves others", () => {
    const text = unroll(NESTED, { ROWS: 3, COLUMNS: 4 });
    expect(text).not.toMatch(/row|column</);
    expect(text.match(/kept\[\du \* COLUMNS \+ \du\] = /g)).toHaveLength(12);
    expect(text.match(/for \(/g)).toHaveLength(4);
    expect(text).toContain("for (var i = 0u; i < ROWS * COLUMNS; i++)");
  });

  it("gives the same values", async () => {
    const device = await testDevice();
    const constants = { ROWS: 3, COLUMNS: 4 };
    const [looped, written] = await Promise.all(
      [NESTED, unroll(NESTED, constants)].map(async (wgsl) => {
        const output = allocate(device).storage("output", 48);
        poison(device, output);
        const bound = (await compile(device, { label: "unroll", wgsl: [wgsl], constants })).bind({ output });
        await run(device, { encode: (encoder) => bound.encode(encoder, 1) });
        return [...(await readFloats(device, output, 12))];
      }),
    );
    expect(looped).toEqual([1, 1, 2, 3, 11, 11, 12, 13, 21, 21, 22, 23]);
    expect(written).toEqual(looped);
  });

  it("keeps the declarations that the build has read", async () => {
    const declarations = { overrides: ["SIZE"], bindings: [], structs: {}, aliases: {} };
    const text = declare("for (var i = 0u; i < SIZE; i++) { a[i] = i; }", declarations);
    expect(await declarationsOf([unroll(text, { SIZE: 2 })])).toEqual(declarations);
  });

  it.each(["break", "continue", "return"])("refuses a loop with %s, which would mean something else", (jump) => {
    const text = `for (var i = 0u; i < ROWS; i++) { if (i == 1u) { ${jump}; } }`;
    expect(() => unroll(text, { ROWS: 2 })).toThrow(/cannot be written out: found .* with a jump/);
  });
});
