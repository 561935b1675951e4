import { describe, expect, it } from "vitest";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { noise } from "../gpu/check.ts";
import { readFloats, run, testDevice } from "../gpu/testing.ts";
import { bindParts, usesOfPart } from "./parts.ts";

const DOUBLE = `
struct Params { uses: u32, skips: u32, factor: f32 }
@group(0) @binding(0) var<storage, read> x: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> skipped: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (params.skips == 1u && skipped[id.x] != 0u) { return; }
  if (id.x < params.uses) { y[id.x] = params.factor * x[id.x]; }
}`;

describe("parts of a page", () => {
  it.each([
    [1, 2 ** 29],
    [4096, 2 ** 17],
    [65536, 8192],
    [2 ** 24, 64],
    [2 ** 40, 64],
  ])("with %i edges per use have %i uses", (edges, uses) => expect(usesOfPart(edges)).toBe(uses));

  it("cover all uses, or all but the skipped ones, with the values set in every part", async () => {
    const device = await testDevice();
    const kernel = await compile(device, { label: "test/double", wgsl: [DOUBLE] });
    const memory = allocate(device);
    const values = noise(1, 2 * 331);
    const x = memory.constant("x", values);
    const y = memory.storage("y", values.byteLength);
    const skipped = memory.constant(
      "skipped",
      Uint32Array.from({ length: 331 }, (_, use) => Number(use % 3 === 0)),
    );
    const parts = bindParts(kernel, {
      uses: 331,
      usesPerGroup: 8,
      edges: 2 ** 23,
      rows: { x: [x, 8], y: [y, 8] },
      skipped,
      params: { factor: 1 },
    });
    parts.set({ factor: 2 });
    await run(device, parts);
    expect(await readFloats(device, y, 662)).toEqual(values.map((value) => 2 * value));
    parts.set({ factor: 3 });
    await run(device, parts.again);
    const stays = (i: number) => Math.floor(i / 2) % 3 === 0;
    expect(await readFloats(device, y, 662)).toEqual(values.map((value, i) => (stays(i) ? 2 : 3) * value));
    parts.destroy();
    memory.release();
  });
});
