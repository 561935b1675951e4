import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import {
  joined,
  poison,
  readFloats,
  readWords,
  run,
  testDevice,
  testNormals,
  testRandom,
  upload,
  withLimits,
} from "../../gpu/testing.ts";
import type { Stage } from "../../gpu/timing.ts";
import { randomRows } from "../../random/testing.ts";
import { checksOf } from "./base-graphs.reference.ts";
import { type LdpcCode, ldpcCode, WIMAX_CODES, WIMAX_RATES } from "./code.ts";
import { boxPlus, decodeLdpcFrame } from "./decoder.reference.ts";
import { createLdpcDecoder, type LdpcDecoderConfig } from "./decoder.ts";
import type { LdpcDecoding } from "./decoding.ts";
import { encodeLdpc } from "./encoder.reference.ts";
import { LIFTING_SIZES } from "./nr.ts";

const sumProduct = { algorithm: "sum-product", iterations: 10, stop: "none" } as const;
const minSum = { algorithm: "min-sum", factor: 0.75, iterations: 10, stop: "none" } as const;

/**
 * Codes with the rules to test. A kernel takes seconds to compile. So outside the slow suite, the rates take turns with the shortest and
 * the longest code, and with the rules.
 */
const CASES = process.env.THREERAY_SLOW
  ? WIMAX_CODES.flatMap((code) => [sumProduct, minSum].map((rules) => ({ code, rules })))
  : WIMAX_RATES.map((rate, i) => ({
      code: ldpcCode(`wimax-${i % 2 ? 2304 : 576}-${rate}`),
      rules: i % 4 < 2 ? sumProduct : minSum,
    }));

/** LLRs of a codeword over BPSK and noise. */
function received(code: LdpcCode, bits: readonly number[], ebn0Db: number, seed: number): Float32Array<ArrayBuffer> {
  const variance = 10 ** (-ebn0Db / 10); // 1/(2·R·Eb/N0), R = 1/2
  const noise = testNormals(seed, code.length);
  return Float32Array.from(
    encodeLdpc(code, bits),
    (bit, i) => (2 * (2 * bit - 1 + Math.sqrt(variance) * noise[i])) / variance,
  );
}

/** LLRs of a codeword over BPSK and noise of a standard deviation. */
function overNoise(code: LdpcCode, bits: readonly number[], sigma: number, seed: number): Float32Array<ArrayBuffer> {
  const noise = testNormals(seed, code.length);
  return Float32Array.from(encodeLdpc(code, bits), (bit, i) => (2 * (2 * bit - 1 + sigma * noise[i])) / sigma ** 2);
}

const devices = new Map<string, GPUDevice>();

/** A device with other limits compiles its own kernels, so there is one for each set of limits. */
async function deviceWith(limits: Readonly<Record<string, number>> | undefined): Promise<GPUDevice> {
  const device = await testDevice();
  if (!limits) return device;
  const key = JSON.stringify(limits);
  const known = devices.get(key) ?? withLimits(device, limits);
  devices.set(key, known);
  return known;
}

/** The code of NR with the most information bits for a lifting size, and a number of layers. */
function longestCode(graph: "nr-1" | "nr-2", z: number, layers: number): LdpcCode | undefined {
  const blocks = graph === "nr-1" ? 22 : 10;
  for (let k = blocks * z; k > 0 && k > (blocks / 2) * z; k--) {
    const name = `nr-ldpc:${k}:${k + (layers - 2) * z}`;
    try {
      const code = ldpcCode(name);
      if (code.graph === graph && code.z === z) return code;
    } catch {
      // The standard has no such code.
    }
  }
  return undefined;
}

interface Options {
  /** LLRs of a run that continues from the messages of the first. */
  next?: Float32Array<ArrayBuffer>;
  /** Limits of the device. */
  limits?: Record<string, number>;
}

async function decode(
  code: LdpcCode,
  llr: Float32Array<ArrayBuffer>,
  decoding: LdpcDecoding,
  { next, limits }: Options = {},
) {
  const device = await deviceWith(limits);
  const frames = llr.length / code.length;
  const input = upload(device, llr);
  const plan = await createLdpcDecoder(device, {
    ...decoding,
    code,
    frames,
    llr: input,
    posterior: true,
    keepsMessages: next !== undefined,
  });
  const posterior = plan.posterior as GPUBuffer;
  const outputs = [plan.decisions, plan.iterations, posterior];
  for (const output of outputs) poison(device, output);
  const read = async () => ({
    decisions: await readWords(device, plan.decisions, frames * wordsOf(code.information)),
    iterations: await readWords(device, plan.iterations, frames),
    posterior: await readFloats(device, posterior, frames * code.length),
  });
  await run(device, plan);
  const result = await read();
  if (!next) {
    plan.destroy();
    return { ...result, continued: result };
  }
  for (const output of outputs) poison(device, output);
  device.queue.writeBuffer(input, 0, next);
  await run(device, plan.continued as Stage);
  const continued = await read();
  plan.destroy();
  return { ...result, continued };
}

/** Largest |L − expected| / max(1, |expected|). */
function worst(actual: ArrayLike<number>, expected: Float32Array | Float64Array): number {
  let most = 0;
  for (const [i, value] of expected.entries()) {
    const error = Math.abs(actual[i] - value) / Math.max(1, Math.abs(value));
    if (!(error <= most)) most = error;
  }
  return most;
}

describe("ldpc/decoder reference", () => {
  it("combines messages as the tanh rule does", () => {
    const values = testNormals(4, 200);
    for (let i = 0; i < values.length; i += 2) {
      const [a, b] = [3 * values[i], 3 * values[i + 1]];
      expect(boxPlus(a, b)).toBeCloseTo(2 * Math.atanh(Math.tanh(a / 2) * Math.tanh(b / 2)), 10);
    }
  });
});

describe("ldpc/decoder", () => {
  it.each(CASES)(
    "has the reference's LLRs after 1 iteration, its decisions after 10: $code.name, $rules.algorithm",
    async ({ code, rules }) => {
      const rows = randomRows(code.z, 3, code.information);
      const codewords = rows.map((bits, i) => received(code, bits, 1 + i, i));
      const once = await decode(code, joined(codewords), { ...rules, iterations: 1 });
      const first = codewords.map((llr) => decodeLdpcFrame(code, llr, { ...rules, iterations: 1 }));
      expect(worst(once.posterior, joined(first.map(({ posterior }) => posterior)))).toBeLessThan(1e-4);
      expect(once.decisions).toEqual(pack(first.map(({ bits }) => bits)));
      const { decisions, iterations } = await decode(code, joined(codewords), rules);
      expect(decisions).toEqual(pack(codewords.map((llr) => decodeLdpcFrame(code, llr, rules).bits)));
      expect([...iterations]).toEqual(rows.map(() => 10));
    },
  );

  it.each(CASES)(
    "decodes noiseless codewords, in one iteration: $code.name, $rules.algorithm",
    async ({ code, rules }) => {
      const rows = randomRows(code.z, 7, code.information);
      const llr = joined(rows.map((bits) => encodeLdpc(code, bits).map((bit) => 8 * bit - 4)));
      const { decisions, iterations } = await decode(code, llr, { ...rules, stop: "checks" });
      expect(decisions).toEqual(pack(rows));
      expect([...iterations]).toEqual(rows.map(() => 1));
    },
  );

  it.each(["wimax-576-1/2", "wimax-2304-1/2"])("stops each frame at the reference's iteration: %s", async (name) => {
    const code = ldpcCode(name);
    const rows = randomRows(7, 9, code.information);
    const codewords = rows.map((bits, i) => received(code, bits, 0.5 + 0.4 * i, i));
    for (const decoding of [sumProduct, minSum]) {
      const stopping = { ...decoding, iterations: 13, stop: "checks" } as const;
      const { decisions, iterations, posterior } = await decode(code, joined(codewords), stopping);
      const expected = codewords.map((llr) => decodeLdpcFrame(code, llr, stopping));
      expect([...iterations]).toEqual(expected.map((frame) => frame.iterations));
      expect(decisions).toEqual(pack(expected.map(({ bits }) => bits)));
      expect(new Set(iterations).size).toBeGreaterThan(3);
      const checks = checksOf(code);
      for (const [f, ran] of iterations.entries()) {
        if (ran === 13) continue;
        const bits = posterior.subarray(f * code.length, (f + 1) * code.length);
        expect(checks.every((check) => check.filter((bit) => bits[bit] > 0).length % 2 === 0)).toBe(true);
      }
    }
  });

  it("decodes more frames than a dispatch has workgroups in a row", async () => {
    const code = ldpcCode("wimax-576-1/2");
    const [distinct, copies] = [103, 61];
    const rows = randomRows(3, distinct, code.information);
    const llr = joined(rows.map((bits, i) => received(code, bits, 2, i)));
    const decoding = { ...minSum, iterations: 1 };
    const few = await decode(code, llr, decoding);
    const many = await decode(code, joined(Array.from({ length: copies }, () => llr)), decoding);
    const words = few.decisions.length;
    expect(many.decisions).toHaveLength(copies * words);
    expect(many.decisions.findIndex((word, i) => word !== few.decisions[i % words])).toBe(-1);
  });

  it("treats NaN LLRs as unknown, without effect on other frames", async () => {
    const code = ldpcCode("wimax-672-1/2");
    const rows = randomRows(5, 2, code.information);
    const [one, two] = rows.map((bits, i) => received(code, bits, 4, i));
    for (const decoding of [sumProduct, minSum]) {
      const sane = await decode(code, joined([one, two]), decoding);
      const mad = [one.map(() => Number.NaN), one, two.map((x) => x / 0), two, one.map((x) => 1e30 * x)];
      mad.push(one.with(7, Number.NaN).with(400, -Infinity * one[400]));
      const { decisions, posterior } = await decode(code, joined(mad), decoding);
      expect(posterior.every(Number.isFinite)).toBe(true);
      const words = wordsOf(code.information);
      const frame = (f: number) => decisions.slice(words * f, words * (f + 1));
      expect(frame(0)).toEqual(new Uint32Array(words));
      for (const [i, f] of [1, 3].entries()) {
        expect(frame(f)).toEqual(sane.decisions.slice(words * i, words * (i + 1)));
        expect(posterior.slice(code.length * f, code.length * (f + 1))).toEqual(
          sane.posterior.slice(code.length * i, code.length * (i + 1)),
        );
      }
    }
  });

  // Where the beliefs and the messages are: workgroup memory and registers; storage and registers; workgroup memory and storage; storage.
  it.each([
    ["nr-ldpc-2304-1/2", sumProduct, "layered", undefined],
    ["nr-ldpc-2304-1/2", sumProduct, "flooding", undefined],
    ["nr-ldpc-2304-1/2", minSum, "flooding", { maxComputeWorkgroupStorageSize: 8192 }],
    ["nr-ldpc:40:200", sumProduct, "layered", undefined],
    ["nr-ldpc:40:200", minSum, "flooding", undefined],
    ["nr-ldpc:3900:4290", minSum, "layered", undefined],
    ["nr-ldpc:1000:2900", sumProduct, "flooding", undefined],
  ] as const)(
    "agrees with the reference, and continues from its messages: %s, %j, %s, %j",
    async (name, rules, schedule, limits) => {
      const code = ldpcCode(name);
      const rows = randomRows(code.z, 3, code.information);
      const sigma = Math.sqrt((0.35 * code.length) / code.information);
      const first = rows.map((bits, i) => overNoise(code, bits, sigma, i));
      const next = rows.map((bits, i) => overNoise(code, bits, 0.9 * sigma, i));
      const decoding = { ...rules, schedule, iterations: 1 };
      const results = await decode(code, joined(first), decoding, { next: joined(next), limits });
      const expected = first.map((llr) => decodeLdpcFrame(code, llr, decoding));
      const continued = next.map((llr, f) => decodeLdpcFrame(code, llr, decoding, expected[f].messages));
      expect(worst(results.posterior, joined(expected.map(({ posterior }) => posterior)))).toBeLessThan(1e-3);
      const { posterior, decisions } = results.continued;
      expect(worst(posterior, joined(continued.map((frame) => frame.posterior)))).toBeLessThan(1e-3);
      expect(decisions).toEqual(pack(continued.map(({ bits }) => bits)));
    },
  );

  // Min-sum keeps three numbers per check: in storage, and in registers with outer layers and without.
  it.each([
    ["nr-ldpc:1000:2900", minSum, "checks", { maxComputeWorkgroupStorageSize: 4096 }],
    ["nr-ldpc:1000:4900", minSum, "checks", { maxComputeWorkgroupStorageSize: 8192 }],
    ["nr-ldpc:40:200", minSum, "checks", undefined],
    ["nr-ldpc:700:1000", minSum, "none", { maxComputeWorkgroupStorageSize: 4096 }],
    ["nr-ldpc:700:1000", sumProduct, "checks", { maxComputeWorkgroupStorageSize: 4096 }],
  ] as const)(
    "has the reference's LLRs where not all beliefs or messages fit: %s, %j, stop %s",
    async (name, rules, stop, limits) => {
      const code = ldpcCode(name);
      const rows = randomRows(code.z, 3, code.information);
      const sigma = Math.sqrt((0.3 * code.length) / code.information);
      const llrs = rows.map((bits, i) => overNoise(code, bits, sigma, i));
      for (const iterations of [2, 6]) {
        const decoding = { ...rules, stop, iterations };
        const found = await decode(code, joined(llrs), decoding, { limits });
        const expected = llrs.map((llr) => decodeLdpcFrame(code, llr, decoding));
        expect([...found.iterations]).toEqual(expected.map((frame) => frame.iterations));
        expect(found.decisions).toEqual(pack(expected.map(({ bits }) => bits)));
        // Sum-product limits its messages, and the reference does not: they differ after more iterations.
        if (iterations > 2 && rules.algorithm === "sum-product") continue;
        expect(worst(found.posterior, joined(expected.map(({ posterior }) => posterior)))).toBeLessThan(1e-3);
      }
    },
  );

  // Few kernels serve all lifting sizes of a base graph if the beliefs are in storage.
  it.each([
    ["nr-2", 8, 0.05, sumProduct, 51],
    ["nr-1", 4, 0.01, minSum, 39],
  ] as const)(
    "decodes noiseless and erased words at lifting sizes (all with THREERAY_SLOW): %s, %i layers",
    async (graph, layers, part, rules, count) => {
      const sizes = LIFTING_SIZES.map((z) => longestCode(graph, z, layers)).filter((code) => code !== undefined);
      expect(sizes).toHaveLength(count);
      // Outside the slow suite: of base graph 2 the least and the greatest size of each of the 8 sets of shifts, of base graph 1
      // the greatest, since each of its kernels takes seconds to compile. nr.test.ts checks the codes at all sizes.
      const quick = ({ z }: LdpcCode) => 2 * z > 384 || z % 2 === 1 || z === 2;
      const tested = process.env.THREERAY_SLOW ? sizes : sizes.filter(graph === "nr-2" ? quick : ({ z }) => z > 320);
      for (const code of tested) {
        const rows = randomRows(code.z, 2, code.information);
        const [noiseless, erased] = rows.map((bits) => Float32Array.from(encodeLdpc(code, bits), (bit) => 8 * bit - 4));
        const random = testRandom(code.z);
        for (let i = 0; i < Math.max(1, Math.floor(part * code.length)); i++)
          erased[Math.floor(random() * code.length)] = 0;
        const decoding = { ...rules, iterations: 20, stop: "checks" } as const;
        const limits = { maxComputeWorkgroupStorageSize: 1024 };
        const { decisions, iterations } = await decode(code, joined([noiseless, erased]), decoding, { limits });
        expect([code.z, ...decisions]).toEqual([code.z, ...pack(rows)]);
        expect(iterations.every((ran) => ran < 20)).toBe(true);
      }
    },
  );

  it.each([
    [{ frames: 1.5 }, "frames must be a positive integer, got 1.5"],
    [{ algorithm: "bit-flip" }, 'algorithm must be "sum-product" or "min-sum", got "bit-flip"'],
    [{ algorithm: "min-sum", factor: 1.25 }, "factor must be 0 to 1, got 1.25"],
    [{ iterations: 0 }, "iterations must be an integer from 1 to 50, got 0"],
    [{ iterations: 51 }, "iterations must be an integer from 1 to 50, got 51"],
    [{ schedule: "serial" }, 'schedule must be "layered" or "flooding", got "serial"'],
    [{ stop: "sign" }, 'stop must be "none" or "checks", got "sign"'],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const llr = upload(device, new Float32Array(576));
    const config = { ...sumProduct, code: WIMAX_CODES[0], frames: 1, llr, ...change } as LdpcDecoderConfig;
    await expect(createLdpcDecoder(device, config)).rejects.toThrow(`ldpc/decoder: ${message}`);
  });
});
