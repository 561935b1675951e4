import { expect, it } from "vitest";
import { joinCommands, record, replayOn } from "./commands.ts";
import { compile } from "./kernel.ts";
import { readBack } from "./readback.ts";

import { testDevice, upload } from "./testing.ts";

const DOUBLE = `
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) { y[i] = 2.0 * x[i]; }`;

it("gpu/commands: stages see the results of earlier stages, copies and clears", async () => {
  const device = await testDevice();
  const kernel = await compile(device, { label: "test/double", wgsl: [DOUBLE] });
  const [a, b, c] = Array.from({ length: 3 }, () => upload(device, Float32Array.of(1, 2, 3, 4)));
  const double = (x: GPUBuffer, y: GPUBuffer) =>
    kernel.bind({ x: { buffer: x, size: 16 }, y: { buffer: y, size: 16 } });
  const encoder = device.createCommandEncoder();
  let passes = 0;
  const begin = encoder.beginComputePass.bind(encoder);
  encoder.beginComputePass = (descriptor) => {
    passes++;
    return begin(descriptor);
  };
  const copies = {
    encode(to: GPUCommandEncoder) {
      to.copyBufferToBuffer(c, 0, a, 0, 8);
      to.clearBuffer(b, 0, 4);
    },
  };
  const pass = (x: GPUBuffer, y: GPUBuffer) => ({ encode: (to: GPUCommandEncoder) => double(x, y).encode(to, 1) });
  const commands = joinCommands([pass(a, b), pass(b, c), copies, pass(a, c)].map(record));
  const replay = replayOn(encoder);
  replay.run(commands);
  replay.between();
  const read = await readBack(
    device,
    [a, b, c].map((buffer) => ({ buffer, size: 16 })),
    encoder,
  );
  expect(read.map((bytes) => [...new Float32Array(bytes)])).toEqual([
    [4, 8, 3, 4],
    [0, 4, 6, 8],
    [8, 16, 6, 8],
  ]);
  expect(passes).toBe(2);
});
