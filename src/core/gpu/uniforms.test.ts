import { expect, it } from "vitest";
import { record, replayOn } from "./commands.ts";
import { compile, createUniformStruct } from "./kernel.ts";
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

const ADD = `
struct Params { a: u32, }
struct Both { b: u32, }
@group(0) @binding(0) var<storage, read_write> y: vec2u;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<uniform> both: Both;
@compute @workgroup_size(1)
fn main() { y = vec2u(y.x + params.a + both.b, both.b); }`;

it("gpu/uniforms: kernels share a struct with a value for each page, beside their own structs", async () => {
  const device = await testDevice();
  const before = poolOf(device).statistics.liveBytes;
  const memory = allocate(device);
  const y = memory.storage("values", 8);
  const source = { label: "test/add", wgsl: [ADD] };
  const kernel = await compile(device, source);
  const uniforms = createPageUniforms(device, 2);
  await expect(createUniformStruct(device, source, "params", {})).rejects.toThrow("parameter params.a is missing");
  await expect(createUniformStruct(device, source, "y", {})).rejects.toThrow("the text has no uniform struct y");
  const shared = await createUniformStruct(device, source, "both", { b: 0 }, uniforms);
  const kernels = [10, 100].map((a) => kernel.bind({ y, params: { a }, both: shared }));
  const pages = [1, 2].map((b, page) => {
    shared.set({ b });
    uniforms.keep(page);
    uniforms.page = page;
    return kernels.map((bound) => record({ encode: (to) => bound.encode(to, 1) }));
  });
  uniforms.write(2);
  const encoder = device.createCommandEncoder();
  encoder.clearBuffer(y);
  const fetch = createFetch(device, [{ buffer: y, size: 8 }], 2);
  const replay = replayOn(encoder);
  for (const [page, parts] of pages.entries()) {
    for (const commands of parts) replay.run(commands);
    fetch.copy(replay.between(), page);
  }
  const found = await fetch.submit(encoder);
  expect(found.map(([bytes]) => [...new Uint32Array(bytes)])).toEqual([
    [112, 1],
    [226, 2],
  ]);
  for (const bound of kernels) bound.destroy();
  shared.destroy();
  memory.release();
  expect(poolOf(device).statistics.liveBytes).toBe(before);
});
