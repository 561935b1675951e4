import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { readBack } from "../../../gpu/readback.ts";
import { KEPT_BYTES } from "../../equalization/equalizer.ts";
import type { EstimatorName } from "../../equalization/registry.ts";
import { FFT_LENGTH } from "../../frame/symbol.ts";
import { rateOf } from "../../frame/rates.ts";
import { FRAME_BYTES } from "../../frame-table.ts";
import { createWifiChain } from "../chain.ts";
import { sampleRateOf, type WifiExperiment } from "../experiment.ts";
import { createDetection, detect } from "./detection.ts";
import { missed, type Reception, receptionOf } from "./reception.ts";
import { FIRST_SAMPLES, type FrameView, type Truth } from "./view.ts";

/** One packet of an experiment. */
export interface PacketQuery {
  snrDb: number;
  /** Mbit/s at 20 MHz. */
  rateMbps: number;
  /** Index of the packet in the sweep, with the same octets, channel and noise. */
  packet: number;
}

/** A received frame with all that is known of it. */
export interface InspectedPacket extends Pick<FrameView, "sampleRate" | "detection"> {
  samples: Float32Array;
  receptions: Map<EstimatorName, Reception>;
  truth?: Truth;
}

/** Sends one packet of an experiment through its channel and receives it, as the sweep does, with every estimator. */
export async function receivePacket(gpu: Gpu, config: WifiExperiment, query: PacketQuery): Promise<InspectedPacket> {
  const { device } = gpu;
  const rate = rateOf(query.rateMbps);
  const estimators = [...new Set<EstimatorName>([...config.estimators, "genie"])];
  const create = (device: GPUDevice) =>
    createWifiChain(device, { ...config, estimators }, rate, 1, { inspected: true });
  await compileAhead(device, async (device) => {
    const { samples, slot } = await create(device);
    await createDetection(device, samples, slot.length, FIRST_SAMPLES);
  });
  const chain = await create(device);
  try {
    chain.setPage({ firstPacket: query.packet, snrDb: query.snrDb });
    const encoder = device.createCommandEncoder({ label: "one packet" });
    for (const stage of chain.stages) stage.encode(encoder);
    const { symbols, words } = chain.sizes;
    const fixed = [
      { buffer: chain.samples, size: 8 * chain.slot.length },
      { buffer: chain.sent, size: 4 * Math.ceil(config.bytes / 4) },
      { buffer: chain.states, size: 4 },
    ];
    const own = chain.receivers.flatMap(({ frames, counts, channel, kept, llr, decisions }) => [
      { buffer: frames, size: FRAME_BYTES },
      { buffer: counts, size: 4 },
      { buffer: channel, size: 8 * FFT_LENGTH },
      { buffer: kept!, size: symbols * KEPT_BYTES },
      { buffer: llr, size: 8 * 32 * words },
      { buffer: decisions, size: 4 * words },
    ]);
    const pending = readBack(device, [...fixed, ...own], encoder);
    // The device detects while the packet's results come.
    const [[samples, sent, states, ...read], detection] = await Promise.all([
      pending,
      detect(gpu, chain.samples, chain.slot.length, FIRST_SAMPLES),
    ]);
    const each = read.length / estimators.length;
    const receptions = new Map(
      estimators.map((estimator, i) => {
        const [frames, counts, channel, kept, llr, decisions] = read.slice(each * i, each * (i + 1));
        const [count] = new Uint32Array(counts);
        const reception =
          count > 0 ? receptionOf({ frames, channel, kept, llr, decisions }, 0) : missed(chain.slot.lead);
        return [estimator, reception] as const;
      }),
    );
    const frame = {
      rate,
      psdu: new Uint8Array(sent, 0, config.bytes),
      scramblerState: new Uint32Array(states)[0],
    };
    return {
      samples: new Float32Array(samples),
      sampleRate: sampleRateOf(config),
      detection,
      receptions,
      truth: { frame, channels: receptions.get("genie")?.channels },
    };
  } finally {
    chain.destroy();
  }
}
