import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../gpu/testing.ts";
import { design, type Filter } from "../filter-design/registry.ts";
import { createCpuFilter } from "./cpu.ts";
import { exactFilter } from "./exact.ts";

const fir = (length: number): Filter => ({ kind: "fir", taps: testNormals(length, length) });

describe("filters/cpu", () => {
  it.each([
    { method: "cpu-direct", kind: "real", filter: fir(17) },
    { method: "cpu-fft", kind: "real", filter: fir(1) },
    { method: "cpu-fft", kind: "real", filter: fir(65) },
    { method: "cpu-fft", kind: "complex", filter: fir(200) },
    {
      method: "cpu-sections",
      kind: "complex",
      filter: design({ type: "elliptic", order: 5, cutoff: 0.3, ripple: 1, attenuation: 60 }),
    },
  ] as const)("$method agrees with float64, in any pieces: $kind", async ({ method, kind, filter }) => {
    const x = Float32Array.from(testNormals(3, 6000));
    const expected = exactFilter(filter, kind)(x);
    const cpu = await createCpuFilter(method, filter, kind);
    for (const cuts of [
      [0, 6000],
      [0, 2, 1002, 4000, 6000],
    ]) {
      cpu.reset();
      const y = cuts.slice(1).flatMap((end, i) => [...cpu.run(x.subarray(cuts[i], end))]);
      expect(errorDb(y, expected)).toBeLessThan(-120);
    }
    cpu.destroy();
  });

  it("refuses a method for other filters", async () => {
    await expect(createCpuFilter("cpu-sections", fir(3), "real")).rejects.toThrow(
      "cpu-sections takes iir filters, got fir",
    );
  });
});
