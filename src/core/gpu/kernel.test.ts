import { describe, expect, it } from "vitest";
import { compile } from "./kernel.ts";
import { allocate } from "./pool.ts";
import { readFloats, run, testDevice, upload } from "./testing.ts";

const SCALE = `
override GROUP: u32;
struct Params { factor: f32, shift: vec2f, length: u32, }
@group(0) @binding(0) var<storage, read> x: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.length) { return; }
  y[id.x] = params.factor * x[id.x] + params.shift;
}`;
const params = { factor: 2, shift: [1, -1], length: 3 };

async function fixture() {
  const device = await testDevice();
  const kernel = await compile(device, { label: "test/scale", wgsl: [SCALE], constants: { GROUP: 64 } });
  const x = upload(device, Float32Array.of(1, 2, 3, 4, 5, 6));
  const y = allocate(device).storage("y", 24);
  return { device, kernel, x, y };
}

describe("compile and bind by name", () => {
  it("runs with overrides, parameters and buffers given by name", async () => {
    const { device, kernel, x, y } = await fixture();
    const bound = kernel.bind({ x, y, params });
    await run(device, { encode: (encoder) => bound.encode(encoder, 1) });
    expect([...(await readFloats(device, y, 6))]).toEqual([3, 3, 7, 7, 11, 11]);
    bound.set({ factor: -1 });
    await run(device, { encode: (encoder) => bound.encode(encoder, 1) });
    expect([...(await readFloats(device, y, 6))]).toEqual([0, -3, -2, -5, -4, -7]);
    bound.destroy();
  });

  it("dispatches as many workgroups as the GPU has written into a buffer", async () => {
    const { device, kernel, x, y } = await fixture();
    const groups = allocate(device).indirect("groups", 28);
    const bound = kernel.bind({ x, y, params });
    device.queue.writeBuffer(y, 0, new Float32Array(6));
    device.queue.writeBuffer(groups, 0, Uint32Array.of(9, 0, 1, 1, 1, 1, 1));
    await run(device, { encode: (encoder) => bound.encode(encoder, { buffer: groups, offset: 0 }) });
    expect([...(await readFloats(device, y, 6))]).toEqual([0, 0, 0, 0, 0, 0]);
    await run(device, { encode: (encoder) => bound.encode(encoder, { buffer: groups, offset: 12 }) });
    expect([...(await readFloats(device, y, 6))]).toEqual([3, 3, 7, 7, 11, 11]);
    bound.destroy();
  });

  it("compiles the same text once", async () => {
    const { device, kernel } = await fixture();
    const again = await compile(device, { label: "test/scale", wgsl: [SCALE], constants: { GROUP: 64 } });
    expect(again).toBe(kernel);
  });

  it.each([
    ["an unknown binding", { z: "x" }, /no binding z \(it has x, y, params\)/],
    ["a missing binding", { x: undefined }, /binding x is missing/],
    ["a mistyped binding", { x: { factor: 1 } }, /binding x must be a GPUBuffer/],
    ["an unknown parameter", { params: { ...params, gain: 1 } }, /no member gain \(it has factor, shift, length\)/],
    ["a missing parameter", { params: { factor: 1, shift: [0, 0] } }, /parameter params.length is missing/],
    ["a parameter of the wrong size", { params: { ...params, shift: 1 } }, /params.shift takes 2 × f32, got 1/],
    ["a negative unsigned parameter", { params: { ...params, length: -1 } }, /params.length must be a u32, got -1/],
    ["NaN", { params: { ...params, factor: Number.NaN } }, /params.factor must be a f32, got NaN/],
  ])("refuses %s", async (_, change, message) => {
    const { kernel, x, y } = await fixture();
    const resources = { x, y, params, ...change } as unknown as Record<string, GPUBuffer>;
    if ((resources.z as unknown) === "x") resources.z = x;
    expect(() => kernel.bind(resources)).toThrow(message);
  });

  it("refuses missing and unknown overrides, and names the line that does not compile", async () => {
    const device = await testDevice();
    const label = "test/scale";
    await expect(compile(device, { label, wgsl: [SCALE] })).rejects.toThrow(/override GROUP needs a finite number/);
    const constants = { GROUP: 64, TAPS: 3 };
    await expect(compile(device, { label, wgsl: [SCALE], constants })).rejects.toThrow(
      /no override TAPS \(it has GROUP\)/,
    );
    const broken = SCALE.replace("params.factor *", "params.gain *");
    await expect(compile(device, { label, wgsl: [broken], constants: { GROUP: 64 } })).rejects.toThrow(
      /test\/scale.wgsl:10:\d+/,
    );
  });

  it("refuses more workgroups than the device has", async () => {
    const { device, kernel, x, y } = await fixture();
    const bound = kernel.bind({ x, y, params });
    const encoder = device.createCommandEncoder();
    expect(() => bound.encode(encoder, 65536)).toThrow(/0 to 65535 workgroups, got 65536/);
  });
});
