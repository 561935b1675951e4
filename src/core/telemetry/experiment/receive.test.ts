import { describe, expect, it } from "vitest";
import { noiseVariance, receivedPower } from "../channel/noise.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { recording } from "../channel/recording.float64.ts";
import { countErrors } from "../detection/errors.reference.ts";
import { testGpu, testNormals } from "../../gpu/testing.ts";
import { packetBits } from "../soqpsk/bits.float64.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_SAMPLES } from "../packet.ts";
import { receive, type ReceiveConfig, type ReceiveStep, type SampleSource } from "./receive.ts";
import type { ReceivedPacket } from "./figures/packets.ts";
import { receiveReference } from "../link/receiver.reference.ts";
import { DEFAULT_SCENARIO, EQUALIZERS, recordingLength } from "./scenario.ts";
import { sweepToEnd } from "../../measurement/testing.ts";
import { equalizerSweep } from "./sweep.ts";
import { synthesize } from "./synthesize.ts";

function sourceOf(samples: Float32Array<ArrayBuffer>): SampleSource {
  return {
    samples: samples.length / 2,
    read: (start, count) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
  };
}

/** Runs a reception to its end: all packets, the last totals, the bits of each page joined. */
async function receiveAll(source: SampleSource, config: ReceiveConfig, pageBlocks?: number) {
  const gpu = await testGpu();
  const packets: ReceivedPacket[] = [];
  const bits = new Map<string, number[]>();
  let last: ReceiveStep | undefined;
  for await (const step of receive(gpu, source, config, undefined, { pageBlocks })) {
    packets.push(...step.packets);
    for (const { equalizer, bits: decided } of step.decisions) {
      bits.set(equalizer, [...(bits.get(equalizer) ?? []), ...decided]);
    }
    last = step;
  }
  return { packets, bits, results: last?.results ?? [] };
}

const config = { firstOffset: 4000, frequencyOffset: -0.03, phase: 1, timing: 0.25, seed: 5 } as const;

describe("receiving a recording", () => {
  it.each([
    { channel: "1", ebn0: 12 },
    { channel: "measured-6", ebn0: 12 },
  ])("decides like the float64 receiver, channel $channel at $ebn0 dB", async ({ channel, ebn0 }) => {
    const paths = NAMED_PATHS[channel];
    const variance = noiseVariance(receivedPower(paths), ebn0);
    // Cut in the middle of the packet before the first, and of the one after the second.
    const length = config.firstOffset + 2 * PACKET_SAMPLES + 3000;
    const samples = Float32Array.from(
      recording({ ...config, source: "random", paths, noiseVariance: variance }, 0, length),
    );
    const expected = receiveReference(Float64Array.from(samples));
    const scenario = { ...DEFAULT_SCENARIO, ...config, packets: 2, equalizers: [...EQUALIZERS] };
    const { packets, bits, results } = await receiveAll(sourceOf(samples), {
      scenario,
      known: true,
      keep: [...EQUALIZERS],
    });
    expect(packets.map(({ start }) => start)).toEqual(expected.map(({ start }) => start));
    expect(packets).toHaveLength(2);
    for (const [p, { frequencyOffset, noiseVariance: noise }] of packets.entries()) {
      expect(Math.abs(frequencyOffset - expected[p].frequencyOffset)).toBeLessThan(1e-6);
      expect(Math.abs(noise / expected[p].noiseVariance - 1)).toBeLessThan(1e-4);
    }
    const sent = packets.map((_, p) => packetBits(p, { source: "random", seed: config.seed }));
    for (const [e, equalizer] of EQUALIZERS.entries()) {
      const decided = bits.get(equalizer) ?? [];
      const reference = expected.flatMap((packet) => packet.bits[equalizer].slice(KNOWN_BITS));
      const different = decided.filter((bit, k) => bit !== reference[k]).length;
      // A decision close to the threshold may differ in float32. Few do, except for ZF: in a null of the channel its
      // taps have errors of 1e-2, so up to 1 % of its decisions may differ.
      expect(different, equalizer).toBeLessThanOrEqual(equalizer === "zf" ? decided.length / 100 : 4);
      const errors = sent.reduce((sum, bitsSent, p) => {
        const known = Array.from(bitsSent.subarray(0, KNOWN_BITS));
        return sum + countErrors([...known, ...decided.slice(p * DATA_BITS, (p + 1) * DATA_BITS)], bitsSent);
      }, 0);
      expect(results[e]).toMatchObject({ equalizer, bits: 2 * DATA_BITS, errors });
    }
  });

  it("counts the same in a synthesized recording as in the sweep, for any page size", async () => {
    const gpu = await testGpu();
    const scenario = {
      ...DEFAULT_SCENARIO,
      packets: 40,
      ebn0: 11,
      seed: 3,
      firstOffset: 12_000,
      equalizers: ["none", "mmse"],
    };
    const checked = scenario as typeof DEFAULT_SCENARIO;
    const pieces: number[][] = [];
    for await (const { samples } of synthesize(gpu, checked, 0, { pageBlocks: 1 })) pieces.push([...samples]);
    const samples = Float32Array.from(pieces.flat());
    expect(samples.length).toBe(2 * recordingLength(checked));
    const sweep = await sweepToEnd(equalizerSweep, { scenario: checked, ebn0s: [11], stopErrors: 0 });
    const counted = sweep.results.map(({ errors }) => errors);
    for (const pageBlocks of [1, 2]) {
      const { results, packets } = await receiveAll(
        sourceOf(samples),
        { scenario: checked, known: true, keep: [] },
        pageBlocks,
      );
      expect(packets).toHaveLength(40);
      expect(results.map(({ errors }) => errors)).toEqual(counted);
    }
  });

  it("receives samples of any size alike", async () => {
    const paths = NAMED_PATHS["1"];
    const length = config.firstOffset + PACKET_SAMPLES + 3000;
    const samples = Float32Array.from(recording({ ...config, source: "random", paths, noiseVariance: 0.1 }, 0, length));
    const equalizers = ["mmse", "cma"] as const;
    const scenario = { ...DEFAULT_SCENARIO, packets: 1, cmaPasses: 1, equalizers: [...equalizers] };
    const of = async (scale: number) => {
      const source = sourceOf(samples.map((value) => scale * value));
      const { packets, bits } = await receiveAll(source, { scenario, known: false, keep: [...equalizers] });
      return JSON.stringify([packets, ...equalizers.map((name) => bits.get(name)?.join(""))]);
    };
    // Powers of two change no rounding. The samples are below 4.
    const plain = await of(1);
    expect(plain).toContain('"start":');
    for (const exponent of [-100, -40, 40, 125]) expect(await of(2 ** exponent)).toBe(plain);
  });

  it("finds nothing in noise, in a recording shorter than a packet, or in an empty one", async () => {
    for (const length of [40_000, 100, 0]) {
      const noise = Float32Array.from(testNormals(length, 2 * length));
      const { packets, results } = await receiveAll(sourceOf(noise), {
        scenario: { ...DEFAULT_SCENARIO, cmaPasses: 1, equalizers: ["none", "cma"] },
        known: false,
        keep: ["cma"],
      });
      expect(packets).toEqual([]);
      expect(results).toHaveLength(2);
      expect(results[0]).toEqual({ equalizer: "none", bits: 0, errors: null, ber: null, ci95: null });
    }
  });

  it("survives samples that are not numbers", async () => {
    const paths = NAMED_PATHS.none;
    const samples = Float32Array.from(
      recording(
        { ...config, source: "random", paths, noiseVariance: 0.05 },
        0,
        config.firstOffset + 3 * PACKET_SAMPLES + 500,
      ),
    );
    const middle = 2 * (config.firstOffset + PACKET_SAMPLES + 6000);
    samples.fill(Number.NaN, middle, middle + 20);
    const { packets } = await receiveAll(sourceOf(samples), {
      scenario: { ...DEFAULT_SCENARIO, equalizers: ["none"] },
      known: false,
      keep: [],
    });
    const starts = packets.map(({ start }) => start);
    for (const p of [0, 2]) {
      expect(starts.some((start) => Math.abs(start - config.firstOffset - p * PACKET_SAMPLES) <= 4)).toBe(true);
    }
  });
});
