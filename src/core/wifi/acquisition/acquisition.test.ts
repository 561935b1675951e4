import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { readBack } from "../../gpu/readback.ts";
import { readWords, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { randomFrame } from "../equalization/testing.ts";
import { dataSymbols, frameSamples } from "../frame/data-field.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import { signalBits } from "../frame/signal-field.ts";
import { FRAME_BYTES, type FrameLine, frameLines, type Status } from "../frame-table.ts";
import { type AcquisitionConfig, createAcquisition } from "./acquisition.ts";
import { LEAD } from "./page.ts";
import { fadedPaths, onAir, type Sent, withSignal } from "./testing.ts";

type Options = Partial<Omit<AcquisitionConfig, "samples">>;

/** The lines of the table of samples, and the counts. */
async function acquired(samples: ArrayLike<number>, options: Options = {}) {
  const device = await testDevice();
  const input = upload(device, Float32Array.from(samples));
  const config = { samples: input, length: samples.length / 2, capacity: 100, ...options };
  const plan = await createAcquisition(device, config);
  await run(device, plan);
  const counts = [...(await readWords(device, plan.counts, 5))];
  const [bytes] = await readBack(device, [{ buffer: plan.frames, size: FRAME_BYTES * Math.max(1, counts[0]) }]);
  plan.destroy();
  return { lines: frameLines(bytes, counts[0]), counts };
}

const captures = fileURLToPath(new URL("../../../../../shared/captures/", import.meta.url));

interface Expected {
  start: number;
  rate_mbps: number;
  length: number;
  cfo_cycles_per_sample: number;
}

const received = (lines: readonly FrameLine[]) => lines.filter(({ status }) => status === "received");

/** The expected table for frames on the air. */
const told = (sent: readonly Sent[]) =>
  sent.map(({ frame: { rate, psdu }, at }) => ({ start: Math.round(at), rate, length: psdu.length }));

/** The same of lines. */
const listed = (lines: readonly FrameLine[]) => lines.map(({ start, rate, length }) => ({ start, rate, length }));

/** Frames with random rates, offsets up to 60 kHz at 20 MS/s and random distances, and the number of samples. */
function traffic(seed: number, count: number, { octets = 100, distance = 500, whole = false } = {}) {
  const random = testRandom(seed);
  let at = 100;
  const sent = Array.from({ length: count }, (_, f): Sent => {
    const frame = randomFrame(seed + f, RATES[f % 8], 1 + Math.floor(octets * random()));
    at += distance * random();
    const one = { frame, at: whole ? Math.round(at) : at, offset: 0.0188 * (2 * random() - 1) };
    at += frameSamples(frame.psdu.length, frame.rate);
    return one;
  });
  return { sent, length: Math.ceil(at) + 50 };
}

describe("wifi/acquisition", () => {
  it("finds frames of all rates at any place, with any offset up to 60 kHz and any part of a sample", async () => {
    const { sent, length } = traffic(1, 16, { octets: 40 });
    const { lines, counts } = await acquired(onAir(length, sent, { snrDb: 18 }));
    const found = received(lines);
    expect(found.map(({ rate, length: octets }) => ({ rate, octets }))).toEqual(
      sent.map(({ frame }) => ({ rate: frame.rate, octets: frame.psdu.length })),
    );
    for (const [f, { at, offset = 0 }] of sent.entries()) {
      expect(Math.abs(found[f].start - at)).toBeLessThan(2);
      expect(Math.abs(found[f].offset - offset)).toBeLessThan(1e-3);
      // 18 dB below the power per carrier, with 52 differences to measure it.
      expect(10 * Math.log10((64 * 52) / 64 ** 2 / found[f].noise)).toBeCloseTo(18, -1);
    }
    const symbols = sent.reduce((sum, { frame }) => sum + dataSymbols(frame.psdu.length, frame.rate), 0);
    expect(counts.slice(1, 3)).toEqual([0, symbols]);
  });

  it("finds frames with a constant offset, clipped ones, and ones in channels with 50 and 150 ns of delay spread", async () => {
    const { sent, length } = traffic(2, 8, { octets: 60, whole: true });
    // A constant as strong as the frames moves nothing, even at 190 kHz, where it would spread over many carriers.
    const far = sent.map((one, f) => ({ ...one, offset: f % 2 ? 0.06 : -0.06 }));
    const [plain, constant] = [
      await acquired(onAir(length, far, { snrDb: 20 })),
      await acquired(onAir(length, far, { snrDb: 20, dc: [0.9, -0.5] })),
    ];
    expect(listed(received(constant.lines))).toEqual(told(sent));
    for (const [f, { noise }] of received(plain.lines).entries()) {
      expect(received(constant.lines)[f].noise / noise).toBeCloseTo(1, 2);
    }
    // Half an ADC's range: about one sample of five is clipped.
    const clipped = onAir(length, sent, { snrDb: 20 }).map((value) => Math.min(0.1, Math.max(-0.1, value)));
    expect(listed(received((await acquired(clipped)).lines))).toEqual(told(sent));
    for (const delaySpread of [1, 3]) {
      const faded = sent.map((one, f) => ({ ...one, paths: fadedPaths(90 + f, delaySpread) }));
      const { lines } = await acquired(onAir(length, faded, { snrDb: 25 }));
      expect(received(lines).map(({ rate, length: octets }) => ({ rate, octets }))).toEqual(
        sent.map(({ frame }) => ({ rate: frame.rate, octets: frame.psdu.length })),
      );
      for (const [f, { start }] of received(lines).entries()) expect(Math.abs(start - sent[f].at)).toBeLessThan(10);
    }
  });

  it("reports SIGNAL with odd parity, a reserved rate and LENGTH 0, and data that reach past the samples", async () => {
    const frame = randomFrame(5, rateOf(12), 40);
    const bits = signalBits({ rate: frame.rate, length: 40 });
    const flipped = (...places: number[]) => bits.map((bit, k) => (places.includes(k) ? 1 - bit : bit));
    // LENGTH 40 has the bits 3 and 5, which are the bits 8 and 10 of SIGNAL.
    const cases: [Uint8Array, Status][] = [
      [bits, "received"],
      [flipped(6), "odd parity"],
      [flipped(3, 17), "reserved rate"],
      [flipped(8, 10), "no length"],
      [flipped(5 + 11, 17), "cut off"],
    ];
    const period = 1500;
    const samples = new Float64Array(2 * period * cases.length);
    for (const [f, [signal]] of cases.entries()) {
      const alone = onAir(period, [{ frame, at: 300 }], { seed: f + 1, snrDb: 25 });
      samples.set(withSignal(alone, 300, signal), 2 * period * f);
    }
    const { lines, counts } = await acquired(samples);
    expect(lines.map(({ status }) => status)).toEqual(cases.map(([, status]) => status));
    const symbols = dataSymbols(40, rateOf(12));
    expect(lines.map((line) => line.symbols)).toEqual([symbols, 0, 0, 0, 0]);
    const words = Math.ceil((symbols * 48) / 32);
    expect(counts).toEqual([5, 0, symbols, words, Math.ceil(words / WINDOW_WORDS)]);
  });

  it("cuts off a frame at any sample before its end", async () => {
    const sent = [{ frame: randomFrame(6, rateOf(54), 50), at: 100 }];
    const samples = onAir(1000, sent, { snrDb: 25 });
    const end = 100 + frameSamples(50, rateOf(54));
    for (const [length, status] of [
      [end, ["received"]],
      [end - 1, ["cut off"]],
      [100 + 400, ["cut off"]],
      [100 + 390, ["no SIGNAL"]],
      [100 + 200, ["no long training"]],
      [100 + 50, ["no long training"]],
      [1, []],
    ] as const) {
      const { lines } = await acquired(samples.subarray(0, 2 * length));
      expect(lines.map((line) => line.status)).toEqual(status);
    }
  });

  it("finds both of two frames that overlap", async () => {
    const first = { frame: randomFrame(7, rateOf(6), 150), at: 200 };
    const second = { frame: randomFrame(8, rateOf(24), 60), at: 2333, gain: 2, offset: 0.01 };
    const { lines } = await acquired(onAir(6000, [first, second], { snrDb: 25 }));
    expect(listed(received(lines))).toEqual(told([first, second]));
  });

  it("lists bursts with the period of the short training, and the frame after them once", async () => {
    const one = { frame: randomFrame(11, rateOf(18), 30), at: 700 };
    const samples = onAir(2500, [one], { snrDb: 20 });
    for (const place of [200, 450]) {
      for (let i = 0; i < 200; i++) samples[2 * place + i] += 0.2 * Math.cos((2 * Math.PI * (i >> 1)) / 16);
    }
    const { lines } = await acquired(samples);
    expect(lines.map(({ status }) => status)).toEqual(["no long training", "no long training", "received"]);
    expect(listed(received(lines))).toEqual(told([one]));
  });

  it("finds frames that rise above a carrier that never ends", async () => {
    const sent = Array.from({ length: 8 }, (_, f) => ({ frame: randomFrame(f + 1, RATES[f], 20), at: 138 + 1200 * f }));
    const samples = onAir(10_000, sent, { snrDb: 30 });
    // 15 dB above the noise, 15 dB below the frames.
    const amplitude = Math.sqrt(52 / 64 ** 2 / 10 ** 1.5);
    for (let i = 0; i < samples.length; i++) samples[i] += amplitude * Math.cos(0.7 * (i >> 1) - (i % 2) * 1.5708);
    const found = received((await acquired(samples)).lines);
    expect(found.map(({ rate }) => rate)).toEqual(RATES);
    for (const [f, { start }] of found.entries()) expect(Math.abs(start - sent[f].at)).toBeLessThan(3);
  });

  it("lists many frames in order, and the first ones if there is no room for all", async () => {
    const { sent, length } = traffic(9, 90, { octets: 1, distance: 60, whole: true });
    const samples = onAir(length, sent, { snrDb: 30 });
    const { lines } = await acquired(samples, { capacity: 200 });
    expect(listed(received(lines))).toEqual(told(sent));
    const few = await acquired(samples, { capacity: 20 });
    expect(few.lines).toEqual(lines.slice(0, 20));
    expect(few.counts.slice(0, 2)).toEqual([20, lines.length - 20]);
  });

  it("lists every frame once however the recording is cut into pages", async () => {
    const { sent, length } = traffic(10, 16, { octets: 30 });
    const samples = onAir(length, sent, { snrDb: 12 });
    const longest = Math.max(...sent.map(({ frame }) => frameSamples(frame.psdu.length, frame.rate)));
    const { lines } = await acquired(samples);
    expect(received(lines)).toHaveLength(16);
    const own = 1777;
    const all: FrameLine[] = [];
    const device = await testDevice();
    const most = LEAD + own + longest + LEAD;
    const input = upload(device, new Float32Array(2 * most));
    const plan = await createAcquisition(device, { samples: input, length: most, capacity: 100 });
    for (let first = 0; first < length; first += own) {
      const from = Math.max(0, first - LEAD);
      const page = Float32Array.from(samples.subarray(2 * from, 2 * (first + own + longest + LEAD)));
      device.queue.writeBuffer(input, 0, page);
      plan.setPage({ length: page.length / 2, lead: first - from, own: Math.min(own, length - first) });
      await run(device, plan);
      const [frames] = await readWords(device, plan.counts, 1);
      const [bytes] = await readBack(device, [{ buffer: plan.frames, size: FRAME_BYTES * Math.max(1, frames) }]);
      all.push(...frameLines(bytes, frames).map((line) => ({ ...line, start: line.start + from })));
    }
    plan.destroy();
    const apart = ({ firstSymbol: _s, firstWord: _w, firstWindow: _v, ...line }: FrameLine) => line;
    expect(all.map(apart)).toEqual(lines.map(apart));
  });

  it("finds nothing to decode in zeros, a constant, a carrier, and samples that are not finite", async () => {
    const length = 4000;
    const carrier = Float64Array.from({ length: 2 * length }, (_, i) => Math.cos(0.4 * (i >> 1) - (i % 2) * 1.5708));
    const noise = testNormals(3, 2 * length);
    for (const samples of [
      new Float64Array(2 * length),
      new Float64Array(2 * length).fill(0.25),
      carrier,
      noise.map((value, i) => (i % 97 ? value : Number.NaN)),
      noise.map((value, i) => (i % 1000 < 100 ? Infinity : value)),
    ]) {
      const { lines, counts } = await acquired(samples);
      expect(received(lines)).toEqual([]);
      expect(counts.slice(1)).toEqual([0, 0, 0, 0]);
    }
  });

  it("finds few candidates and no frame in 300,000 samples of noise", async () => {
    const { lines } = await acquired(testNormals(77, 6e5));
    expect(lines.length).toBeLessThan(3);
    expect(received(lines)).toEqual([]);
  });

  it.runIf(process.env.THREERAY_SLOW).each([0, 3, 6, 10, 20, 30])(
    "measures offset and start as accurately as theory allows at %i dB, and finds nearly all frames (THREERAY_SLOW)",
    async (snrDb) => {
      const { sent, length } = traffic(1000 + snrDb, 400, { octets: 10, distance: 800 });
      const { lines } = await acquired(onAir(length, sent, { snrDb, seed: snrDb + 1 }), { capacity: 2000 });
      const detected = sent.flatMap((one) => {
        const line = received(lines).find(({ start }) => Math.abs(start - one.at) < 16);
        return line ? [{ ...line, late: line.start - one.at, error: line.offset - (one.offset ?? 0) }] : [];
      });
      const rms = (values: readonly number[]) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
      const theory = 1 / (64 * Math.sqrt(80 * 10 ** (snrDb / 10)));
      const offsets = rms(detected.map(({ error }) => error));
      const starts = rms(detected.map(({ late }) => late));
      expect(detected.length).toBeGreaterThan(snrDb < 3 ? 340 : 398);
      // At low SNR the products of noise add to the theory of high SNR.
      expect(offsets).toBeLessThan(theory * Math.sqrt(1 + 0.5 / 10 ** (snrDb / 10)) * 1.15);
      // Half a sample of rounding has an rms of 0.29.
      expect(starts).toBeLessThan(snrDb < 3 ? 2 : 0.6);
    },
  );

  it.runIf(process.env.THREERAY_SLOW)(
    "reads SIGNAL in at most five places of 10⁸ samples of noise (THREERAY_SLOW)",
    async () => {
      const device = await testDevice();
      const length = 4e6;
      const input = upload(device, new Float32Array(2 * length));
      const plan = await createAcquisition(device, { samples: input, length, capacity: 1000 });
      const statuses: Partial<Record<Status, number>> = {};
      for (let page = 0; page < 25; page++) {
        device.queue.writeBuffer(input, 0, Float32Array.from(testNormals(1000 + page, 2 * length)));
        await run(device, plan);
        const [frames] = await readWords(device, plan.counts, 1);
        const [bytes] = await readBack(device, [{ buffer: plan.frames, size: FRAME_BYTES * Math.max(1, frames) }]);
        for (const { status } of frameLines(bytes, frames)) statuses[status] = (statuses[status] ?? 0) + 1;
      }
      plan.destroy();
      expect(statuses.received ?? 0, JSON.stringify(statuses)).toBeLessThanOrEqual(5);
    },
    1_200_000,
  );

  it.skipIf(!existsSync(captures)).each(["conducted_dot11a_6mbps.dat", "conducted_dot11a_24mbps.dat"])(
    `finds every frame of a capture (skipped where ${captures} is absent): %s`,
    async (file) => {
      const all: Record<string, Expected[]> = JSON.parse(readFileSync(`${captures}dot11a-expected.json`, "utf8"));
      const bytes = readFileSync(captures + file);
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
      const { lines } = await acquired(samples);
      const found = received(lines).map(({ start, rate, length }) => ({ start, rate: rate.mbps, length }));
      expect(found).toEqual(
        all[file].map(({ start, rate_mbps: rate, length }) => ({ start: expect.closeTo(start, -1), rate, length })),
      );
    },
  );
});
