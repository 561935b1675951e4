import { describe, expect, it } from "vitest";
import {
  axisOf,
  decodingOf,
  mimoFrame,
  MIMO,
  type MimoExperiment,
  mimoNoiseVariance,
  pointOf,
  receiversOf,
} from "./experiment.ts";
import { frameOrder } from "./interleaver.ts";
import { detectors } from "../registry.ts";
import { NOTHING } from "../../codes/interleaving/order.ts";

describe("experiments/mimo/experiment", () => {
  it.each([
    [{ qam: "32" }, "qam must be one of 4, 16, 64, 256"],
    [{ antennas: 9 }, "antennas must be a whole number from 1 to 8"],
    [{ code: "wimax-2305-1/2" }, "code must be one of none, wimax-576-1/2"],
    [{ detectors: ["sphere"] }, "detectors must be one or more of zf, mmse"],
    [{ detectors: ["max-log"], antennas: 4, qam: "64" }, "mimo: max-log does not support these sizes: "],
    [{ correlation: 1 }, "correlation must be a number from 0 to 0.99"],
    [{ receiveAntennas: 3 }, "mimo: receiveAntennas must be 0 or at least the 4 transmit antennas, got 3"],
    [{ code: "lte-41" }, 'or the name of another code, for example lte-6144, got "lte-41"'],
    [{ ebn0: "high" }, "ebn0: a range is FROM:STEP:TO"],
    [
      { antennas: 8, detectors: ["mmse"], codewords: "per-stream", frames: 2 ** 30 },
      "mimo: frames must be at most 536870912 with 8 codewords per frame, got 1073741824",
    ],
    [{ outer: "" }, "outer: a range is FROM:STEP:TO"],
    [{ stop: "crc" }, "mimo: an early stop by CRC needs check bits in the codewords: set crc to 24A, 24B or 16"],
    [{ code: "lte-40", stop: "checks" }, "an early stop by checks needs an LDPC code, got lte-40"],
    [{ code: "bcc-48", crc: "16", stop: "crc" }, "an early stop needs a decoder with iterations, which bcc-48 lacks"],
    [{ code: "bcc-16", crc: "16" }, "a CRC of 16 bits needs a code of more information bits, got bcc-16 with 16"],
    [{ outer: "1,9" }, "outer must be a whole number from 1 to 8, got 9"],
  ])("refuses %o", (given, message) => {
    expect(() => MIMO.parse(given)).toThrow(message);
  });

  it.each([
    [
      { antennas: 4, qam: "16", code: "wimax-2304-1/2" },
      { information: 1152, coded: 2304, uses: 144, sent: 2304 },
    ],
    [
      { antennas: 3, qam: "64", code: "wimax-576-1/2" },
      { information: 288, coded: 576, uses: 32, sent: 576 },
    ],
    [
      { antennas: 5, qam: "16", code: "none" },
      { information: 2304, coded: 2304, uses: 116, sent: 2320 },
    ],
  ])("splits frames of %o into channel uses", (given, expected) => {
    expect(mimoFrame(MIMO.parse({ detectors: ["zf"], ...given }))).toMatchObject(expected);
  });

  it("shares the power among the streams", () => {
    expect(mimoNoiseVariance({ antennas: 2 }, 18)).toBeCloseTo(0.031697865, 8);
  });

  const places = (given: Partial<MimoExperiment>) => {
    const config = MIMO.parse({ detectors: ["zf"], ...given });
    return { ...mimoFrame(config), ...frameOrder(config) };
  };

  it("interleaves each bit once, far from its neighbours", () => {
    const { bits, llrs } = places({ code: "none", antennas: 5, qam: "16" });
    const order = Uint32Array.from(bits.order);
    expect([...order.subarray(2304)]).toEqual(Array.from({ length: 16 }, () => NOTHING));
    expect(new Set(order.subarray(0, 2304)).size).toBe(2304);
    const steps = Array.from({ length: 2303 }, (_, i) => Math.abs(order[i + 1] - order[i]));
    expect(steps.filter((step) => step < 24).length).toBeLessThan(100);
    expect(llrs.order).toEqual(order);
  });

  it("puts the first bits of a codeword of 5G NR at the most significant bits", () => {
    const { llrs } = places({ qam: "16", interleaver: "nr" });
    expect(Array.from(llrs.order).slice(0, 9)).toEqual([0, 576, 1152, 1728, 1, 577, 1153, 1729, 2]);
  });

  it("gives each stream its own codeword", () => {
    // 48 bits in 8 symbols of 64-QAM, and in 2 words of 32 bits.
    const config = { antennas: 3, qam: "64", code: "bcc-18", codewords: "per-stream", interleaver: "nr" } as const;
    const { codewords, coded, uses, sent, bits, llrs } = places(config);
    expect({ codewords, coded, uses, sent }).toEqual({ codewords: 3, coded: 48, uses: 8, sent: 144 });
    for (const [place, bit] of Array.from(llrs.order).entries()) {
      const [stream, at] = [Math.floor(place / 6) % 3, 8 * (place % 6) + Math.floor(place / 18)];
      expect(bit).toBe(48 * stream + at);
      expect(bits.order[place]).toBe(64 * stream + at);
    }
  });

  it("sweeps SNR or Eb/N0", () => {
    const snr = MIMO.parse({ snr: "9,12" });
    expect(axisOf(snr)).toEqual({ label: "SNR", points: [9, 12] });
    expect(pointOf(snr, 9).ebn0Db).toBeCloseTo(9 - 10 * Math.log10(8), 10);
    const ebn0 = MIMO.parse({ ebn0: "-8:1:-5", receiveAntennas: 16 });
    expect(axisOf(ebn0)).toEqual({ label: "Eb/N0", points: [-8, -7, -6, -5] });
    const { snrDb } = pointOf(ebn0, -7);
    // One user sends 4 bits of rate 1/2 with unit energy.
    expect(mimoNoiseVariance(ebn0, snrDb)).toBeCloseTo(1 / (4 * 0.5 * 10 ** -0.7), 10);
  });

  it("counts detectors without priors, and bits without a code, once", () => {
    const config = MIMO.parse({ detectors: ["mmse", "mtt"], outer: "3,1,3" });
    const expected = detectors.mtt.priors ? [1, 3] : [1];
    expect(receiversOf(config)).toEqual([
      { detector: "mmse", outer: 1 },
      ...expected.map((outer) => ({ detector: "mtt", outer })),
    ]);
    expect(receiversOf({ ...config, code: "none" }).map(({ outer }) => outer)).toEqual([1, 1]);
  });

  it.each([
    ["sum-product", "lte-40", "log-map", 15, 1],
    ["max-log", "wimax-576-1/2", "min-sum", 15, 0.8],
    ["min-sum", "lte-40", "max-log", 15, 0.8],
    ["sum-product", "bcc-48", "sum-product", 1, 1],
  ])("decodes by %s for %s", (decoder, code, expected, iterations, scale) => {
    const config = MIMO.parse({ decoder, code });
    expect(config.decoder).toBe(expected);
    expect(decodingOf(config)).toMatchObject({ iterations, scale });
  });

  it("stops a Turbo decoder by the CRC that ends its frames, and an LDPC decoder by its checks", () => {
    const stops = { crc: "16", stop: "crc" } as const;
    expect(decodingOf(MIMO.parse({ code: "lte-40", ...stops }))).toMatchObject(stops);
    expect(decodingOf(MIMO.parse({ code: "nr-ldpc:60:120", ...stops }))).toMatchObject({ stop: "checks" });
    expect(decodingOf(MIMO.parse({ code: "lte-40", crc: "16" }))).toMatchObject({ stop: "none" });
  });
});
