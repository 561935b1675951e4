import type { Gpu } from "../../gpu/device.ts";
import { owning } from "../../gpu/owning.ts";
import { readBack } from "../../gpu/readback.ts";
import type { Rate } from "../frame/rates.ts";
import { createTransmission, slotOf } from "../transmission/transmission.ts";
import { mostPackets } from "./chain.ts";
import { ratesOf, sampleRateOf, type WifiExperiment } from "./experiment.ts";
import { type NetworkFrame, networkFrames } from "./network.ts";

interface SynthesizeStep {
  /** The next round of packets to make, counted over all rates. */
  state: number;
  progress: number;
  /** The recording's next samples, complex pairs. */
  samples: Float32Array<ArrayBuffer>;
}

/** Contents of the packets: beacons, data frames and acknowledgements of a small network, or random octets as in a sweep. */
export const CONTENTS = ["frames", "random"] as const;
export type Content = (typeof CONTENTS)[number];

/** Distance of the numbers that draw channel and noise, between the frames of a round. */
const KIND_STEP = 2 ** 24;

/** The packets of one rate. A round has one packet of each kind. */
interface Plan {
  rate: Rate;
  /** Samples of each kind's slot. */
  slots: number[];
  kinds: readonly (NetworkFrame | undefined)[];
  rounds: number;
}

/**
 * Returns the packets of an experiment's recording by their rates.
 *
 * @throws RangeError when a data frame has no room in the experiment's octets.
 */
function plansOf(config: WifiExperiment, content: Content): Plan[] {
  return ratesOf(config).map((rate) => {
    const kinds = content === "frames" ? networkFrames(rate, config.bytes, 20 / Number(config.bandwidth)) : [undefined];
    const slots = kinds.map((kind) => slotOf({ ...config, bytes: kind?.octets ?? config.bytes }, rate).length);
    return { rate, slots, kinds, rounds: Math.ceil(config.packets / kinds.length) };
  });
}

/** Samples of the first packets of a rate, `count` of them. */
function samplesOf({ slots }: Plan, count: number): number {
  const round = slots.reduce((sum, slot) => sum + slot, 0);
  const rest = slots.slice(0, count % slots.length).reduce((sum, slot) => sum + slot, 0);
  return Math.floor(count / slots.length) * round + rest;
}

/**
 * Returns the samples of an experiment's recording: `packets` packets of each rate, one in each slot.
 *
 * @throws RangeError when a data frame has no room in the experiment's octets.
 */
export const wifiRecordingLength = (config: WifiExperiment, content: Content): number =>
  plansOf(config, content).reduce((sum, plan) => sum + samplesOf(plan, config.packets), 0);

/**
 * Makes an experiment's packets at one SNR from round `from` on, one rate after the other, one page per step. Random packets have the same
 * samples as in a sweep. Ends early, without an error, when the signal aborts.
 */
export async function* synthesizeWifi(
  gpu: Gpu,
  config: WifiExperiment,
  {
    snrDb,
    content,
    from,
    page,
    signal,
  }: { snrDb: number; content: Content; from: number; page: number; signal?: AbortSignal },
): AsyncGenerator<SynthesizeStep> {
  const plans = plansOf(config, content);
  const all = plans.reduce((sum, { rounds }) => sum + rounds, 0);
  let [next, first, before] = [from, 0, 0];
  for (const plan of plans) {
    const { rate, rounds, kinds } = plan;
    if (next < first + rounds) {
      const most = Math.min(page, rounds, mostPackets(gpu.device, config, rate));
      const sender = await createSender(gpu.device, config, plan, most);
      try {
        while (next < first + rounds) {
          if (signal?.aborted) return;
          const round = next - first;
          const count = Math.min(most, rounds - round);
          const start = before + samplesOf(plan, round * kinds.length);
          const time = (1e6 * start) / sampleRateOf(config);
          const samples = await sender.send({ round, count, snrDb, earlier: first, time });
          next += count;
          const end = samplesOf(plan, Math.min(config.packets, (round + count) * kinds.length));
          const own = end - samplesOf(plan, round * kinds.length);
          yield { state: next, progress: next / all, samples: samples.subarray(0, 2 * own) };
        }
      } finally {
        sender.destroy();
      }
    }
    first += rounds;
    before += samplesOf(plan, config.packets);
  }
}

interface Rounds {
  /** The first round, and their number. */
  round: number;
  count: number;
  snrDb: number;
  /** Rounds of earlier rates. */
  earlier: number;
  /** Start of the first packet's slot in the recording, µs. */
  time: number;
}

/** Creates the transmissions of a rate's kinds of packets. */
function createSender(device: GPUDevice, config: WifiExperiment, { rate, kinds, slots }: Plan, most: number) {
  return owning(device, async ({ keep, memory }) => {
    const senders = await Promise.all(
      kinds.map(async (kind) => {
        const octets = kind?.octets ?? config.bytes;
        const words = Math.ceil(octets / 4);
        const psdu = kind && memory.storage("PSDUs", 4 * words * most);
        const transmission = await keep(createTransmission(device, { ...config, bytes: octets }, rate, most, psdu));
        return { kind, words, psdu, transmission };
      }),
    );
    const roundLength = slots.reduce((sum, slot) => sum + slot, 0);
    return {
      /** Returns the samples of rounds, complex. */
      async send({ round, count, snrDb, earlier, time }: Rounds): Promise<Float32Array<ArrayBuffer>> {
        const encoder = device.createCommandEncoder({ label: "synthesize" });
        let lead = 0;
        for (const [k, { kind, words, psdu, transmission }] of senders.entries()) {
          if (kind && psdu) {
            const octets = new Uint8Array(4 * words * count);
            for (let r = 0; r < count; r++) {
              const sample = r * roundLength + lead + transmission.slot.lead;
              const start = Math.round(time + (1e6 * sample) / sampleRateOf(config));
              octets.set(kind.psdu(earlier + round + r, start), 4 * words * r);
            }
            device.queue.writeBuffer(psdu, 0, octets);
          }
          transmission.setPage({ firstPacket: round + k * KIND_STEP, snrDb });
          for (const stage of transmission.stages) stage.encode(encoder);
          lead += slots[k];
        }
        const reads = senders.map(({ transmission: { samples, slot } }) => ({
          buffer: samples,
          size: 8 * count * slot.length,
        }));
        const parts = (await readBack(device, reads, encoder)).map((bytes) => new Float32Array(bytes));
        const samples = new Float32Array(2 * count * roundLength);
        for (let r = 0, at = 0; r < count; r++) {
          for (const [k, slot] of slots.entries()) {
            samples.set(parts[k].subarray(2 * r * slot, 2 * (r + 1) * slot), 2 * at);
            at += slot;
          }
        }
        return samples;
      },
    };
  });
}
