import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { fcsHolds } from "../frame/fcs.ts";
import { transmit } from "../frame/frame.float64.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import { annex } from "../frame/testing.ts";
import { createScrambling } from "./scrambling.ts";
import { createOfdmTransmitter, type TransmitterConfig } from "./transmitter.ts";

interface Given extends Omit<TransmitterConfig, "psdu"> {
  psdus?: Uint8Array[];
  firstFrame?: number;
}

/** Octets of each frame as words, little-endian; the last word ends with `rest`, which no frame may show. */
function packedOctets(psdus: readonly Uint8Array[], rest = 0xa5): Uint8Array<ArrayBuffer> {
  const stride = 4 * Math.ceil(psdus[0].length / 4);
  const octets = new Uint8Array(psdus.length * stride).fill(rest);
  for (const [f, psdu] of psdus.entries()) octets.set(psdu, f * stride);
  return octets;
}

async function transmitOnGpu({ psdus, firstFrame = 0, ...config }: Given) {
  const device = await testDevice();
  const { frames, octets } = config;
  const psdu = psdus && upload(device, packedOctets(psdus));
  const plan = await createOfdmTransmitter(device, { ...config, psdu });
  plan.setFirstFrame(firstFrame);
  for (const buffer of [plan.states, plan.samples]) poison(device, buffer);
  await run(device, ...plan.stages);
  const samples = await readFloats(device, plan.samples, 2 * frames * plan.length);
  const states = await readWords(device, plan.states, frames);
  const stride = 4 * Math.ceil(octets / 4);
  const sent = new Uint8Array((await readWords(device, plan.psdu, (frames * stride) / 4)).slice().buffer);
  const { length, lead } = plan;
  plan.destroy();
  return Array.from({ length: frames }, (_, f) => ({
    psdu: sent.slice(f * stride, f * stride + octets),
    state: states[f],
    samples: samples.subarray(2 * f * length, 2 * (f + 1) * length),
    lead,
  }));
}

const random = testRandom(30);
const randomOctets = (length: number) => Uint8Array.from({ length }, () => 256 * random());

describe("wifi/transmitter", () => {
  it("reproduces the worked example of the standard's annex G within 0.001", async () => {
    const { psdu, scramblerState: state } = annex;
    const [frame] = await transmitOnGpu({ rate: rateOf(36), octets: 100, frames: 1, seed: 1, psdus: [psdu], state });
    expect(frame.samples.length).toBe(annex.packet.length);
    const worst = annex.packet.reduce((most, value, i) => Math.max(most, Math.abs(value - frame.samples[i])), 0);
    expect(worst).toBeLessThan(0.001);
  });

  it.each(RATES.map((rate, i) => [rate.mbps, [1, 38, 102, 5, 77, 350, 250, 3][i], 2 * i + 2] as const))(
    "equals the reference at %i Mbit/s: given PSDUs of %i octets, windows that rise in %i samples",
    async (mbps, octets, transition) => {
      const rate = rateOf(mbps);
      const psdus = [0, 1, 2].map(() => randomOctets(octets));
      const frames = await transmitOnGpu({ rate, octets, frames: 3, seed: 5, psdus, transition });
      for (const [f, { samples, state: scramblerState, lead }] of frames.entries()) {
        const expected = transmit({ rate, psdu: psdus[f], scramblerState }, transition);
        expect(lead).toBe(transition / 2 - 1);
        expect(errorDb(samples, expected)).toBeLessThan(-125);
      }
    },
  );

  it.each([
    [54, 1000],
    [12, 5],
    [36, 4095],
  ])("makes random PSDUs with their check and random scrambler states, %i Mbit/s, %i octets", async (mbps, octets) => {
    const rate = rateOf(mbps);
    const frames = await transmitOnGpu({ rate, octets, frames: 3, seed: 9, firstFrame: 70 });
    for (const { psdu, state, samples } of frames) {
      expect(fcsHolds(psdu)).toBe(true);
      expect(errorDb(samples, transmit({ rate, psdu, scramblerState: state }))).toBeLessThan(-125);
    }
    expect(new Set(frames.map(({ psdu }) => psdu.join())).size).toBe(3);
  });

  it("draws every scrambler state about equally often", async () => {
    const device = await testDevice();
    const size = { rate: rateOf(54), octets: 5, frames: 2540, seed: 3 };
    const plan = await createScrambling(device, { ...size, psdu: upload(device, new Uint32Array(2 * size.frames)) });
    await run(device, plan);
    const counts = new Float64Array(128);
    for (const state of await readWords(device, plan.states, size.frames)) counts[state]++;
    plan.destroy();
    const chi = counts.subarray(1).reduce((sum, count) => sum + (count - 20) ** 2 / 20, 0);
    expect(counts[0]).toBe(0);
    // χ² with 126 degrees of freedom: mean 126, standard deviation 16.
    expect(Math.abs(chi - 126)).toBeLessThan(80);
  });

  it("gives a frame the same samples in every page", async () => {
    const config = { rate: rateOf(24), octets: 60, seed: 2 ** 32 - 1 };
    const many = await transmitOnGpu({ ...config, frames: 6, firstFrame: 2 ** 32 - 8 });
    const [one] = await transmitOnGpu({ ...config, frames: 1, firstFrame: 2 ** 32 - 4 });
    expect(one).toEqual(many[4]);
  });

  it.each([
    [{ octets: 4 }, "wifi/transmitter: a random PSDU needs at least 5 octets, one before its check, got 4"],
    [{ octets: 4096 }, "wifi/transmitter/scrambling: octets must be a whole number of octets from 1 to 4095, got 4096"],
    [{ frames: 0 }, "random/bits: frames must be a positive integer, got 0"],
    [{ state: 128 }, "wifi/transmitter/scrambling: the scrambler's state must be an integer from 1 to 127, got 128"],
    [{ transition: 3 }, "wifi/transmitter/assembly: transition must be an even number of samples from 2 to 16, got 3"],
    [{ seed: -1 }, "random/bits: seed must be a whole number from 0 to 2^32 − 1, got -1"],
  ])("refuses %j", async (change, message) => {
    const config = { rate: rateOf(6), octets: 40, frames: 1, seed: 1, ...change };
    await expect(createOfdmTransmitter(await testDevice(), config)).rejects.toThrow(message);
  });
});
