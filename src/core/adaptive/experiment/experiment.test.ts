import { describe, expect, it } from "vitest";
import { sweepToEnd } from "../../measurement/testing.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import { guardSymbols } from "../batch.ts";
import { decayingPowers } from "../channel/responses.ts";
import { parseTaps } from "../channel/taps-text.ts";
import { filterPacket } from "../fixed/linear.reference.ts";
import { modulationPoints } from "../modulations.ts";
import { solveEqualizer } from "../theory/finite.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { drawTaps } from "../transmission/random-taps.reference.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { ADAPTIVE, adaptivePoint, adaptiveReceivers, channelOf } from "./experiment.ts";
import { adaptiveSweep } from "./sweep.ts";
import { theoryOf } from "./theory.ts";

const sweep = async (given: object, page?: number) =>
  (await sweepToEnd(adaptiveSweep, ADAPTIVE.parse(given), { page })).results;

describe("adaptive/experiment", () => {
  it.each([
    [{ channel: "proakis-d" }, "channel must be one of"],
    [{ channel: "taps", response: "0;0" }, "response must have a tap that is not 0"],
    [{ channel: "taps", response: "1;x" }, "response: tap 1 must be a complex number"],
    [{ channel: "taps", response: "1e999" }, "response: tap 0 must be a complex number"],
    [{ channel: "rays" }, "channel of the discrete front end must be"],
    [{ step: 0 }, "step must be"],
    [{ forgetting: 1.1 }, "forgetting must be"],
    [{ rolloff: 0 }, "rolloff must be"],
    [{ training: 3000 }, "training must be at most the 2000 symbols"],
    [{ delay: "33" }, "mmse needs a delay below forwardTaps + memory = 33, got 33"],
    [
      { equalizers: ["dfe-lms"], channel: "exponential:40" },
      "dfe-lms supports at most 256 feedbackTaps, got 277: set feedbackTaps",
    ],
    [{ equalizers: ["dfe"], feedbackTaps: "300" }, "dfe supports at most 256 feedbackTaps, got 300: set feedbackTaps"],
    [{ equalizers: ["rls"], forwardTaps: 45 }, "rls supports at most 44 taps, got 45"],
    [
      { equalizers: ["mlse"], channel: "proakis-a" },
      "mlse supports at most 1024 states, got 1048576 (qpsk, memory 10): use m-algorithm",
    ],
    [
      { equalizers: ["mlse"], channel: "proakis-a", modulation: "64qam" },
      "mlse supports at most 1024 states, got 2^60 (64qam, memory 10): use m-algorithm",
    ],
    [
      { equalizers: ["fde"], symbols: 100_000 },
      "fde needs symbols in whole blocks of 64, got 100000: set symbols to 99968",
    ],
    [{ equalizers: ["m-algorithm"], turns: "0;0.1" }, "m-algorithm needs a channel at rest, got turns"],
    [
      { equalizers: ["m-algorithm"], frontEnd: "pulse", channel: "rays", samplesPerSymbol: "2" },
      "m-algorithm needs one sample per symbol, got 2",
    ],
    [
      { equalizers: ["m-algorithm"], channel: "exponential:50", keep: 256 },
      "m-algorithm supports at most 120 paths (qpsk, memory 346), got keep 256",
    ],
    [{ keep: 257 }, "keep must be"],
    [{ channel: "exponential:0" }, "channel exponential:D needs D above 0, got 0"],
    [{ equalizers: ["mlse"], turns: "0;0.1" }, "mlse needs a channel at rest"],
    [{ equalizers: ["map"], channel: "proakis-a" }, "map supports at most 1024 states, got 1048576"],
    [{ equalizers: ["map"], turns: "0;0.1" }, "map needs a channel at rest"],
    [{ equalizers: ["dfe"], channel: "exponential:2", turns: "0;0.1" }, "dfe needs a channel at rest, got turns"],
    [{ equalizers: ["fde"] }, "fde needs symbols in whole blocks of 64, got 2000: set symbols to 2048, for example"],
    [{ equalizers: ["ofdm"], symbols: 640, prefix: 1 }, "ofdm needs a prefix of at least the memory of 2, got 1"],
    [{ equalizers: ["fde-overlap"], drop: 32 }, "fde-overlap needs drop below half a block, 32, got 32"],
    [
      { equalizers: ["fde-overlap"], drop: 511, block: "1024", symbols: 5000 },
      "fde-overlap supports at most 2097152 samples in a packet's blocks, got 2560000: set drop lower",
    ],
    [{ equalizers: ["fde"], symbols: 640, block: "48" }, "block must be one of"],
    [{ equalizers: ["fde-zf"], symbols: 640, turns: "0;0.1" }, "fde-zf needs a channel at rest"],
    [
      { equalizers: ["fde"], symbols: 160, block: "16", training: 0, prefix: 30, channel: "exponential:4" },
      "fde needs a block longer",
    ],
    [{ esn0: "3", snr: "4" }, "give the points as esn0 or as snr, got both"],
    [{ turns: "0;2" }, "turns must be up to"],
    [{ turns: "0;" }, "turns must be up to"],
    [{ channel: "haykin:2" }, "channel haykin:W needs W above 2 and at most 4, got 2"],
    [{ channel: "exponential:101" }, "channel exponential:D needs D of at most 100, got 101"],
    [
      { channel: "taps", response: "1e200;1" },
      "response must have taps whose squares sum to 1e-12 to 1e12, got Infinity",
    ],
    [{ channel: "taps", response: "1e-9" }, "response must have taps whose squares sum to 1e-12 to 1e12, got 1.00e-18"],
    [{ equalizers: ["cma"], start: "31" }, "cma needs a start below the 31 forwardTaps, got 31"],
    [{ code: "polar:64" }, "code: a code must be one of"],
    [{ code: "polar 64" }, "code must be one of none, convolutional:5,7"],
    [{ code: "convolutional:0,7" }, "code: generators must not be 0, got 0,7"],
    [{ code: "convolutional:3,1" }, "code: generators must have a memory of 2 to 8, got 1 in 3,1"],
    [
      { code: "wimax-576-1/2", information: 1000 },
      "information must be a multiple of the 288 bits of wimax-576-1/2, got 1000: set it to 864, for example",
    ],
    [
      { code: "convolutional:5,7", information: 100_000, modulation: "bpsk" },
      "code: convolutional:5,7:100000 is no code",
    ],
    [
      { code: "convolutional:5,7", information: 30_000, training: 60_000, modulation: "bpsk" },
      "information and training must fit 100000 symbols, got 30000 bits with convolutional:5,7 and 60000, which need 120004",
    ],
    [{ code: "convolutional:5,7", outer: "2" }, "outer above 1 needs the equalizer map, got mmse, dfe, lms"],
    [{ outer: "0" }, "outer must be"],
    [{ outer: "1.5" }, "outer must be"],
    [{ outer: "17" }, "outer must be"],
    [
      { code: "convolutional:5,7", equalizers: ["mlse"] },
      "mlse decides for one sequence without probabilities, so it supports no code, got convolutional:5,7",
    ],
    [{ code: "convolutional:5,7", equalizers: ["cma"] }, "cma does not know the constellation's rotation"],
    [{ code: "lte-40", equalizers: ["ofdm-loaded"] }, "ofdm-loaded draws its own bits per carrier"],
    [
      { code: "convolutional:133,171", information: 250, equalizers: ["fde"] },
      "fde needs symbols in whole blocks of 64, got 756 with convolutional:133,171: set training to 512, for example",
    ],
    [{ learning: 1 }, "learning must be 0 or at least 2 for 1000 bins in 2000 symbols, got 1"],
    [{ learning: -1 }, "learning must be"],
  ])("refuses %j", (given, message) => {
    expect(() => ADAPTIVE.parse(given)).toThrow(`adaptive: ${message}`);
  });

  it("reads complex taps as people write them", () => {
    expect([...parseTaps("0.8;0.4j;-0.3")]).toEqual([0.8, 0, 0, 0.4, -0.3, 0]);
    expect([...parseTaps("1+0.5j; .6e-1;-j;1−2i")]).toEqual([1, 0.5, 0.06, 0, 0, -1, 1, -2]);
    for (const text of ["", "1;;2", "1j2", "1+2", "1e"]) expect(() => parseTaps(text)).toThrow("tap");
  });

  it("counts γ twice where all numbers are real", () => {
    const bpsk = ADAPTIVE.parse({ modulation: "bpsk" });
    expect(adaptivePoint(bpsk, 10).snrDb).toBeCloseTo(13.01, 2);
    expect(adaptivePoint(ADAPTIVE.parse({ modulation: "16qam" }), 10).snrDb).toBeCloseTo(16.02, 2);
    const complex = ADAPTIVE.parse({ modulation: "bpsk", channel: "taps", response: "1;0.5j" });
    expect([channelOf(complex).isReal, adaptivePoint(complex, 10).snrDb]).toEqual([false, 10]);
  });

  it("sends the codewords after the training, at an energy per information bit", () => {
    const coded = (given: object) => ADAPTIVE.parse({ equalizers: ["map"], training: 100, ...given });
    expect(coded({ code: "convolutional:5,7", modulation: "bpsk" }).symbols).toBe(100 + 2048);
    expect(coded({ code: "convolutional:133,171", information: 250, modulation: "8psk" }).symbols).toBe(100 + 171);
    expect(coded({ code: "wimax-576-1/2", information: 864 }).symbols).toBe(100 + (3 * 576) / 2);
    // Tails do not count.
    const esn0 = (given: object) => adaptivePoint(coded(given), 4).esn0Db;
    expect(esn0({ code: "convolutional:5,7", modulation: "bpsk" })).toBeCloseTo(4 + 10 * Math.log10(1 / 2), 9);
    expect(esn0({ code: "bcc-8" })).toBeCloseTo(4, 9);
    expect(esn0({ code: "lte-40" })).toBeCloseTo(4 + 10 * Math.log10(2 / 3), 9);
    expect(esn0({ code: "wimax-576-3/4a" })).toBeCloseTo(4 + 10 * Math.log10(3 / 2), 9);
    const receivers = adaptiveReceivers(coded({ code: "lte-40", outer: "3", equalizers: ["mmse", "map"] }));
    expect(receivers.map(({ equalizer, outer }) => `${equalizer} ${outer}`)).toEqual([
      "mmse 1",
      "map 1",
      "map 2",
      "map 3",
    ]);
    const some = adaptiveReceivers(coded({ code: "lte-40", outer: "4,1,2,2" }));
    expect(some.map(({ outer }) => outer)).toEqual([1, 2, 4]);
    expect(adaptiveReceivers(coded({ outer: "3" }))).toEqual([{ equalizer: "map", outer: 1 }]);
  });

  it("knows nothing of random channels, and bounds others", () => {
    const [random] = theoryOf(ADAPTIVE.parse({ channel: "exponential:1", equalizers: ["lms"], ebn0: "3" }));
    expect(random.mmseDb).toBeNull();
    const [point] = theoryOf(ADAPTIVE.parse({ modulation: "16qam", channel: "taps", response: "1;0.3", ebn0: "14" }));
    expect(point.dfeDb).toBeGreaterThan(point.finiteDfeDb ?? Infinity);
    expect(point.unionBer).toBeGreaterThan(0);
  });
});

describe("adaptive/sweep", () => {
  const small = { symbols: 203, training: 60, packets: 11, forwardTaps: 9, ebn0: "6" };

  it.each(["proakis-b", "exponential:2"])("decides without feedback taps as MMSE does, on %s", async (channel) => {
    const found = await sweep({
      channel,
      ebn0: "8",
      equalizers: ["mmse", "dfe", "dfe-genie"],
      feedbackTaps: "0",
      symbols: 300,
      training: 0,
      packets: 16,
    });
    const [mmse, dfe, genie] = found.map(({ ber }) => ber);
    expect(mmse).toBeGreaterThan(0);
    expect([dfe, genie]).toEqual([mmse, mmse]);
  });

  it("counts the same in any pages", async () => {
    const given = { ...small, equalizers: ["mmse", "dfe", "rls", "cma", "mlse", "map"] };
    const whole = await sweep(given);
    expect(whole).toHaveLength(6);
    expect(await sweep(given, 3)).toEqual(whole);
    expect(JSON.stringify(whole)).not.toContain("NaN");
    const random = { ...small, channel: "exponential:0.25", equalizers: ["mmse", "dfe", "lms", "cma", "map"] };
    expect(await sweep(random, 4)).toEqual(await sweep(random));
    const coded = { ...random, symbols: 2000, code: "convolutional:5,7:20", information: 60, outer: "2", ebn0: "3" };
    const loops = { ...coded, equalizers: ["zf", "dfe", "lms", "map", "fde-overlap"] };
    const loop = await sweep(loops);
    expect(loop.map(({ outer }) => outer)).toEqual([1, 1, 1, 1, 2, 1]);
    expect(await sweep(loops, 4)).toEqual(loop);
    const blocks = { ...random, symbols: 192, equalizers: ["fde", "fde-zf", "fde-overlap", "ofdm", "ofdm-loaded"] };
    expect(await sweep(blocks, 4)).toEqual(await sweep(blocks));
  });

  it("keeps learning curves and the taps of packet 0 in any pages", async () => {
    const given = {
      ...small,
      training: 150,
      ebn0: "17",
      channel: "taps",
      response: "1;0.4j",
      learning: 50,
      step: 0.03,
    };
    const equalizers = ["mmse", "dfe", "lms", "rls", "dfe-rls", "mlse"];
    const [mmse, dfe, lms, rls, dfeRls, mlse] = await sweep({ ...given, equalizers });
    expect(await sweep({ ...given, equalizers }, 4)).toEqual([mmse, dfe, lms, rls, dfeRls, mlse]);
    // The known taps are those to which adaptive equalizers converge; their own noise remains.
    const distance = ({ taps }: typeof mmse, to: typeof mmse) =>
      taps!.reduce((sum, [re, im], i) => sum + (re - to.taps![i][0]) ** 2 + (im - to.taps![i][1]) ** 2, 0);
    expect([mmse.taps!.length, dfe.taps!.length]).toEqual([9, 10]);
    for (const [adaptive, known] of [
      [lms, mmse],
      [rls, mmse],
      [dfeRls, dfe],
    ]) {
      expect(distance(adaptive, known)).toBeLessThan(0.05);
      expect(adaptive.delay).toBe(known.delay);
      expect(adaptive.learning!.bin).toBe(50);
      expect(adaptive.learning!.mse).toHaveLength(5);
      expect(adaptive.learning!.mse[0]).toBeGreaterThan(2 * adaptive.learning!.mse[3]);
    }
    expect(mlse).toMatchObject({ taps: null, delay: null, learning: null });
    const [random] = await sweep({ ...small, channel: "exponential:0.25", equalizers: ["mmse"] });
    expect([random.taps!.length, random.learning]).toEqual([9, null]);
  });

  it("takes every step, forgetting and roll-off of the textbooks, and gives no NaN", async () => {
    const pulse = { frontEnd: "pulse", channel: "rays", samplesPerSymbol: "2", rolloff: 0.004 };
    for (const given of [{ step: 300, forgetting: 0.02 }, { step: 1e-8, forgetting: 1 }, pulse]) {
      const config = { ...small, packets: 2, equalizers: ["lms", "nlms", "rls"], learning: 50, ...given };
      const results = await sweep(config);
      const theory = theoryOf(ADAPTIVE.parse(config));
      expect(JSON.stringify([results, theory], (_, value) => (Number.isNaN(value) ? "NaN" : value))).not.toContain(
        "NaN",
      );
    }
  });

  it("keeps the largest errors of many packets exactly, so that its files can be read again", async () => {
    // At the null of Proakis B a carrier has nothing but noise, amplified without limit.
    const nulls = { channel: "proakis-b", equalizers: ["ofdm"], block: "16", symbols: 128, training: 0, packets: 9 };
    const [{ steadyMse, steadyMse95 }] = await sweep({ ...nulls, esn0: "5" });
    expect([steadyMse!, ...steadyMse95!].map(Math.round)).toEqual([4096, 4096, 4096]);
  });

  it("tells that packets diverged", async () => {
    const [point] = await sweep({ ...small, equalizers: ["lms"], step: 1.5, learning: 20 });
    expect(point).toMatchObject({ diverged: 11, steadyMse: null, learning: null });
    expect(point.ber).toBeGreaterThan(0.2);
  });

  it.each(["mmse", "zf", "dfe", "dfe-genie"] as const)(
    "%s on random channels counts the errors of float64",
    async (name) => {
      const config = {
        symbols: 150,
        training: 0,
        packets: 12,
        forwardTaps: 9,
        seed: 3,
        channel: "exponential:0.6",
        ebn0: "9",
      };
      const [{ errors }] = await sweep({ ...config, equalizers: [name] });
      // The decisions of a packet in float64, with taps from the solver of the theory.
      const points = modulationPoints("qpsk");
      const amplitudes = decayingPowers(0.6).map(Math.sqrt);
      const [guard, noiseVariance] = [guardSymbols(9, amplitudes.length), 10 ** -0.9 / 2];
      let expected = 0;
      for (let packet = 0; packet < config.packets; packet++) {
        const taps = drawTaps(packet, amplitudes, config.seed);
        const channel = { taps, noiseVariance, samplesPerSymbol: 1 } as const;
        const feedbackTaps = name.startsWith("dfe") ? amplitudes.length - 1 : 0;
        const criterion = name === "zf" ? name : "mmse";
        const solved = solveEqualizer(channel, { forwardTaps: 9, feedbackTaps, criterion, delay: 4 });
        const scale = name === "zf" ? 1 : 1 - solved.mse;
        const labels = labelsOfPacket(packet, config.symbols + 2 * guard, { bitsPerSymbol: 2, seed: config.seed });
        const sent = Float64Array.from(labels.flatMap((label) => [points[2 * label], points[2 * label + 1]]));
        const received = receivePacket(sent, taps, packet, { ...channel, isReal: false, seed: config.seed, guard });
        const nearest = (re: number, im: number) => nearestPoint(points, re / scale, im / scale).label;
        const decide = (re: number, im: number): [number, number] => {
          const label = nearest(re, im);
          return [points[2 * label], points[2 * label + 1]];
        };
        const sizes = { symbols: config.symbols, guard, samplesPerSymbol: 1, delay: 4 };
        const past = name === "dfe" ? decide : undefined;
        const z = filterPacket({ received, sent }, solved.forward, solved.feedback, sizes, past);
        for (let k = 0; k < config.symbols; k++) {
          const wrong = nearest(z[2 * k], z[2 * k + 1]) ^ labels[guard + k];
          expected += (wrong & 1) + (wrong >> 1);
        }
      }
      expect(expected).toBeGreaterThan(10);
      expect(errors).toBe(expected);
    },
  );

  it("has Rayleigh's error rate on flat random channels", async () => {
    const given = { symbols: 50, training: 0, packets: 1500, forwardTaps: 2, channel: "exponential:0.01", ebn0: "6" };
    for (const { ber, ci95 } of await sweep({ ...given, equalizers: ["mmse", "zf", "dfe"] })) {
      const expected = (1 - Math.sqrt(10 ** 0.6 / (1 + 10 ** 0.6))) / 2;
      expect(ci95![0], `${ber}`).toBeLessThan(expected);
      expect(ci95![1], `${ber}`).toBeGreaterThan(expected);
    }
  });
});
