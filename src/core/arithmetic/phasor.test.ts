import phasor from "#shaders/lib/phasor.wgsl?raw";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { poison, readFloats, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";

const KERNEL = `
@group(0) @binding(0) var<storage, read> angles: array<u32>;
@group(0) @binding(1) var<storage, read> radians: array<f32>;
@group(0) @binding(2) var<storage, read_write> phasors: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> fractions: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  phasors[id.x] = phasor(angles[id.x]);
  fractions[id.x] = turns(radians[id.x]);
}`;

const COUNT = 64 * 1000;
const random = testRandom(21);
const angles = Uint32Array.from({ length: COUNT }, () => random() * 2 ** 32);
// Every octant's edge, and its neighbours.
for (let i = 0; i < 8 * 33; i++) angles[i] = (i % 8) * 2 ** 29 + (Math.floor(i / 8) - 16);
// Half of them over all of ±4, half over many decades.
const radians = Float32Array.from(
  { length: COUNT },
  (_, i) => (random() * 8 - 4) * (i % 2 ? 1 : 2 ** (-30 * random())),
);
radians.set([0, 4, -4, Math.PI, -Math.PI, Math.PI / 2, -Math.PI / 2]);

let phasors: Float32Array;
let fractions: Uint32Array;
beforeAll(async () => {
  const device = await testDevice();
  const kernel = await compile(device, { label: "test/phasor", wgsl: [KERNEL, phasor] });
  const memory = allocate(device);
  const output = { phasors: memory.storage("phasors", 8 * COUNT), fractions: memory.storage("fractions", 4 * COUNT) };
  for (const buffer of Object.values(output)) poison(device, buffer);
  const bound = kernel.bind({ angles: upload(device, angles), radians: upload(device, radians), ...output });
  await run(device, { encode: (encoder) => bound.encode(encoder, COUNT / 64) });
  phasors = await readFloats(device, output.phasors, 2 * COUNT);
  fractions = await readWords(device, output.fractions, COUNT);
});

describe("lib/phasor", () => {
  it("turns angles into points of the unit circle within 2e-7, octant edges included", () => {
    let worst = 0;
    for (const [i, angle] of angles.entries()) {
      const radians = (2 * Math.PI * angle) / 2 ** 32;
      const error = Math.hypot(phasors[2 * i] - Math.cos(radians), phasors[2 * i + 1] - Math.sin(radians));
      worst = Math.max(worst, error);
    }
    expect(worst).toBeLessThan(2e-7);
  });

  it("turns radians into wrapped fractions of a turn within 1.1 of 2^-32", () => {
    let worst = 0;
    for (const [i, angle] of radians.entries()) {
      const error = (angle / (2 * Math.PI)) * 2 ** 32 - fractions[i];
      worst = Math.max(worst, Math.abs(error - Math.round(error / 2 ** 32) * 2 ** 32));
    }
    expect(worst).toBeLessThan(1.1);
  });
});
