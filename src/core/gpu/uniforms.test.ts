import { expect, it } from "vitest";
import { record, replayOn } from "./commands.ts";
import { compile } from "./kernel.ts";
import { allocate, poolOf } from "./pool.ts";
import { createFetch } from "./readback.ts";
import { testDevice } from "./testing.ts";
import { createPageUniforms } from "./uniforms.ts";

const WRITE = `
struct Params { a: u32, b: u32, }
@group(0) @binding(0) var<storage, read_write> y: vec2u;
@group(0) @binding(1) var<uniform> params: Params;
@compute @workgroup_size(1)
fn main() { y = vec2u(params.a, params.b); }`;

it("gpu/uniforms: pages of one submission have their own values, and a value stays until it changes", async () => {
  const device = await testDevice();
  const before = poolOf(device).statistics.liveBytes;
  const memory = allocate(device);
  const y = memory.storage("values", 8);
  const kernel = await compile(device, { label: "test/write", wgsl: [WRITE] });
  const uniforms = createPageUniforms(device, 3);
  const bound = kernel.bind({ y, params: { a: 1, b: 2 } }, uniforms);
  const pages = [[], [["b", 3]], [["a", 4]]].map((values, page) => {
    bound.set(Object.fromEntries(values) as Record<string, number>);
    uniforms.keep(page);
    uniforms.page = page;
    return record({ encode: (to) => bound.encode(to, 1) });
  });
  uniforms.write(3);
  const encoder = device.createCommandEncoder();
  const fetch = createFetch(device, [{ buffer: y, size: 8 }], 3);
  const replay = replayOn(encoder);
  for (const [page, commands] of pages.entries()) {
    replay.run(commands);
    fetch.copy(replay.between(), page);
  }
  const found = await fetch.submit(encoder);
  expect(found.map(([bytes]) => [...new Uint32Array(bytes)])).toEqual([
    [1, 2],
    [1, 3],
    [4, 3],
  ]);
  bound.destroy();
  memory.release();
  expect(poolOf(device).statistics.liveBytes).toBe(before);
});
