import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { namedResponse } from "../channel/responses.ts";
import { ADAPTIVE } from "./experiment.ts";
import { knownTaps } from "./known-taps.ts";
import { learning } from "./learning.ts";
import { loadCarriers } from "../block/loading.reference.ts";
import { carriers } from "./figures/carriers.ts";
import { packet, trellis } from "./packet.ts";
import { channelZeros, combinedTaps, powerResponseDb, residualDb } from "./responses.ts";
import { errorBounds } from "./theory.ts";

const parse = (given: object) => ADAPTIVE.parse(given);
const power = (db: number) => 10 ** (db / 10);

describe("adaptive/responses", () => {
  it("joins w* with the channel, and adds the feedback of past symbols", () => {
    // z = w₀*·y_k + w₁*·y_(k−1) + b*·a_(k−2), by hand; δ = 1.
    const joined = { forward: [1, 1, 0, 2], feedback: [0, 3], delay: 1 };
    expect([...combinedTaps([1, 0, 0, 1], joined, 1)]).toEqual([1, -1, 1, -1, 2, -3]);
    expect([...combinedTaps([1, 0], { forward: [1, 0], feedback: [0.5, 0], delay: 0 }, 2)]).toEqual([
      1, 0, 0, 0, 0.5, 0,
    ]);
  });

  it("has the mean power of the taps over one period (Parseval), and the DFT's values", () => {
    const taps = [0.3, 0.1, -0.8, 0.4, 0.2, -0.5];
    const at = Float64Array.from({ length: 8 }, (_, i) => i / 8 - 0.5);
    const mean = powerResponseDb(taps, at).reduce((sum, db) => sum + power(db) / 8, 0);
    expect(mean).toBeCloseTo(
      taps.reduce((sum, part) => sum + part * part, 0),
      12,
    );
    expect(power(powerResponseDb(taps, [0])[0])).toBeCloseTo(0.3 ** 2, 12);
    expect(powerResponseDb([1, 0, 1, 0], [0.5])[0]).toBe(-80);
  });

  it("finds the zeros of the textbook's channels", () => {
    // B is 0.407·(z² + 2.00246z + 1): a pair of zeros close to −1, on the real axis, with the product 1.
    const zeros = channelZeros(namedResponse("proakis-b"));
    expect(zeros).toHaveLength(2);
    expect(zeros[0].re * zeros[1].re).toBeCloseTo(1, 9);
    expect(zeros[0].re + zeros[1].re).toBeCloseTo(-0.815 / 0.407, 9);
    const turned = channelZeros([1, 0, 0, -0.5]);
    expect([turned[0].re, turned[0].im]).toEqual([expect.closeTo(0, 12), expect.closeTo(0.5, 12)]);
  });

  it("leaves no interference after zero forcing, and what J says after MMSE", () => {
    const config = parse({ channel: "taps", response: "1;0.4j;-0.2" });
    const { taps } = { taps: Float64Array.of(1, 0, 0, 0.4, -0.2, 0) };
    const channel = { taps, samplesPerSymbol: 1 as const, isRandom: false, turns: undefined, isReal: false };
    expect(residualDb(combinedTaps(taps, knownTaps("zf", config, channel, 20), 1))).toBeLessThan(-100);
    const solved = knownTaps("mmse", config, channel, 20);
    const combined = combinedTaps(taps, solved, 1);
    combined[2 * solved.delay] -= 1;
    const noise = 0.01 * solved.forward.reduce((sum, part) => sum + part * part, 0);
    // J is the energy of s − 1 at δ, and the noise through w.
    expect(combined.reduce((sum, part) => sum + part * part, noise)).toBeCloseTo(solved.mse, 12);
  });
});

describe("adaptive/figures", () => {
  it("shows one packet before and after each equalizer, and the mean learning curves beside J", async () => {
    const config = parse({
      symbols: 400,
      training: 200,
      packets: 5,
      forwardTaps: 9,
      channel: "taps",
      response: "1;0.5j",
      equalizers: ["mmse", "dfe", "lms", "dfe-rls", "cma", "mlse"],
      step: 0.02,
    });
    const shown = await packet(await testGpu(), config, { ebn0Db: 14, packet: 3 });
    expect(shown.snrDb).toBeCloseTo(17.01, 2);
    expect(shown.received).toHaveLength(400);
    // |1 + 0.5j·e^(−j2πf)|² over 1.25.
    expect(power(shown.channel!.responseDb[128])).toBeCloseTo(1, 6);
    // |0.5| of interference beside 1 leaves half the eye; the noise takes some.
    expect(shown.eye.opening).toBeLessThan(0.5);
    for (const { equalizer, points, errors, bits, steadyMse, mse, taps, wrong, eye } of shown.equalizers) {
      expect([points.length, bits, errors, wrong]).toEqual([400, 400, 0, []]);
      const worst = points.reduce((most, part) => Math.max(most, Math.abs(Math.abs(part) - Math.SQRT1_2)), 0);
      // Every point is in its quarter of the plane.
      expect(worst).toBeLessThan(Math.SQRT1_2);
      if (equalizer === "mlse") expect([steadyMse, mse, taps]).toEqual([null, null, undefined]);
      else {
        expect(mse).toHaveLength(200);
        expect(taps!.combined!.residualDb).toBeLessThan(-10);
        expect(eye!.opening).toBeGreaterThan(0);
        expect(steadyMse).toBeLessThan(0.1);
      }
    }
    const curves = await learning(await testGpu(), config, 14);
    expect(curves.packets).toBe(5);
    const all = curves.curves.map(({ mse }) => mse);
    expect(all.at(-1)).toBeNull();
    // The means of packets 0 … 4 and of packet 3 alone: equal error of MMSE within the spread of 5 packets.
    const mean = (values: number[]) => values.reduce((sum, one) => sum + one / values.length, 0);
    const { mmse, dfe, lms } = curves.levels!;
    expect(mean(all[0]!)).toBeGreaterThan(0.85 * mmse);
    expect(mean(all[0]!)).toBeLessThan(1.15 * mmse);
    expect(dfe).toBeLessThan(mmse);
    expect(lms!.memory).toBeGreaterThan(0);
    // LMS starts with taps of 0: the error of its first symbols is about 1.
    expect(all[2]![0]).toBeGreaterThan(0.4);
  });

  it("has no single response where taps turn, and bounds only a channel at rest", async () => {
    const turning = parse({ symbols: 100, training: 50, forwardTaps: 5, turns: "0;0.001", equalizers: ["lms"] });
    const shown = await packet(await testGpu(), turning, { ebn0Db: 10, packet: 0 });
    expect([shown.channel, shown.equalizers[0].taps!.combined]).toEqual([null, null]);
    expect(errorBounds(turning)[0]).toMatchObject({ mfbBer: null, unionBer: null });
    const [random] = (
      await packet(await testGpu(), parse({ channel: "exponential:2", equalizers: ["lms"], packets: 1 }), {
        ebn0Db: 20,
        packet: 7,
      })
    ).equalizers;
    expect(random.taps!.combined!.residualDb).toBeLessThan(0);
    // Q(√(2·Eb/N0)) = 7.73e-4 at 7 dB, for BPSK and QPSK.
    for (const modulation of ["bpsk", "qpsk"]) {
      expect(errorBounds(parse({ modulation, ebn0: "7" }))[0].mfbBer).toBeCloseTo(7.727e-4, 6);
    }
  });

  it("has an open eye of a pulse alone, which a late clock closes", async () => {
    const pulse = {
      frontEnd: "pulse",
      channel: "rays",
      rays: [{ gainDb: 0, phaseDeg: 0, delay: 0 }],
      symbols: 300,
      training: 0,
      equalizers: ["mmse"],
    };
    const opening = async (samplesPerSymbol: "1" | "2", samplingPhase: number) => {
      const config = parse({ ...pulse, samplesPerSymbol, samplingPhase, packets: 1 });
      return (await packet(await testGpu(), config, { ebn0Db: 60, packet: 0 })).eye.opening;
    };
    expect(await opening("1", 0)).toBeGreaterThan(0.98);
    expect(await opening("1", 0.25)).toBeLessThan(0.7);
    // Before a matched filter, root-raised-cosine pulses interfere.
    expect(await opening("2", 0)).toBeLessThan(0.9);
  });

  it("counts wrong symbols where the kernel counts wrong bits, and draws the survivors of MLSE", async () => {
    const given = { modulation: "bpsk", channel: "proakis-c", symbols: 400, training: 0, forwardTaps: 24 };
    const config = parse({ ...given, equalizers: ["mmse", "dfe", "cma", "mlse"] });
    const shown = await packet(await testGpu(), config, { ebn0Db: 8, packet: 2 });
    for (const { wrong, errors } of shown.equalizers) expect(wrong).toHaveLength(errors);
    const query = { ebn0Db: 8, packet: 2, from: 100, steps: 60 };
    const { states, survivors, alive, decided, sent } = await trellis(await testGpu(), config, query);
    expect(states).toBe(16);
    const mlse = shown.equalizers.at(-1)!.wrong!;
    for (let i = 0; i < 60; i++) {
      // Decided a moment before the window's end, the path is a survivor's.
      if (i < 40) {
        expect(survivors[i * states + decided[i + 1]]).toBe(decided[i]);
        expect(alive[i * states + decided[i]]).toBe(1);
      }
      expect(decided[i + 1] % 2 !== sent[i + 1] % 2).toBe(mlse.includes(100 + i));
    }
    const all = parse({ ...given, modulation: "16qam", equalizers: ["mmse"], channel: "taps", response: "1;0.5;0.1" });
    await expect(trellis(await testGpu(), all, query)).rejects.toThrow("the trellis shows at most 64 states, got 256");
  });

  it("shows the bowl of two taps with the paths of LMS and CMA", async () => {
    const given = { modulation: "bpsk", channel: "taps", response: "1;0.6", forwardTaps: 2, delay: "0", start: "0" };
    const config = parse({ ...given, symbols: 2000, training: 2000, equalizers: ["lms", "cma"], step: 0.02 });
    // γ = 2·Eb/N0 is 20 dB.
    const { bowl } = await packet(await testGpu(), config, { ebn0Db: 20 - 10 * Math.log10(2), packet: 0 });
    const [lms, cma] = bowl!.paths.map(({ taps }) => taps.at(-1)!);
    expect(bowl!.mse).toBeCloseTo(0.1003, 4);
    // Around the best taps and CMA's minimum by the noise of the gradient.
    expect(Math.hypot(lms[0] - 1.049, lms[1] + 0.458)).toBeLessThan(0.2);
    expect(Math.hypot(cma[0] - 0.944, cma[1] + 0.418)).toBeLessThan(0.2);
    const mean = bowl!.mean!.at(-1)!;
    expect([mean[0], mean[1]]).toEqual([expect.closeTo(1.049, 2), expect.closeTo(-0.458, 2)]);
    const wide = await packet(await testGpu(), parse({ ...given, forwardTaps: 3 }), { ebn0Db: 17, packet: 0 });
    expect(wide.bowl).toBeNull();
  });

  it("shows the SNR and the bits of carriers", async () => {
    const config = parse({ channel: "proakis-c", equalizers: ["ofdm-loaded"], symbols: 640, training: 0 });
    const shown = await carriers(await testGpu(), config, { ebn0Db: 10, packet: 0 });
    const taps = namedResponse("proakis-c");
    const energy = taps.reduce((sum, part) => sum + part * part, 0);
    const powers = powerResponseDb(taps, shown.frequency).map((db) => power(db) / energy);
    const { bits, energies } = loadCarriers(powers, 128);
    // Mirrored carriers have equal costs, so that the order of loading may differ by one of a pair.
    expect(shown.bits.toSorted()).toEqual(bits.toSorted());
    for (const [k, db] of shown.equalDb.entries()) {
      if (db > -30) expect(db).toBeCloseTo(10 * Math.log10(powers[k]) + shown.snrDb, 2);
      if (shown.bits[k] === bits[k] && bits[k] > 0) {
        expect(shown.loadedDb[k]!).toBeCloseTo(10 * Math.log10(powers[k] * energies[k]) + shown.snrDb, 2);
      }
      expect(shown.loadedDb[k] === null).toBe(shown.bits[k] === 0);
    }
  });

  it.each([
    [{ symbols: 1, training: 0, forwardTaps: 1, equalizers: ["mmse", "lms", "cma", "mlse"] }, 0],
    [{ symbols: 40, training: 40, forwardTaps: 3, equalizers: ["dfe-rls", "fde-overlap"], block: "16", drop: 3 }, 2],
    [{ symbols: 64, training: 0, equalizers: ["fde", "ofdm", "ofdm-loaded"], modulation: "64qam" }, 14],
    // Every second symbol with 16 neighbours after it and 17 before it has a trace.
  ])("has all figures of an awkward packet: %j", async (given, traces) => {
    const config = parse({ ...given, packets: 1 });
    const shown = await packet(await testGpu(), config, { ebn0Db: 30, packet: 5 });
    expect(shown.eye.i.length / 33).toBe(traces);
    for (const { points, wrong, eye, bits } of shown.equalizers) {
      expect(points).toHaveLength(2 * (config.symbols - config.training));
      expect(points.every(Number.isFinite)).toBe(true);
      if (bits === 0) expect(wrong).toEqual([]);
      if (eye) expect(eye.i.length / 33).toBe(traces);
    }
  });
});
