import { describe, expect, it } from "vitest";
import { errorDb } from "../gpu/testing.ts";
import { collect, memorySource } from "../flow/run/testing.ts";
import { envelopeBlock, mixerBlock, quadratureBlock, stereoBlock } from "./blocks.ts";

describe("analog/blocks", () => {
  it("demodulates AM on a carrier of any frequency", async () => {
    const message = Float64Array.from({ length: 3000 }, (_, n) => 0.8 * Math.sin(0.02 * n));
    const x = Float64Array.from({ length: 6000 }, (_, i) => {
      const phase = 1.3 * (i >> 1) + 0.4;
      return 0.3 * (1 + message[i >> 1]) * (i & 1 ? Math.sin(phase) : Math.cos(phase));
    });
    const { samples } = await collect(memorySource(x, "complex"), [envelopeBlock()], { page: 700 });
    const found = Float64Array.from(samples, (value) => value / 0.3 - 1);
    expect(errorDb(found, message)).toBeLessThan(-120);
  });

  it("declares its input and output", () => {
    const blocks = [mixerBlock(0.1), envelopeBlock(), quadratureBlock(), stereoBlock({ rate: 256_000, decimation: 4 })];
    const said = blocks.map(({ label, input, output, down, multiple, delay }) => [
      label,
      input,
      output,
      down,
      multiple,
      delay,
    ]);
    expect(said).toEqual([
      ["analog/mixer", "complex", "complex", 1, 1, 0],
      ["analog/envelope", "complex", "real", 1, 1, 0],
      ["analog/quadrature", "complex", "real", 1, 1, 0.5],
      ["analog/stereo", "real", "complex", 4, 4, 278],
    ]);
  });
});
