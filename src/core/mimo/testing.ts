import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { noise } from "../gpu/check.ts";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";
import type { Detector, DetectorConfig } from "./detector.ts";

/** Channel uses to detect. */
export interface Uses {
  antennas: number;
  /** As many as `antennas` where absent. */
  receiveAntennas?: number;
  bitsPerSymbol: BitsPerSymbol;
  uses: number;
  noiseVariance: number;
  /** Transmitted bits, [use][M·B]. */
  bits: number[];
  /** Complex [use][N][M]. */
  channel: Float32Array<ArrayBuffer>;
  /** Complex [use][N]. */
  received: Float32Array<ArrayBuffer>;
  /** Prior LLRs, [use][M·B]. */
  prior?: Float32Array<ArrayBuffer>;
}

/** Random uses of Rayleigh channels at an SNR of M/N0. */
export function randomUses(seed: number, sizes: Omit<Uses, "bits" | "channel" | "received">): Uses {
  const { antennas: M, receiveAntennas: N = M, bitsPerSymbol: B, uses, noiseVariance } = sizes;
  const bits = Array.from(noise(seed, uses * M * B), (value) => Number(value < 0));
  const channel = Float32Array.from(testNormals(seed + 1, 2 * uses * N * M), (x) => x * Math.SQRT1_2);
  const received = new Float32Array(2 * uses * N);
  const disturbance = testNormals(seed + 2, received.length);
  const points = constellation(B, "38.211");
  for (let use = 0; use < uses; use++) {
    const indices = Array.from({ length: M }, (_, m) => {
      const first = (use * M + m) * B;
      return bits.slice(first, first + B).reduce((index, bit) => 2 * index + bit, 0);
    });
    for (let r = use * N; r < (use + 1) * N; r++) {
      let [x, y] = [disturbance[2 * r], disturbance[2 * r + 1]].map((w) => w * Math.sqrt(noiseVariance / 2));
      for (const [c, index] of indices.entries()) {
        const [a, b] = channel.subarray(2 * (r * M + c));
        const [s, t] = points.subarray(2 * index);
        x += a * s - b * t;
        y += a * t + b * s;
      }
      received.set([x, y], 2 * r);
    }
  }
  return { ...sizes, bits, channel, received };
}

export interface StoredUses extends Uses {
  /** LLRs by detector, [use][M·B]. */
  llr: Record<"lmmse_maxlog" | "zf_maxlog" | "ml_maxlog", number[]>;
}

export const STORED = ["2x2-16qam", "4x4-4qam"] as const;
type Stored = (typeof STORED)[number];

interface Vectors {
  nt: number;
  bits_per_symbol: BitsPerSymbol;
  no: number;
  n_uses: number;
  constellation: { points_re: number[]; points_im: number[] };
  bits: number[];
  H: number[];
  y: number[];
  llr: StoredUses["llr"];
}

/** Returns the vectors of a file: channel uses, and the LLRs of Sionna's detectors. */
export function storedVectors(name: Stored): Vectors {
  return JSON.parse(readFileSync(new URL(`./${name}.vectors.json`, import.meta.url), "utf8"));
}

/** Returns uses with Sionna's LLRs. */
export function storedUses(name: Stored): StoredUses {
  const vectors = storedVectors(name);
  return {
    antennas: vectors.nt,
    bitsPerSymbol: vectors.bits_per_symbol,
    uses: vectors.n_uses,
    noiseVariance: vectors.no,
    bits: vectors.bits,
    channel: Float32Array.from(vectors.H),
    received: Float32Array.from(vectors.y),
    llr: vectors.llr,
  };
}

/** Returns the LLRs of a detector on the GPU. */
export async function detect(
  create: (device: GPUDevice, config: DetectorConfig) => Promise<Detector>,
  { antennas, receiveAntennas, bitsPerSymbol, uses, noiseVariance, channel, received, prior }: Omit<Uses, "bits">,
): Promise<Float32Array> {
  const device = await testDevice();
  const inputs = {
    channel: upload(device, channel),
    received: upload(device, received),
    prior: prior && upload(device, prior),
  };
  const plan = await create(device, { antennas, receiveAntennas, bitsPerSymbol, uses, ...inputs });
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.llr);
  await run(device, plan);
  const llr = await readFloats(device, plan.llr, uses * antennas * bitsPerSymbol);
  plan.destroy();
  return llr;
}

export const PRIORS = ["zero", "moderate", "certain", "infinite"] as const;

/** Prior LLRs for the bits of uses: none; moderate ones, a sixth of them wrong; nearly certain ones; or no doubt at all. */
export function priorsOf({ bits }: Uses, kind: (typeof PRIORS)[number]): Float32Array<ArrayBuffer> {
  const [mean, deviation] = { zero: [0, 0], moderate: [2, 2], certain: [30, 0], infinite: [1e4, 0] }[kind];
  const disturbance = testNormals(bits.length, bits.length);
  return Float32Array.from(bits, (bit, i) => (bit ? mean : -mean) + deviation * disturbance[i]);
}

/** Returns the LLRs of a reference for each use in turn. */
export function each(
  { uses, bits, channel, received, prior = new Float32Array(bits.length) }: Uses,
  detectUse: (channel: Float32Array, received: Float32Array, prior: Float32Array) => ArrayLike<number>,
): number[] {
  const slice = (values: Float32Array, use: number) =>
    values.subarray((use * values.length) / uses, ((use + 1) * values.length) / uses);
  return Array.from({ length: uses }, (_, use) =>
    Array.from(detectUse(slice(channel, use), slice(received, use), slice(prior, use))),
  ).flat();
}

/** Fails where an LLR changes by more than `tolerance` when only the bit's own prior changes; each use changes one. */
export async function expectExtrinsic(create: Parameters<typeof detect>[0], uses: Uses, tolerance: number) {
  const prior = priorsOf(uses, "moderate");
  const perUse = prior.length / uses.uses;
  const changed = prior.map((value, i) => (i % perUse === Math.floor(i / perUse) % perUse ? -3 * value + 1 : value));
  const before = await detect(create, { ...uses, prior });
  const after = await detect(create, { ...uses, prior: changed });
  const own = [...before.keys()].filter((i) => changed[i] !== prior[i]);
  expect(own).toHaveLength(uses.uses);
  const of = (llr: Float32Array) => own.map((i) => llr[i]);
  if (tolerance > 0) expect(worstLlr(of(after), of(before))).toBeLessThan(tolerance);
  else expect(of(after)).toEqual(of(before));
  expect(after).not.toEqual(before);
}

/** Largest |actual − expected| / max(1, |expected|); Infinity where a value is NaN. */
export function worstLlr(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) throw new RangeError(`${actual.length} LLRs against ${expected.length}`);
  let worst = 0;
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    if (!(error <= worst)) worst = Number.isNaN(error) ? Infinity : error;
  }
  return worst;
}
