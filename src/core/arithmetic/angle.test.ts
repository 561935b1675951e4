import angle from "#shaders/lib/angle.wgsl?raw";
import { describe, expect, it } from "vitest";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { poison, readFloats, run, testDevice, testRandom, upload } from "../gpu/testing.ts";

const KERNEL = `
@group(0) @binding(0) var<storage, read> z: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> angles: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  angles[id.x] = angle(z[id.x]);
}`;

const COUNT = 64 * 1000;

describe("lib/angle", () => {
  it("agrees with float64 within 4e-7 rad at any magnitude, octant edges and axes included", async () => {
    const device = await testDevice();
    const random = testRandom(5);
    const z = Float32Array.from({ length: 2 * COUNT }, () => (random() - 0.5) * 2 ** (60 * random() - 30));
    for (let i = 0; i < COUNT; i += 2) {
      const [phase, radius] = [2 * Math.PI * random(), 2 ** (60 * random() - 30)];
      z.set([radius * Math.cos(phase), radius * Math.sin(phase)], 2 * i);
    }
    z.set([0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 1, 1, -1, 1, -1, -1, 1, -1]);
    const kernel = await compile(device, { label: "test/angle", wgsl: [KERNEL, angle] });
    const angles = allocate(device).storage("angles", 4 * COUNT);
    poison(device, angles);
    const bound = kernel.bind({ z: upload(device, z), angles });
    await run(device, { encode: (encoder) => bound.encode(encoder, COUNT / 64) });
    const results = await readFloats(device, angles, COUNT);
    const errors = results.map((result, i) => Math.abs(result - Math.atan2(z[2 * i + 1], z[2 * i])));
    expect(errors.every((error) => error < 4e-7)).toBe(true);
  });
});
