import { describe, expect, it } from "vitest";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { errorDb, readFloats, run, testDevice } from "../../gpu/testing.ts";
import { BLOCK_HOP, BLOCK_LAYOUT, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";
import { packetBits } from "../soqpsk/bits.float64.ts";
import { createPacketBits } from "../soqpsk/bits.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_BITS, PACKET_SAMPLES } from "../packet.ts";
import { createImpairments } from "../../channel/impairments.ts";
import { createMultipath } from "./multipath.ts";
import { noiseVariance, receivedPower } from "./noise.ts";
import { NAMED_PATHS } from "./rays.ts";
import { type SimulatedRecording, recording } from "./recording.float64.ts";

const quiet: SimulatedRecording = {
  source: "random",
  seed: 3,
  paths: NAMED_PATHS.none,
  firstOffset: 700,
  timing: 0,
  frequencyOffset: 0,
  phase: 0,
  noiseVariance: 0,
};

/** |⟨x, p⟩| / (‖x‖·‖p‖) and the angle of ⟨p, x⟩ against the known waveform. */
function correlate(x: Float64Array) {
  const p = knownWaveform;
  let [re, im, power, reference] = [0, 0, 0, 0];
  for (let i = 0; i < p.length; i += 2) {
    re += x[i] * p[i] + x[i + 1] * p[i + 1];
    im += x[i + 1] * p[i] - x[i] * p[i + 1];
    power += x[i] ** 2 + x[i + 1] ** 2;
    reference += p[i] ** 2 + p[i + 1] ** 2;
  }
  return { magnitude: Math.hypot(re, im) / Math.sqrt(power * reference), angle: Math.atan2(im, re) };
}

describe("channel/recording", () => {
  it.each([0, 1, 5])("holds the known waveform where packet %i starts", (packet) => {
    const start = quiet.firstOffset + packet * PACKET_SAMPLES;
    const { magnitude, angle } = correlate(recording(quiet, start, start + 384));
    // The neighbouring packets' bits reach into the first and last samples.
    expect(magnitude).toBeGreaterThan(0.99);
    expect(Math.abs(angle)).toBeLessThan(0.02);
  });

  it("does not depend on where it is cut", () => {
    const config = {
      ...quiet,
      paths: NAMED_PATHS["2"],
      timing: 0.3,
      frequencyOffset: 0.02,
      phase: 1,
      noiseVariance: 0.1,
    };
    const whole = recording(config, 0, 30000);
    for (const [from, to] of [
      [0, 700],
      [650, 710],
      [13330, 13400],
      [25999, 30000],
    ]) {
      const part = recording(config, from, to);
      for (const [i, value] of part.entries()) expect(Math.abs(value - whole[2 * from + i])).toBeLessThan(1e-9);
    }
  });

  it("turns by ω per sample, and by the phase at sample 0", () => {
    const [still, turned] = [quiet, { ...quiet, frequencyOffset: 0.05, phase: 0.7 }].map((c) =>
      recording(c, 1000, 1010),
    );
    for (let i = 0; i < 10; i++) {
      const angle = 0.05 * (1000 + i) + 0.7;
      const [re, im] = [still[2 * i], still[2 * i + 1]];
      expect(turned[2 * i]).toBeCloseTo(re * Math.cos(angle) - im * Math.sin(angle), 9);
      expect(turned[2 * i + 1]).toBeCloseTo(re * Math.sin(angle) + im * Math.cos(angle), 9);
    }
  });

  it("has the known bit error rate in white noise", () => {
    // Bit k is decided at 2k of the detection filter's output, even bits in the real part: 5.15e-3 at 6 dB.
    const PACKETS = 16;
    const config = { ...quiet, firstOffset: 100, noiseVariance: noiseVariance(1, 6) };
    const r = recording(config, 0, 200 + PACKETS * PACKET_SAMPLES);
    let errors = 0;
    for (let packet = 0; packet < PACKETS; packet++) {
      const bits = packetBits(packet, config);
      for (let k = KNOWN_BITS; k < PACKET_BITS; k++) {
        const centre = 2 * (config.firstOffset + packet * PACKET_SAMPLES + 2 * k) + (k & 1);
        const y = DETECTION_FILTER.reduce((sum, tap, i) => sum + tap * r[centre + 2 * (11 - i)], 0);
        errors += Number(y > 0 !== (bits[k] === 1));
      }
    }
    // Four standard deviations of 506 expected errors.
    expect(Math.abs(errors / (PACKETS * DATA_BITS) / 5.15e-3 - 1)).toBeLessThan(0.18);
  });

  it.each([
    { source: "pn11", firstBlock: 2 },
    // Where the numbers of samples pass 2^33.
    { source: "random", firstBlock: Math.floor(2 ** 33 / BLOCK_HOP) },
  ] as const)(
    "equals the kernels' samples, from bits to noise, in block $firstBlock",
    async ({ source: data, firstBlock }) => {
      const device = await testDevice();
      const [blocks, length] = [1, (firstBlock + 2) * BLOCK_HOP];
      const power = receivedPower(NAMED_PATHS["1"]);
      const config: SimulatedRecording = {
        source: data,
        seed: 71,
        paths: NAMED_PATHS["1"],
        firstOffset: 12345,
        timing: -0.2,
        frequencyOffset: -0.03,
        phase: 2,
        noiseVariance: noiseVariance(power, 10),
      };
      const source = await createPacketBits(device, { blocks, ...config });
      source.setFirstBlock(firstBlock);
      const channel = await createMultipath(device, { blocks, firstBlock, length, bits: source.bits, ...config });
      const { samples } = channel;
      const page = { rows: blocks, layout: BLOCK_LAYOUT, firstRow: firstBlock, length };
      const impairments = await createImpairments(device, { ...page, samples, ...config });
      await run(device, source, channel, impairments);
      const from = firstBlock * BLOCK_HOP - BLOCK_LEAD;
      const actual = await readFloats(device, samples, BLOCK_LENGTH * 2);
      expect(errorDb(actual, recording(config, from, from + BLOCK_LENGTH))).toBeLessThan(-125);
      for (const plan of [source, channel, impairments]) plan.destroy();
    },
  );
});
