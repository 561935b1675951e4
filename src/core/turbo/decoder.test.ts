import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, testNormals, testRandom, upload } from "../gpu/testing.ts";
import { CRC_BITS, crcBits } from "./crc.ts";
import { constituent, decodeFrame, initialEdges } from "./decoder.reference.ts";
import { checkLlrs, createTurboDecoder, type TurboDecoding } from "./decoder.ts";
import { encode } from "./encoder.reference.ts";
import { wordsOf } from "./frame.ts";
import { TURBO_LENGTHS } from "./qpp.ts";
import { pack, randomRows } from "./testing.ts";
import { NEXT_STATE, PARITY } from "./trellis.ts";

const usual = { windows: 1, algorithm: "max-log", scale: 0.75, iterations: 6, stop: "none" } as const;

/** LLRs of a codeword over BPSK and noise. */
function received(bits: readonly number[], ebn0Db: number, seed: number): Float32Array<ArrayBuffer> {
  const code = encode(bits);
  const variance = code.length / (2 * bits.length * 10 ** (ebn0Db / 10));
  const noise = testNormals(seed, code.length);
  return Float32Array.from(code, (bit, i) => (2 * (2 * bit - 1 + Math.sqrt(variance) * noise[i])) / variance);
}

async function decode(llr: Float32Array<ArrayBuffer>, decoding: TurboDecoding) {
  const device = await testDevice();
  const { length } = decoding;
  const frames = llr.length / (3 * length + 12);
  const input = upload(device, llr);
  const plan = await createTurboDecoder(device, { ...decoding, frames, llr: input, posterior: true });
  const posterior = plan.posterior as GPUBuffer;
  for (const output of [plan.decisions, plan.iterations, posterior]) poison(device, output);
  await run(device, plan);
  const result = {
    decisions: await readWords(device, plan.decisions, frames * wordsOf(length)),
    iterations: await readWords(device, plan.iterations, frames),
    posterior: await readFloats(device, posterior, frames * length),
  };
  plan.destroy();
  return result;
}

/** Largest |L − expected| / max(1, |expected|). */
function worst(actual: ArrayLike<number>, expected: readonly number[]): number {
  return expected.reduce((most, value, i) => {
    const error = Math.abs(actual[i] - value) / Math.max(1, Math.abs(value));
    return error <= most ? most : error;
  }, 0);
}

const joined = <T extends Float32Array | Float64Array>(rows: readonly T[]) =>
  Float32Array.from(rows.flatMap((row) => [...row]));

describe("turbo/decoder reference", () => {
  it("gives the posteriors that sums over all codewords give", () => {
    const [length, windows] = [7, 1];
    const [u, p, tail] = [7, 7, 6].map((count, i) => testNormals(90 + i, count));
    const sums = Array.from({ length }, () => [0, 0]);
    for (let word = 0; word < 2 ** length; word++) {
      let state = 0;
      let metric = 0;
      for (let k = 0; k < length + 3; k++) {
        const bit = k < length ? (word >> k) & 1 : Number(NEXT_STATE[state][1] < 4);
        const [ofBit, ofParity] = k < length ? [u[k], p[k]] : [tail[2 * (k - length)], tail[2 * (k - length) + 1]];
        metric += bit * ofBit + PARITY[state][bit] * ofParity;
        state = NEXT_STATE[state][bit];
      }
      expect(state).toBe(0);
      for (let k = 0; k < length; k++) sums[k][(word >> k) & 1] += Math.exp(metric);
    }
    const join = (a: number, b: number) => Math.log(Math.exp(a) + Math.exp(b));
    const extrinsic = constituent(join, u, p, initialEdges(join, tail, windows));
    for (const [k, [zero, one]] of sums.entries()) expect(extrinsic[k] + u[k]).toBeCloseTo(Math.log(one / zero), 10);
  });
});

describe("turbo/decoder", () => {
  it.each([
    { length: 40, windows: 1, ebn0Db: 1, iterations: 1 },
    { length: 6144, windows: 1, ebn0Db: 0.5, iterations: 1 },
  ])("one half-iteration: BCJR over $length bits", async ({ length, windows, ebn0Db, iterations }) => {
    const [bits] = randomRows(length, 1, length);
    const llr = received(bits, ebn0Db, length);
    // Without parities the first decoder learns nothing.
    for (let k = 0; k < length; k++) llr[3 * k + 1] = 0;
    llr.fill(0, 3 * length, 3 * length + 6);
    for (const algorithm of ["max-log", "log-map"] as const) {
      const decoding = { ...usual, length, windows, iterations, algorithm };
      const { posterior } = await decode(llr, decoding);
      expect(worst(posterior, [...decodeFrame(llr, decoding).posterior])).toBeLessThan(1e-3);
    }
  });
});
