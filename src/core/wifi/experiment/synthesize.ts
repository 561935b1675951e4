import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { ratesOf, type WifiExperiment } from "./experiment.ts";
import { mostPackets } from "./chain.ts";
import { createTransmission, slotOf } from "../transmission/transmission.ts";

export interface SynthesizeStep {
  /** The next packet to make, counted over all rates. */
  state: number;
  progress: number;
  /** The recording's next samples, complex pairs. */
  samples: Float32Array<ArrayBuffer>;
}

/** Returns the samples of an experiment's recording: `packets` packets of each rate, one in each slot. */
export const recordingLength = (config: WifiExperiment): number =>
  ratesOf(config).reduce((sum, rate) => sum + config.packets * slotOf(config, rate).length, 0);

/**
 * Makes an experiment's packets at one SNR from packet `from` on, one rate after the other, one page per step: the same samples as in
 * a sweep. Ends early, without an error, when the signal aborts.
 */
export async function* synthesize(
  gpu: Gpu,
  config: WifiExperiment,
  { snrDb, from, page, signal }: { snrDb: number; from: number; page: number; signal?: AbortSignal },
): AsyncGenerator<SynthesizeStep> {
  const { device } = gpu;
  const rates = ratesOf(config);
  const all = rates.length * config.packets;
  let next = from;
  while (next < all) {
    const rate = rates[Math.floor(next / config.packets)];
    const most = Math.min(page, config.packets, mostPackets(device, config, rate));
    const transmission = await createTransmission(device, config, rate, most);
    try {
      const end = (Math.floor(next / config.packets) + 1) * config.packets;
      while (next < end) {
        if (signal?.aborted) return;
        const firstPacket = next % config.packets;
        const count = Math.min(most, end - next);
        transmission.setPage({ firstPacket, snrDb });
        const encoder = device.createCommandEncoder({ label: "synthesize" });
        for (const stage of transmission.stages) stage.encode(encoder);
        const size = 8 * count * transmission.slot.length;
        const [bytes] = await readBack(device, [{ buffer: transmission.samples, size }], encoder);
        next += count;
        yield { state: next, progress: next / all, samples: new Float32Array(bytes) };
      }
    } finally {
      transmission.destroy();
    }
  }
}
