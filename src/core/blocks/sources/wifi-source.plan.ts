import wifiSourceKernel from "#shaders/blocks/sources/wifi-source.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { rateOf } from "../../wifi/frame/rates.ts";
import { sampleRateOf } from "../../wifi/transmission/settings.ts";
import { createTransmission, slotOf } from "../../wifi/transmission/transmission.ts";
import { createKernelStage } from "../kernel-stage.ts";
import type { WifiSource } from "./wifi-source.ts";

/** Most samples in a page. Other buffers of the transmitter are at most twice as large. */
const MOST_SAMPLES = 2 ** 22;

export function createWifiSource({ rate: mbps, snr, frames, ...settings }: WifiSource): PlanBlock {
  const label = "blocks/sources/wifi-source";
  const rate = rateOf(Number(mbps));
  const transmitted = { ...settings, synchronization: "preamble" } as const;
  const slot = slotOf(transmitted, rate);
  const words = 1 + Math.ceil(settings.bytes / 4);
  return {
    kind: "plan",
    consumes: {},
    produces: { out: slot.length, frames: words },
    most: Math.max(1, Math.floor(MOST_SAMPLES / slot.length)),
    hz: sampleRateOf(settings) / slot.length,
    ends: frames || undefined,
    create: (device, { firings }) =>
      owning(device, async ({ keep, memory }) => {
        const transmission = await keep(createTransmission(device, transmitted, rate, firings));
        const sent = memory.storage("frames sent", 4 * firings * words);
        const framing = await keep(
          createKernelStage(device, {
            label,
            wgsl: [wifiSourceKernel],
            constants: { OCTETS: settings.bytes },
            resources: { psdu: transmission.sent, words: sent, params: { length: firings * words } },
            invocations: firings * words,
          }),
        );
        let snrDb = snr;
        return {
          ...sequence(label, [...transmission.stages, framing]),
          outputs: {
            out: { buffer: transmission.samples, length: firings * slot.length },
            frames: { buffer: sent, length: firings * words },
          },
          prepare: ({ first }) => transmission.setPage({ firstPacket: first % 2 ** 32, snrDb }),
          set: (next: WifiSource) => void (snrDb = next.snr),
          reset() {},
        };
      }),
  };
}
