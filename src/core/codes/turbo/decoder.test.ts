import type { SoftOutput } from "../code.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import {
  joined,
  poison,
  readFloats,
  readWords,
  run,
  TEST_INVOCATIONS,
  testDevice,
  testNormals,
  upload,
  withLimits,
} from "../../gpu/testing.ts";
import type { Stage } from "../../gpu/timing.ts";
import { randomRows } from "../../random/testing.ts";
import { crcBits, crcLength } from "../crc/crc.ts";
import { constituent, decodeTurboFrame, initialEdges, type Messages, tailPosteriors } from "./decoder.float64.ts";
import { createTurboDecoder, type TurboDecoderConfig } from "./decoder.ts";
import type { TurboDecoding } from "./decoding.ts";
import { encodeTurbo } from "./encoder.reference.ts";
import { TURBO_LENGTHS } from "./qpp.ts";
import { NEXT_STATE, PARITY } from "./trellis.ts";

const AFF3CT = new URL("./decoder.vectors.csv", import.meta.url);

const usual = { windows: 1, algorithm: "max-log", scale: 0.75, iterations: 6, stop: "none" } as const;

/** LLRs of a codeword over BPSK and noise. */
function received(bits: readonly number[], ebn0Db: number, seed: number): Float32Array<ArrayBuffer> {
  const code = encodeTurbo(bits);
  const variance = code.length / (2 * bits.length * 10 ** (ebn0Db / 10));
  const noise = testNormals(seed, code.length);
  return Float32Array.from(code, (bit, i) => (2 * (2 * bit - 1 + Math.sqrt(variance) * noise[i])) / variance);
}

async function decode(llr: Float32Array<ArrayBuffer>, decoding: TurboDecoding, soft: SoftOutput = "posterior") {
  const device = await testDevice();
  const { length } = decoding;
  const frames = llr.length / (3 * length + 12);
  const input = upload(device, llr);
  const plan = await createTurboDecoder(device, { ...decoding, frames, llr: input, soft });
  const llrs = plan.soft as GPUBuffer;
  for (const output of [plan.decisions, plan.iterations, llrs]) poison(device, output);
  await run(device, plan);
  const result = {
    decisions: await readWords(device, plan.decisions, frames * wordsOf(length)),
    iterations: await readWords(device, plan.iterations, frames),
    soft: await readFloats(device, llrs, frames * length),
  };
  plan.destroy();
  return result;
}

/** Decodes the LLRs of successive detections: the first run starts without messages, the others continue. Returns each run's results. */
async function decodeAll(
  detections: readonly Float32Array<ArrayBuffer>[],
  decoding: TurboDecoding,
  { soft, limits }: { soft?: SoftOutput; limits?: Readonly<Record<string, number>> } = {},
) {
  const device = await testDevice();
  const { length } = decoding;
  const coded = 3 * length + 12;
  const frames = detections[0].length / coded;
  const llr = upload(device, detections[0]);
  const outputs = { soft, codeword: true, keepsMessages: detections.length > 1 };
  const plan = await createTurboDecoder(withLimits(device, limits ?? {}), { ...decoding, ...outputs, frames, llr });
  const results = [];
  for (const [i, values] of detections.entries()) {
    device.queue.writeBuffer(llr, 0, values);
    const buffers = [plan.decisions, plan.codeword as GPUBuffer, ...(plan.soft ? [plan.soft] : [])];
    for (const buffer of buffers) poison(device, buffer);
    await run(device, i > 0 ? (plan.continued as Stage) : plan);
    results.push({
      decisions: await readWords(device, plan.decisions, frames * wordsOf(length)),
      iterations: [...(await readWords(device, plan.iterations, frames))],
      codeword: await readFloats(device, plan.codeword as GPUBuffer, frames * coded),
      soft: plan.soft && (await readFloats(device, plan.soft, frames * length)),
    });
  }
  plan.destroy();
  return results;
}

const bitsIn = (word: number) => [...(word >>> 0).toString(2)].filter((bit) => bit === "1").length;

/** Largest |L − expected| / max(1, |expected|). */
function worst(actual: ArrayLike<number>, expected: Float32Array | Float64Array): number {
  let most = 0;
  for (const [i, value] of expected.entries()) {
    const error = Math.abs(actual[i] - value) / Math.max(1, Math.abs(value));
    if (!(error <= most)) most = error;
  }
  return most;
}

/** Most windows of 192 bits on the device: one per invocation. */
const MOST_TESTED = Math.min(192, (TEST_INVOCATIONS * 3) / 4);

describe("turbo/decoder reference", () => {
  it("gives the posteriors that sums over all codewords give", () => {
    const [length, windows] = [7, 1];
    const [u, p, tail] = [7, 7, 6].map((count, i) => testNormals(90 + i, count));
    const llr = [...u, ...p, ...tail];
    const sums = llr.map(() => [0, 0]);
    for (let word = 0; word < 2 ** length; word++) {
      let state = 0;
      const code: number[] = [];
      for (let k = 0; k < length + 3; k++) {
        const bit = k < length ? (word >> k) & 1 : Number(NEXT_STATE[state][1] < 4);
        const [bitAt, parityAt] = k < length ? [k, length + k] : [2 * k, 2 * k + 1];
        code[bitAt] = bit;
        code[parityAt] = PARITY[state][bit];
        state = NEXT_STATE[state][bit];
      }
      expect(state).toBe(0);
      const metric = code.reduce((sum, bit, i) => sum + bit * llr[i], 0);
      for (const [i, bit] of code.entries()) sums[i][bit] += Math.exp(metric);
    }
    const edges = initialEdges("log-map", tail, windows);
    const inputs = [Float64Array.from(u), Float64Array.from(p), edges] as const;
    const { extrinsic, edges: next } = constituent("log-map", ...inputs);
    const { extrinsic: parity } = constituent("log-map", ...inputs, "parity");
    const found = [...extrinsic, ...parity].map((value, i) => llr[i] + value);
    found.push(...tailPosteriors("log-map", next.alpha[windows], tail));
    for (const [i, [zero, one]] of sums.entries()) expect(found[i]).toBeCloseTo(Math.log(one / zero), 10);
  });
});

describe("turbo/decoder", () => {
  it.each([40, 48, 104, 512, 1024, 6144])("one half-iteration is BCJR over %i bits", async (length) => {
    const [bits] = randomRows(length, 1, length);
    const llr = received(bits, 0.5, length);
    // Without parity bits the first decoder gains no information.
    for (let k = 0; k < length; k++) llr[3 * k + 1] = 0;
    llr.fill(0, 3 * length, 3 * length + 6);
    for (const algorithm of ["max-log", "log-map"] as const) {
      const decoding = { ...usual, length, iterations: 1, algorithm };
      const { soft } = await decode(llr, decoding);
      expect(worst(soft, decodeTurboFrame(llr, decoding).posterior)).toBeLessThan(1e-4);
    }
  });

  // A kernel takes a second to compile. So each algorithm has only some of the sizes of workgroups.
  it.each([
    { length: 40, windows: 1, iterations: 8 },
    { length: 40, windows: 8, iterations: 3 },
    { length: 48, windows: 3, iterations: 5 },
    { length: 48, windows: 16, iterations: 1 },
    { length: 104, windows: 13, iterations: 2, only: "max-log" },
    { length: 64, windows: 16, iterations: 16 },
    { length: 512, windows: 32, iterations: 6 },
    { length: 1024, windows: 16, iterations: 4 },
    { length: 1024, windows: 1, iterations: 6 },
    { length: 6144, windows: 96, iterations: 6, only: "max-log" },
    { length: 192, windows: MOST_TESTED, iterations: 3 },
    // Windows of several sections, also with stages beyond the last span.
    { length: 1056, windows: 3, iterations: 4, only: "log-map" },
    { length: 2752, windows: 2, iterations: 3 },
    { length: 3136, windows: 7, iterations: 2, only: "max-log" },
  ] as const)("$iterations iterations in $windows windows of $length bits: LLRs of the reference", async (given) => {
    const { only, ...size } = { only: undefined, ...given };
    const rows = randomRows(size.length, 3, size.length);
    const codewords = rows.map((bits, i) => received(bits, 1 + i, i));
    for (const algorithm of only ? [only] : (["max-log", "log-map"] as const)) {
      const decoding = { ...usual, ...size, algorithm };
      const { decisions, iterations, soft } = await decode(joined(codewords), decoding);
      const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding));
      expect(worst(soft, joined(expected.map((frame) => frame.posterior)))).toBeLessThan(1e-3);
      expect(decisions).toEqual(pack(expected.map(({ bits }) => bits)));
      expect([...iterations]).toEqual(rows.map(() => size.iterations));
    }
  });

  it.each([
    { length: 40, windows: 8, iterations: 3, stop: "none" },
    { length: 104, windows: 13, iterations: 2, stop: "sign" },
    { length: 1024, windows: 16, iterations: 4, stop: "none" },
  ] as const)("gives the reference's extrinsic LLRs: $length bits in $windows windows", async (size) => {
    const codewords = randomRows(size.length, 3, size.length).map((bits, i) => received(bits, 0.5 + i, 7 + i));
    for (const algorithm of ["max-log", "log-map"] as const) {
      const decoding = { ...usual, ...size, algorithm };
      const { soft, decisions, iterations } = await decode(joined(codewords), decoding, "extrinsic");
      const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding));
      expect(worst(soft, joined(expected.map((frame) => frame.extrinsic)))).toBeLessThan(1e-3);
      expect(decisions).toEqual(pack(expected.map(({ bits }) => bits)));
      expect([...iterations]).toEqual(expected.map((frame) => frame.iterations));
    }
  });

  it.each([
    { length: 40, windows: 8, iterations: 3, stop: "sign", algorithm: "log-map" },
    { length: 104, windows: 13, iterations: 2, stop: "none", algorithm: "max-log" },
    { length: 192, windows: MOST_TESTED, iterations: 3, stop: "none", algorithm: "log-map" },
    { length: 1056, windows: 16, iterations: 4, stop: "none", algorithm: "max-log" },
  ] as const)(
    "gives the reference's LLRs of all coded bits: $length bits, $windows windows, $algorithm",
    async (size) => {
      const codewords = randomRows(size.length, 3, size.length).map((bits, i) => received(bits, 0.5 + i, 11 + i));
      const decoding = { ...usual, ...size };
      const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding));
      const [found] = await decodeAll([joined(codewords)], decoding);
      expect(worst(found.codeword, joined(expected.map((frame) => frame.codeword)))).toBeLessThan(1e-3);
      expect(found.decisions).toEqual(pack(expected.map(({ bits }) => bits)));
      expect(found.iterations).toEqual(expected.map((frame) => frame.iterations));
    },
  );

  it("gives LLRs of information bits beside LLRs of all coded bits", async () => {
    const codewords = randomRows(3, 5, 104).map((bits, i) => received(bits, 0.5 + i, 21 + i));
    const decoding = { ...usual, length: 104, windows: 13 };
    const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding));
    const [found] = await decodeAll([joined(codewords)], decoding, { soft: "extrinsic" });
    expect(worst(found.codeword, joined(expected.map((frame) => frame.codeword)))).toBeLessThan(1e-3);
    expect(worst(found.soft ?? [], joined(expected.map((frame) => frame.extrinsic)))).toBeLessThan(1e-3);
  });

  it.each([
    { length: 40, windows: 5, iterations: 1, stop: "none", groups: 64, frames: 3 },
    { length: 104, windows: 13, iterations: 2, stop: "none", groups: 64, frames: 3 },
    { length: 192, windows: 3, iterations: 5, stop: "sign", groups: 64, frames: 3 },
    // Several batches of frames, each with its own messages.
    { length: 104, windows: 8, iterations: 1, stop: "none", groups: 2, frames: 11 },
    // Windows of several sections.
    { length: 4096, windows: 1, iterations: 5, stop: "none", groups: 64, frames: 1 },
  ] as const)(
    "continues with the last run's messages: $length bits in $windows windows",
    async ({ groups, frames, ...size }) => {
      const rows = randomRows(size.length, frames, size.length);
      // Each detection improves the LLRs.
      const detections = [0, 1, 2].map((run) =>
        rows.map((bits, i) => received(bits, 0.4 * (i % 3) + run / 2, 40 * run + i)),
      );
      const decoding = { ...usual, ...size };
      let before: (Messages | undefined)[] = rows.map(() => undefined);
      const results = await decodeAll(detections.map(joined), decoding, {
        limits: { maxComputeWorkgroupsPerDimension: groups },
      });
      for (const [run, codewords] of detections.entries()) {
        const expected = codewords.map((llr, i) => decodeTurboFrame(llr, decoding, { messages: before[i] }));
        expect(results[run].iterations).toEqual(expected.map(({ iterations }) => iterations));
        expect(worst(results[run].codeword, joined(expected.map(({ codeword }) => codeword)))).toBeLessThan(1e-3);
        before = expected.map(({ messages }) => messages);
      }
    },
  );

  // Weak LLRs fit the powers of log-MAP's spans, and strong ones do not. Noise alone contradicts itself, so that metrics lie far apart.
  it.each([
    { signal: 1, noise: 1, iterations: 6, error: 1e-5 },
    { signal: 3, noise: 2, iterations: 6, error: 1e-5 },
    { signal: 4, noise: 2, iterations: 6, error: 1e-5 },
    { signal: 5, noise: 2, iterations: 6, error: 1e-5 },
    { signal: 6, noise: 2, iterations: 6, error: 1e-5 },
    { signal: 8, noise: 3, iterations: 6, error: 1e-5 },
    { signal: 12, noise: 3, iterations: 6, error: 1e-5 },
    { signal: 30, noise: 3, iterations: 6, error: 1e-5 },
    { signal: 1e5, noise: 1e4, iterations: 2, error: 1e-5 },
    { signal: 0, noise: 20, iterations: 1, error: 1e-3 },
    { signal: 0, noise: 60, iterations: 1, error: 1e-3 },
    { signal: 0, noise: 1000, iterations: 1, error: 1e-3 },
  ])("log-MAP decodes LLRs of $signal with noise of $noise", async ({ signal, noise, iterations, error }) => {
    const decoding = { ...usual, length: 1024, windows: 16, algorithm: "log-map", iterations } as const;
    const codewords = randomRows(31, 3, 1024).map((bits, i) => {
      const normals = testNormals(40 + i, 3 * 1024 + 12);
      return Float32Array.from(encodeTurbo(bits), (bit, k) => signal * (2 * bit - 1) + noise * normals[k]);
    });
    const { soft } = await decode(joined(codewords), decoding);
    const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding).posterior);
    expect(worst(soft, joined(expected))).toBeLessThan(error);
  });

  it("decodes noiseless codewords of all lengths", async () => {
    for (const length of TURBO_LENGTHS) {
      const rows = randomRows(length, 2, length);
      const llr = Float32Array.from(rows.flatMap(encodeTurbo), (bit) => 8 * bit - 4);
      const { decisions } = await decode(llr, { ...usual, length, windows: 8, iterations: 2 });
      expect(decisions).toEqual(pack(rows));
    }
  });

  it.each([
    { length: 1024, windows: 8, stop: "sign" },
    { length: 1024, windows: 8, stop: "crc", crc: "24A" },
    { length: 1024, windows: 8, stop: "crc", crc: "24B" },
    { length: 6144, windows: 1, stop: "sign" },
  ] as const)("stops at the reference's iteration: $stop $crc, $length bits", async ({ length, windows, ...rule }) => {
    const rows = randomRows(7, 9, length);
    for (const bits of rows) {
      if (rule.stop !== "crc") continue;
      const parity = length - crcLength(rule.crc);
      bits.splice(parity, length, ...crcBits(bits.slice(0, parity), rule.crc));
    }
    const codewords = rows.map((bits, i) => received(bits, 0.25 * i, i));
    const decoding = { ...usual, length, windows, iterations: 7, ...rule };
    const { decisions, iterations } = await decode(joined(codewords), decoding);
    const expected = codewords.map((llr) => decodeTurboFrame(llr, decoding));
    expect([...iterations]).toEqual(expected.map((frame) => frame.iterations));
    expect(decisions).toEqual(pack(expected.map(({ bits }) => bits)));
    expect(new Set(iterations).size).toBeGreaterThan(2);
  });

  it("decodes more frames than fit its buffers", async () => {
    const [length, distinct, copies] = [192, 61, 41];
    const rows = randomRows(3, distinct, length);
    const llr = joined(rows.map((bits, i) => received(bits, 4, i)));
    const decoding = { ...usual, length, windows: MOST_TESTED, iterations: 1 };
    const few = await decode(llr, decoding);
    const many = await decode(joined(Array.from({ length: copies }, () => llr)), decoding);
    const words = few.decisions.length;
    const wrong = many.decisions.findIndex((word, i) => word !== few.decisions[i % words]);
    expect(many.decisions).toHaveLength(copies * words);
    expect(wrong).toBe(-1);
  });

  it.each([3, 1])("treats NaN LLRs as unknown, without effect on other frames, in %i windows", async (windows) => {
    const length = 48;
    const rows = randomRows(5, 4, length);
    const codewords = rows.map((bits, i) => received(bits, 5, i));
    for (const algorithm of ["max-log", "log-map"] as const) {
      const decoding = { ...usual, length, windows, algorithm };
      const sane = await decode(joined(codewords), decoding);
      const mad = [codewords[0].map(() => Number.NaN), codewords[1], codewords[2].map((x) => x / 0), codewords[3]];
      mad.push(
        codewords[0].with(7, Number.NaN),
        codewords[0].map((x) => 1e30 * x),
      );
      const { decisions, soft } = await decode(joined(mad), decoding);
      expect(soft.every(Number.isFinite)).toBe(true);
      expect(decisions.slice(0, 2)).toEqual(new Uint32Array(2));
      for (const i of [1, 3]) {
        expect(decisions.slice(2 * i, 2 * i + 2)).toEqual(sane.decisions.slice(2 * i, 2 * i + 2));
        expect(soft.slice(length * i, length * i + length)).toEqual(sane.soft.slice(length * i, length * i + length));
      }
      expect(decisions.slice(8, 10)).toEqual(pack([rows[0]]));
    }
  });

  it("has AFF3CT's error rate", async () => {
    const [length, ebn0Db] = [6144, 0.4];
    const line = readFileSync(AFF3CT, "utf8")
      .split("\n")
      .find((text) => text.split(",")[1] === "0.40");
    const published = Number(line?.split(",")[7]);
    const rows = randomRows(11, 64, length);
    const { decisions } = await decode(joined(rows.map((bits, i) => received(bits, ebn0Db, i))), { ...usual, length });
    const sent = pack(rows);
    const errors = decisions.reduce((sum, word, i) => sum + bitsIn(word ^ sent[i]), 0);
    const ber = errors / (rows.length * length);
    // Three standard deviations for this number of frames; the curve falls by as much in 0.04 dB.
    expect(ber / published).toBeGreaterThan(0.6);
    expect(ber / published).toBeLessThan(1.6);
  });

  it.each([
    [{ length: 41 }, "length must be one of the 188 of TS 36.212, 40 to 6144, got 41 (nearest: 40 and 48)"],
    [{ frames: 1.5 }, "frames must be a positive integer, got 1.5"],
    [{ windows: 7 }, "windows must be a divisor of the length 512, 1 to 192, got 7"],
    [{ windows: 256 }, "windows must be a divisor of the length 512, 1 to 192, got 256"],
    [{ windows: Number.NaN }, "windows must be a divisor of the length 512, 1 to 192, got NaN"],
    [{ algorithm: "sova" }, 'algorithm must be "max-log" or "log-map", got "sova"'],
    [{ scale: 1.5 }, "scale must be 0 to 1, got 1.5"],
    [{ scale: Number.NaN }, "scale must be 0 to 1, got NaN"],
    [{ iterations: 17 }, "iterations must be an integer from 1 to 16, got 17"],
    [{ stop: "soon" }, 'stop must be "none", "sign" or "crc", got "soon"'],
    [{ stop: "crc" }, 'a stop by CRC needs a linear crc, for example "24A", got undefined'],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const llr = upload(device, new Float32Array(1548));
    const config = { ...usual, length: 512, frames: 1, llr, ...change } as TurboDecoderConfig;
    await expect(createTurboDecoder(device, config)).rejects.toThrow(`turbo/decoder: ${message}`);
  });
});
