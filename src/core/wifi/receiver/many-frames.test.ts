import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { run, testGpu, testNormals, testRandom } from "../../gpu/testing.ts";
import { FRAME_POWER } from "../acquisition/testing.ts";
import { RATES } from "../frame/rates.ts";
import { createOfdmTransmitter } from "../transmitter/transmitter.ts";
import { newWifiReception, receiveFrames } from "./receive.ts";
import type { ReceivedFrame } from "./received-frame.ts";

const config = { estimator: "ls", scale: { sampleRate: 20e6, place: (sample: number) => sample } } as const;
const slow = Boolean(process.env.THREERAY_SLOW);

/** Sends frames of one rate and length without noise, 200 samples apart, and returns how many come back. */
async function returned(rate: (typeof RATES)[number], octets: number, frames: number, seed: number) {
  const gpu = await testGpu();
  const sender = await createOfdmTransmitter(gpu.device, { rate, octets, frames, seed });
  await run(gpu.device, ...sender.stages);
  const row = 4 * Math.ceil(octets / 4);
  const [bytes, psdus] = await readBack(gpu.device, [
    { buffer: sender.samples, size: 8 * frames * sender.length },
    { buffer: sender.psdu, size: row * frames },
  ]);
  const period = sender.length + 200;
  const samples = new Float32Array(2 * period * frames);
  for (let f = 0; f < frames; f++) {
    samples.set(new Float32Array(bytes, 8 * f * sender.length, 2 * sender.length), 2 * period * f);
  }
  sender.destroy();
  const source = {
    samples: period * frames,
    read: async (start: number, count: number) => samples.slice(2 * start, 2 * (start + count)),
  };
  const found: ReceivedFrame[] = [];
  for await (const step of receiveFrames(gpu, source, config)) found.push(...step.frames);
  // Data may look like a preamble.
  const own = found.filter(({ inside }) => inside === null);
  return own.filter(({ fcsOk, psdu }, f) => {
    const sent = new Uint8Array(psdus, row * f, octets);
    return fcsOk && psdu.length === octets && psdu.every((octet, i) => octet === sent[i]);
  }).length;
}

describe("wifi/receiver, many frames", () => {
  const [batches, each] = slow ? [25, 50] : [1, 5];

  it.each(RATES)(
    `returns ${batches * each} random frames at $mbps Mbit/s without noise`,
    async (rate) => {
      const random = testRandom(rate.mbps);
      for (let batch = 0; batch < batches; batch++) {
        const octets = 5 + Math.floor((slow && batch % 8 === 0 ? 4090 : 250) * random());
        expect(await returned(rate, octets, each, 100 * rate.mbps + batch), `${octets} octets`).toBe(each);
      }
    },
    1_200_000,
  );

  const total = slow ? 1e8 : 3e5;
  it(`passes no frame of ${total} samples of noise, and counts false detections`, async () => {
    const source = {
      samples: total,
      // Each page draws its own noise.
      read: async (start: number, count: number) =>
        Float32Array.from(testNormals(start + 1, 2 * count), (value) => Math.sqrt(FRAME_POWER / 2) * value),
    };
    let state = newWifiReception();
    const found: ReceivedFrame[] = [];
    for await (const step of receiveFrames(await testGpu(), source, config, state)) {
      found.push(...step.frames);
      ({ state } = step);
    }
    expect(found.filter(({ fcsOk }) => fcsOk)).toEqual([]);
    expect(state.dropped).toBe(0);
    // White noise makes a candidate of less than 1 of 10,000 samples, and SIGNAL of few of them is valid.
    expect(state.rejected).toBeLessThan(total / 1e4);
    expect(found.length).toBeLessThan(total / 1e4);
  }, 3_600_000);
});
