import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { addTo, onAir, type Sent } from "../acquisition/testing.ts";
import { interleaverOrder } from "../frame/interleaver.ts";
import { encodeField } from "../frame/convolutional.float64.ts";
import { interleave } from "../../codes/interleaving/bits.float64.ts";
import { constellation, mapBits } from "../../constellation/constellation.ts";
import { frameSamples } from "../frame/data-field.ts";
import { RATES, rateOf, SIGNAL_RATE } from "../frame/rates.ts";
import { signalBits } from "../frame/signal-field.ts";
import { joinSegments, symbolSegment } from "../frame/symbol.float64.ts";
import { he, heSingle, htGreenfield, htMixed, vht } from "../signal/testing.ts";
import { randomPsdu } from "../testing.ts";
import { refusalText } from "./describe.ts";
import { receiveFrames, type ReceiveOptions } from "./receive.ts";
import type { ReceivedFrame } from "./received-frame.ts";
import { traffic } from "./testing.ts";

const scale = { sampleRate: 20e6, place: (sample: number) => sample };

/** A source in memory that refuses reads which go backward. */
function inMemory(samples: Float64Array | Float32Array) {
  let last = 0;
  return {
    samples: samples.length / 2,
    async read(start: number, count: number) {
      expect(start).toBeGreaterThanOrEqual(last);
      last = start;
      return Float32Array.from(samples.subarray(2 * start, 2 * (start + count)));
    },
  };
}

async function received(samples: Float64Array, options: ReceiveOptions = {}) {
  const gpu = await testGpu();
  const frames: ReceivedFrame[] = [];
  let progress = 0;
  const config = { estimator: "ls", scale } as const;
  for await (const step of receiveFrames(gpu, inMemory(samples), config, undefined, options)) {
    frames.push(...step.frames);
    expect(step.progress).toBeGreaterThan(progress);
    ({ progress } = step);
  }
  expect(progress).toBe(1);
  return frames;
}

/** Compares the list of intact frames with what was sent. */
function compare(frames: readonly ReceivedFrame[], sent: readonly Sent[]) {
  const own = frames.filter(({ inside }) => inside === null);
  expect(own.map(({ start }) => start)).toHaveLength(sent.length);
  for (const [f, { frame, at, offset = 0 }] of sent.entries()) {
    const { psdu, rate, scramblerState } = frame;
    const told = `frame ${f}: ${psdu.length} octets at ${rate.mbps} Mbit/s, sample ${at}`;
    expect(own[f], told).toMatchObject({
      status: "received",
      rateMbps: rate.mbps,
      length: psdu.length,
      fcsOk: true,
      scrambler: scramblerState,
    });
    expect(own[f].psdu, told).toEqual(psdu);
    expect(Math.abs(own[f].start - at), told).toBeLessThanOrEqual(2);
    expect(Math.abs(own[f].cfoHz - (offset * 20e6) / (2 * Math.PI)), told).toBeLessThan(600);
  }
}

/** Returns samples with SIGNAL in place of the SIGNAL of a frame that begins at `at`. */
function withSignal(samples: Float64Array, at: number, bits: Uint8Array): Float64Array {
  const { length } = interleaverOrder(SIGNAL_RATE);
  const coded = interleave(encodeField(bits, SIGNAL_RATE.codeRate), { length, order: interleaverOrder(SIGNAL_RATE) });
  const symbol = joinSegments(
    [symbolSegment(mapBits(Uint8Array.from(coded), constellation(SIGNAL_RATE.bitsPerCarrier, "802.11")), 0)],
    2,
  );
  const changed = samples.slice();
  changed.set(symbol.subarray(0, 160), 2 * (at + 320));
  return changed;
}

describe("wifi/receiver/receive", () => {
  it("receives frames of all rates with any lengths, offsets and scrambler states, for every page size alike", async () => {
    const { sent, length } = traffic(1, 16, 200);
    const samples = onAir(length, sent, { snrDb: 35 });
    const whole = await received(samples);
    compare(whole, sent);
    // Borders lie in preambles, in SIGNAL, in data and in gaps.
    for (const page of [9973, sent[5].at, length - 1]) {
      expect(await received(samples, { page }), `pages of ${page} samples`).toEqual(whole);
    }
  });

  it("measures levels, SNR and EVM", async () => {
    const { sent, length } = traffic(2, 16, 200);
    const frames = await received(onAir(length, sent, { snrDb: 30 }));
    // The mean power of a frame, and the part of the noise on the 52 of 64 carriers.
    const [full, part] = [10 * Math.log10(52 / 64 ** 2), 10 * Math.log10(64 / 52)];
    const errors = sent.map(({ gain = 1 }, f) => {
      const { snrDb, evmDb, signalDb, noiseDb } = frames[f];
      const level = 20 * Math.log10(gain);
      const values = [snrDb, signalDb, noiseDb, evmDb].map((value) => Number(value));
      // The noise of LS is on the channel too: half as much.
      const expected = [30 + level + part, full + level, full - 30, -(30 + level + part) + 10 * Math.log10(1.5)];
      return values.map((value, i) => value - expected[i]);
    });
    for (const i of [0, 1, 2, 3]) {
      const mean = errors.reduce((sum, error) => sum + error[i], 0) / errors.length;
      expect(Math.abs(mean), `mean of ${errors.map((error) => error[i]).join()}`).toBeLessThan(1);
      for (const error of errors) expect(Math.abs(error[i])).toBeLessThan(4);
    }
  });

  it("receives a frame at the recording's first sample and one that ends with its last sample", async () => {
    const psdu = randomPsdu(5, 40);
    const frame = { rate: rateOf(24), psdu, scramblerState: 12 };
    const sent = [0, 800].map((at) => ({ frame, at }));
    const samples = onAir(800 + 320 + 80 * 5, sent, { snrDb: 30 });
    compare(await received(samples), sent);
    const short = await received(samples.subarray(0, samples.length - 2));
    expect(short.map(({ status }) => status)).toEqual(["received", "cut off"]);
    expect(short[1]).toMatchObject({ rateMbps: 24, length: 40, fcsOk: false, evmDb: null, scrambler: null });
    expect(short[1].psdu).toEqual(new Uint8Array());
  });

  it("lists refused and damaged frames, and receives the frames around them", async () => {
    const frameOf = (seed: number, mbps: number, octets: number) => {
      return { rate: rateOf(mbps), psdu: randomPsdu(seed, octets), scramblerState: 1 + seed };
    };
    const gap = 4000;
    const sent = Array.from({ length: 8 }, (_, i) => ({ frame: frameOf(i, i === 6 ? 54 : 12, 60), at: 200 + gap * i }));
    const length = 200 + gap * 8;
    const overlapping = { frame: frameOf(20, 12, 60), at: 200 + gap * 4 + 700 };
    const reaching = { frame: frameOf(21, 6, 100), at: 200 + gap * 7 };
    let samples = onAir(length, [...sent.slice(0, 7), overlapping, reaching], { snrDb: 30, dc: [0.1, -0.1] });
    const signal = signalBits({ rate: rateOf(12), length: 60 });
    const odd = signal.map((bit, k) => (k === 6 ? 1 - bit : bit));
    // Rate 0000 has even parity too.
    const reserved = signalBits({ rate: { ...rateOf(12), field: "0000" }, length: 60 });
    const silent = signal.map((bit, k) => (k >= 5 ? 0 : bit));
    samples = withSignal(samples, sent[1].at, odd);
    samples = withSignal(samples, sent[2].at, reserved);
    samples = withSignal(samples, sent[3].at, silent);
    samples = withSignal(samples, reaching.at, signalBits({ rate: rateOf(6), length: 4095 }));
    // Frame 6 is clipped at a third of its mean amplitude.
    const most = Math.sqrt(52 / 64 ** 2) / 3;
    for (let i = 2 * sent[6].at; i < 2 * (sent[6].at + gap); i++) {
      samples[i] = Math.max(-most, Math.min(most, samples[i]));
    }
    const frames = await received(samples);
    const near = (at: number) => frames.filter(({ start }) => Math.abs(start - at) <= 4).map(({ status }) => status);
    expect(near(sent[0].at)).toEqual(["received"]);
    expect(near(sent[1].at)).toEqual(["odd parity"]);
    expect(near(sent[2].at)).toEqual(["reserved rate"]);
    expect(near(sent[3].at)).toEqual(["no length"]);
    expect(near(sent[4].at)).toEqual(["received"]);
    // It begins within the frame at its place, and fails its own check.
    expect(near(overlapping.at)).toEqual([]);
    expect(near(sent[6].at)).toEqual(["received"]);
    expect(near(reaching.at)).toEqual(["cut off"]);
    const intact = frames.filter(({ fcsOk }) => fcsOk).map(({ start }) => Math.round((start - 200) / gap));
    expect(intact).toEqual([0, 5]);
    for (const { status, rateMbps, length: octets } of frames) {
      if (["odd parity", "reserved rate", "no length"].includes(status))
        expect([rateMbps, octets]).toEqual([null, null]);
    }
  });

  it("lists frames inside another frame's duration only if their own check holds, and counts the others", async () => {
    const outer = { frame: { rate: rateOf(6), psdu: randomPsdu(1, 300), scramblerState: 5 }, at: 100 };
    const inner = { frame: { rate: rateOf(12), psdu: randomPsdu(51, 10), scramblerState: 9 }, at: 3037 };
    const after = { ...inner, at: 8700 };
    const refused = { ...inner, at: 5000 };
    const odd = signalBits({ rate: rateOf(12), length: 10 }).map((bit, k) => (k === 6 ? 1 - bit : bit));
    const clean = withSignal(onAir(10_000, [refused], { snrDb: 300 }), refused.at, odd).fill(0, 2 * 5400);
    const samples = onAir(10_000, [outer, inner, after], { snrDb: 30 }).map((value, i) => value + clean[i]);
    for (const page of [4000, 10_000]) {
      const frames = await received(samples, { page });
      expect(frames.map(({ fcsOk, inside }) => ({ fcsOk, inside }))).toEqual([
        { fcsOk: true, inside: null },
        { fcsOk: true, inside: null },
      ]);
      // The outer frame is damaged where a stronger one covers it.
      const covered = onAir(10_000, [outer, { ...inner, gain: 10 }, after], { snrDb: 30 });
      const damaged = await received(covered, { page });
      expect(damaged.map(({ fcsOk, inside }) => ({ fcsOk, inside }))).toEqual([
        { fcsOk: false, inside: null },
        { fcsOk: true, inside: damaged[0].start },
        { fcsOk: true, inside: null },
      ]);
    }
  });

  it("names the 802.11n frames that another program made", async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(new URL("./ht-mixed.vectors.cs16", import.meta.url));
    const samples = Float64Array.from(new Int16Array(buffer, byteOffset, byteLength / 2), (value) => value / 32768);
    const frames = await received(samples);
    const place = { inside: null, samples: expect.any(Number), rateMbps: null, length: 138 };
    expect(frames).toMatchObject([
      { ...place, start: 300, other: { standard: "802.11n", readable: true, mcs: 0, octets: 138 } },
      { ...place, start: 5240, other: { standard: "802.11n", readable: true, mcs: 7, octets: 138 } },
    ]);
  });

  it("names frames of other standards, also right before others, cut off or repeated, and receives those between them", async () => {
    const others = [
      htMixed({ mcs: 0, octets: 140 }),
      htMixed({ mcs: 6, octets: 400, short: true, aggregated: true }),
      vht({ mcs: 8, length: 120 }),
      he({ kind: "SU", bits: heSingle({ mcs: 9 }), length: 121 }),
      he({ kind: "ER SU", bits: heSingle({ mcs: 1 }), length: 122 }),
      htGreenfield({ mcs: 2, octets: 90 }),
      htMixed({ mcs: 11, octets: 1000, wide: true }),
    ];
    const ack = { rate: rateOf(6), psdu: randomPsdu(3, 14), scramblerState: 77 };
    const sent: Sent[] = [];
    const places: number[] = [];
    let at = 150;
    for (const { claim } of others) {
      // An acknowledgement follows after 16 µs.
      places.push(at);
      sent.push({ frame: ack, at: at + claim + 320, offset: -0.01 });
      at += claim + 320 + frameSamples(14, ack.rate) + 600;
    }
    // Samples end within the last frame of another standard, before and after its field.
    for (const after of [2000, 700, 400]) {
      const end = at + after;
      const samples = onAir(end, sent, { snrDb: 28 });
      for (const [i, { samples: frame }] of others.entries()) addTo(samples, frame, { at: places[i], offset: 0.012 });
      addTo(samples, others[1].samples, { at, offset: 0.012 });
      for (const page of after === 2000 ? [end, 3000] : [end]) {
        const frames = await received(samples, { page });
        const last = {
          2000: "802.11n, MCS 6, 400 octets, not received",
          700: "802.11n, MCS 6, 400 octets, not received",
          400: "cut off after SIGNAL, before the symbols that tell its standard",
        }[after];
        expect(frames.map((frame) => refusalText(frame) ?? frame.fcsOk)).toEqual([
          "802.11n, MCS 0, 140 octets, not received",
          true,
          "802.11n, MCS 6, 400 octets, not received",
          true,
          "802.11ac, MCS 8, not received",
          true,
          "802.11ax, MCS 9, not received",
          true,
          "802.11ax, MCS 1, not received",
          true,
          "802.11n, MCS 2, 90 octets, not received",
          true,
          "802.11n, MCS 11, 1000 octets, not received",
          true,
          last,
        ]);
        for (const frame of frames) expect(frame.inside).toBe(null);
        const named = frames.filter(({ other }) => other);
        expect(named.every(({ rateMbps, psdu }) => rateMbps === null && psdu.length === 0)).toBe(true);
        for (const [i, { claim }] of others.entries()) expect(named[i].samples).toBe(claim);
      }
    }
    // Without SIGNAL there is neither a rate nor a length.
    const [short] = await received(onAir(350, [{ frame: ack, at: 0 }], { snrDb: 28 }));
    expect(short).toMatchObject({ status: "no SIGNAL", rateMbps: null, length: null, samples: null });
  });

  it("receives the shortest and the longest frames of the fastest rates", async () => {
    const lengths = [1, 2, 3, 4, 5, 4094, 4095];
    let length = 100;
    const sent = lengths.map((octets, f) => {
      const frame = { rate: RATES[7 - (f % 3)], psdu: randomPsdu(f, octets), scramblerState: 127 - f };
      const at = length;
      length += frameSamples(octets, frame.rate) + 100;
      return { frame, at };
    });
    const frames = await received(onAir(length, sent, { snrDb: 40 }));
    expect(frames.map(({ fcsOk }) => fcsOk)).toEqual(lengths.map((octets) => octets >= 4));
    expect(frames.map(({ psdu }) => psdu)).toEqual(sent.map(({ frame }) => frame.psdu));
  });

  it("finds no frame in noise, in a constant, in zeros, in huge samples and in an empty recording", async () => {
    const noise = onAir(40_000, [], { seed: 4 });
    expect((await received(noise)).filter(({ fcsOk }) => fcsOk)).toEqual([]);
    expect(await received(new Float64Array(4000))).toEqual([]);
    expect(await received(new Float64Array(4000).fill(1))).toEqual([]);
    expect(await received(new Float64Array(4000).fill(3e38))).toEqual([]);
    expect(await received(new Float64Array(2))).toEqual([]);
    expect(await received(new Float64Array())).toEqual([]);
  });

  // Powers of two change no rounding, so all frames must be equal except their levels.
  it.each([-100, -40, 40, 124])("receives samples of 2^%i times the size alike", async (exponent) => {
    const { sent, length } = traffic(4, 3, 30);
    const samples = onAir(length, sent, { snrDb: 30 });
    const plain = await received(samples);
    compare(plain, sent);
    const scaled = await received(samples.map((value) => value * 2 ** exponent));
    const decibels = 20 * exponent * Math.log10(2);
    for (const [f, { signalDb, noiseDb }] of plain.entries()) {
      expect(scaled[f].signalDb).toBeCloseTo(Number(signalDb) + decibels, 3);
      expect(scaled[f].noiseDb).toBeCloseTo(Number(noiseDb) + decibels, 3);
    }
    const apart = { signalDb: null, noiseDb: null };
    expect(scaled.map((frame) => ({ ...frame, ...apart }))).toEqual(plain.map((frame) => ({ ...frame, ...apart })));
  });

  it("stops between pages and continues from a state", async () => {
    const { sent, length } = traffic(3, 6, 60);
    const samples = onAir(length, sent, { snrDb: 35 });
    const gpu = await testGpu();
    const config = { estimator: "ls", scale } as const;
    const stop = new AbortController();
    const frames: ReceivedFrame[] = [];
    let state;
    for await (const step of receiveFrames(gpu, inMemory(samples), config, undefined, {
      page: 3000,
      signal: stop.signal,
    })) {
      frames.push(...step.frames);
      ({ state } = step);
      stop.abort();
    }
    expect(state?.next).toBe(3000);
    for await (const step of receiveFrames(gpu, inMemory(samples), config, state)) frames.push(...step.frames);
    compare(frames, sent);
  });
});
