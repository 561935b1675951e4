import { expect, it, vi } from "vitest";
import { testGpu } from "./testing.ts";
import { compile } from "./kernel.ts";

it("gpu/polling: polls for the work of a software GPU at most once per millisecond", async (test) => {
  const gpu = await testGpu();
  if (!gpu.adapter.software) test.skip("this GPU is not software");
  const looks = vi.spyOn(globalThis, "setImmediate");
  const start = performance.now();
  const sum = Array.from({ length: 100 }, (_, i) => `sqrt(x[i + ${i}u])`).join(" + ");
  await compile(gpu.device, {
    label: "polling",
    wgsl: [
      `@group(0) @binding(0) var<storage, read_write> x: array<f32>;
       @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { let i = id.x; x[i] = ${sum}; }`,
    ],
  });
  const elapsed = performance.now() - start;
  const { length } = looks.mock.calls;
  looks.mockRestore();
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(elapsed + 10);
});
