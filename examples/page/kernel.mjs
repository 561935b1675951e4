// A kernel of your own, y = a·x² for each number, for a page and for Node.js alike.
import { allocate, compile, readFloats } from "threeray/gpu";

const WGSL = /* wgsl */ `
struct Params { a: f32, count: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.count) { y[id.x] = params.a * x[id.x] * x[id.x]; }
}`;

/**
 * @param {import("threeray/gpu").Gpu} gpu
 * @param {Float32Array<ArrayBuffer>} x
 * @param {number} a
 */
export async function squares({ device }, x, a) {
  const kernel = await compile(device, { label: "squares", wgsl: [WGSL] });
  const memory = allocate(device);
  const y = memory.storage("y", x.byteLength);
  // Bindings and parameters have the names of the kernel's text.
  const bound = kernel.bind({ x: memory.constant("x", x), y, params: { a, count: x.length } });
  const encoder = device.createCommandEncoder();
  bound.encode(encoder, Math.ceil(x.length / 64));
  device.queue.submit([encoder.finish()]);
  const result = await readFloats(device, y, x.length);
  bound.destroy();
  memory.release();
  return result;
}
