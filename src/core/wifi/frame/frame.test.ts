import { assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "../../codes/convolutional/decoder.reference.ts";
import { testNormals } from "../../gpu/testing.ts";
import { randomPsdu } from "../testing.ts";
import { frameSamples } from "./data-field.ts";
import { fcsHolds } from "./fcs.ts";
import { frameFields, transmit } from "./frame.float64.ts";
import { RATES, rateOf } from "./rates.ts";
import { receive } from "./receiver.reference.ts";
import { joinSegments, symbolCarriers, symbolSegment, windowValue } from "./symbol.float64.ts";
import { LONG_GUARD_SAMPLES, PILOT_POLARITY, TRAINING_SAMPLES } from "./symbol.ts";
import { annex } from "./testing.ts";
import { LONG_TRAINING, SHORT_TRAINING } from "./training.ts";

const example = { rate: rateOf(36), psdu: annex.psdu, scramblerState: annex.scramblerState };

/** The greatest difference of a real or imaginary part. */
const difference = (a: Float64Array, b: Float64Array) => {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
};

const training = (carriers: Readonly<Float64Array>) =>
  joinSegments([{ carriers, length: TRAINING_SAMPLES, guard: LONG_GUARD_SAMPLES }], 2);

describe("the standard's example, annex G", () => {
  const { signal, data } = frameFields(example);

  it("has the same bits at every step of SIGNAL", () => {
    expect(signal.bits).toEqual(annex.signalBits);
    expect(signal.coded).toEqual(annex.signalCoded);
    expect(signal.interleaved).toEqual(annex.signalInterleaved);
  });

  it("has the same bits at every step of the data", () => {
    expect(data.bits.slice(0, 144)).toEqual(annex.scrambledFirst144);
    expect(data.bits.slice(-144)).toEqual(annex.scrambledLast144);
    expect(data.coded.slice(0, 192)).toEqual(annex.codedFirstSymbol);
    expect(data.interleaved.slice(0, 192)).toEqual(annex.interleavedFirstSymbol);
  });

  it("has the same carriers within 0.0005", () => {
    expect(difference(symbolCarriers(signal.points, 0), annex.signalCarriers)).toBeLessThan(0.0005);
    expect(difference(symbolCarriers(data.points, 1), annex.carriersFirstDataSymbol)).toBeLessThan(0.0005);
  });

  it("has the same samples in the training and in SIGNAL within 0.001", () => {
    expect(difference(training(SHORT_TRAINING), annex.shortTraining)).toBeLessThan(0.001);
    expect(difference(training(LONG_TRAINING), annex.longTraining)).toBeLessThan(0.001);
    expect(difference(joinSegments([symbolSegment(signal.points, 0)], 2), annex.signalSamples)).toBeLessThan(0.001);
  });

  it("has the same 881 samples within 0.001", () => {
    expect(annex.packet).toHaveLength(2 * 881);
    expect(difference(transmit(example), annex.packet)).toBeLessThan(0.001);
  });

  it("is received from the printed samples", () => {
    expect(receive(annex.packet)).toEqual({
      rate: rateOf(36),
      length: 100,
      state: annex.scramblerState,
      service: new Uint8Array(9),
      psdu: annex.psdu,
    });
  });
});

describe("frames of 802.11 OFDM", () => {
  const receives = ({ rate, octets, scramblerState, seed }: ReturnType<typeof drawn>) => {
    const psdu = randomPsdu(seed, octets);
    const samples = transmit({ rate, psdu, scramblerState });
    expect(samples.length / 2).toBe(frameSamples(octets, rate) + 1);
    const received = receive(samples);
    const service = new Uint8Array(9);
    expect(received).toEqual({ rate, length: octets, state: scramblerState, service, psdu });
    if (octets > 4) expect("psdu" in received && fcsHolds(received.psdu)).toBe(true);
  };
  const drawn = (rate: (typeof RATES)[number], octets: number, scramblerState: number, seed: number) => {
    return { rate, octets, scramblerState, seed };
  };

  it.each(RATES)("$mbps Mbit/s: the shortest and the longest return without noise", (rate) => {
    receives(drawn(rate, 1, 1, rate.mbps));
    receives(drawn(rate, 4095, 127, rate.mbps + 1));
  });

  it("return with any rate, length, scrambler state and content without noise", () => {
    const frames = record({
      rate: constantFrom(...RATES),
      octets: integer({ min: 1, max: 4095 }),
      scramblerState: integer({ min: 1, max: 127 }),
      seed: integer({ min: 1, max: 2 ** 30 }),
    });
    assert(property(frames, receives), { numRuns: 16 });
  });

  it.each(RATES)("$mbps Mbit/s: return through any gain, after any silence", (rate) => {
    const psdu = randomPsdu(rate.mbps, 200);
    const sent = transmit({ rate, psdu, scramblerState: 77 });
    const [re, im] = testNormals(31 + rate.mbps, 2);
    const turned = sent.map((value, i) => value * re + sent[i ^ 1] * (i % 2 ? im : -im));
    const samples = Float64Array.from({ length: 2 * 57 + turned.length }, (_, i) => turned[i - 2 * 57] ?? 0);
    expect(receive(samples, { start: 57 })).toMatchObject({ rate, psdu, state: 77 });
  });

  it.each(RATES)("$mbps Mbit/s: return in noise through Viterbi's algorithm", (rate) => {
    // About 1 % of the code bits are wrong before the decoder.
    const snrDb = [4, 5.5, 7, 10, 13, 16, 21, 22][RATES.indexOf(rate)];
    const psdu = randomPsdu(rate.mbps, 60);
    const sent = transmit({ rate, psdu, scramblerState: 93 });
    const noiseVariance = 10 ** (-snrDb / 10);
    const noise = testNormals(41 + rate.mbps, sent.length);
    // The transform adds the noise of 64 samples on each carrier.
    const samples = sent.map((value, i) => value + Math.sqrt(noiseVariance / 2 / 64) * noise[i]);
    const received = receive(samples, { noiseVariance, decode: (llr) => decode(llr).bits });
    expect(received).toMatchObject({ rate, psdu, state: 93 });
    expect(() => receive(samples, { noiseVariance })).toThrow("contradict each other");
  });

  it("have a mean power of 52/64² in training and in data", () => {
    const samples = transmit({ rate: rateOf(54), psdu: randomPsdu(5, 4000), scramblerState: 3 });
    const power = (from: number, to: number) =>
      samples.subarray(2 * from, 2 * to).reduce((sum, value) => sum + value * value, 0) / (to - from);
    expect(power(192, 320) * (64 ** 2 / 52)).toBeCloseTo(1, 9);
    expect(power(16, 144) * (64 ** 2 / 52)).toBeCloseTo(1, 9);
    expect(Math.abs(power(400, samples.length / 2) * (64 ** 2 / 52) - 1)).toBeLessThan(0.02);
  });

  it("refuse a scrambler state, a length and a transition out of range", () => {
    expect(() => transmit({ ...example, scramblerState: 0 })).toThrow(RangeError);
    expect(() => transmit({ ...example, psdu: [] })).toThrow(RangeError);
    for (const transition of [0, 3, 18, Number.NaN]) {
      expect(() => transmit(example, transition)).toThrow(
        `wifi/frame: the transition must be an even number of samples from 2 to 16, got ${transition}`,
      );
    }
  });
});

describe("symbol windows", () => {
  it("of neighbours sum to 1 everywhere, for every transition", () => {
    for (let transition = 2; transition <= 16; transition += 2) {
      for (let n = -8; n <= 88; n++) {
        const sum =
          windowValue(n + 80, 80, transition) + windowValue(n, 80, transition) + windowValue(n - 80, 80, transition);
        expect(sum).toBeCloseTo(1, 12);
      }
    }
  });

  it("change samples near the borders of segments only", () => {
    const [usual, long] = [transmit(example), transmit(example, 8)];
    expect(long.length - usual.length).toBe(2 * 6);
    const borders = [0, 160, ...Array.from({ length: 8 }, (_, i) => 320 + 80 * i)];
    for (let n = 0; n <= 880; n++) {
      const near = borders.some((border) => Math.abs(n - border) < 4);
      const change = Math.hypot(long[2 * (n + 3)] - usual[2 * n], long[2 * (n + 3) + 1] - usual[2 * n + 1]);
      if (!near) expect(change).toBe(0);
    }
  });
});

describe("pilots", () => {
  it("have the standard's polarities", () => {
    expect(PILOT_POLARITY).toHaveLength(127);
    expect(PILOT_POLARITY.slice(0, 12)).toEqual([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, -1]);
    expect(PILOT_POLARITY.slice(-7)).toEqual([-1, -1, -1, -1, -1, -1, -1]);
  });

  it("keep their places and turn together with the polarity, which repeats after 127 symbols", () => {
    const points = new Float64Array(96);
    for (let symbol = 0; symbol < 300; symbol++) {
      const bins = symbolCarriers(points, symbol);
      const polarity = PILOT_POLARITY[symbol % 127];
      const sent = [-21, -7, 7, 21].map((carrier) => bins[2 * ((carrier + 64) % 64)] * polarity);
      expect(sent).toEqual([1, 1, 1, -1]);
      expect(bins.filter(Boolean)).toHaveLength(4);
    }
  });
});
