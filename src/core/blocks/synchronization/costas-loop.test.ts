import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { evmDb, sizes, symbolsOf } from "./testing.ts";

/** Multiplies samples by e^{j(ωn + φ)}. */
const turned = (x: ArrayLike<number>, omega: number, phi: number) =>
  Float32Array.from(x, (_, i) => {
    const phase = omega * (i >> 1) + phi;
    const [a, b] = [x[i - (i % 2)], x[i - (i % 2) + 1]];
    return i % 2 ? a * Math.sin(phase) + b * Math.cos(phase) : a * Math.cos(phase) - b * Math.sin(phase);
  });

describe("blocks/synchronization/costas-loop", () => {
  it.each([
    ["BPSK", "2", 0.015, 1.1],
    ["QPSK", "4", 0.008, 0.6],
    ["16-QAM", "4", -0.001, -0.3],
    ["8-PSK", "8", 0.002, 0.1],
  ] as const)("removes phase and frequency offset of %s", async (name, order, omega, phi) => {
    const noise = testNormals(4, 3000);
    const sent = symbolsOf(name, 1500);
    const x = turned(sent, omega, phi).map((value, i) => value + 0.01 * noise[i]) as Float32Array<ArrayBuffer>;
    const parameters = { order, bandwidth: name === "16-QAM" ? 0.005 : 0.03 };
    const delay = name === "16-QAM" ? 100 : 17;
    const { out, phase } = await blockOutputs("costas-loop", parameters, {
      inputs: { in: x },
      page: sizes(2, 1500, 700),
    });
    expect(evmDb(out.subarray(2 * delay), name, 120)).toBeLessThan(-25);
    const expected = inFloat64("costas-loop", parameters, { in: x });
    expect(errorDb(out, expected.out)).toBeLessThan(-95);
    // θ follows the carrier without slips, up to the constellation's symmetry.
    const ambiguity = (2 * Math.PI) / Number(order);
    const errors = Array.from({ length: 1000 }, (_, i) => phase[400 + i] - omega * (400 + i - delay) - phi);
    const slips = errors.map((error) => Math.round((error - errors[0]) / ambiguity) % Number(order));
    expect(new Set(slips)).toEqual(new Set([slips[0]]));
  });

  it("gives the same samples, bit by bit, for pages of any size", async () => {
    const x = turned(symbolsOf("QPSK", 1000), 0.005, 2);
    const whole = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 1000, after: 0 });
    const parts = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 77, after: 0 });
    expect(parts).toEqual(whole);
  });
});
