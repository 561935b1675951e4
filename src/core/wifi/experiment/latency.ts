import { createArrayPlan } from "../../gpu/array-plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { wordsOf } from "../../gpu/rows.ts";
import type { LatencyUnit } from "../../measurement/latency.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { FRAME_BYTES } from "../frame-table.ts";
import { rateOf } from "../frame/rates.ts";
import { createOfdmReceiver } from "../receiver/receiver.ts";
import type { TransmissionSettings } from "../transmission/settings.ts";
import { createTransmission } from "../transmission/transmission.ts";

/** A frame on the air, and its receiver. */
export interface OneFrameConfig {
  transmission: Omit<TransmissionSettings, "synchronization">;
  mbps: number;
  snrDb: number;
  /** A receiver has no genie: it then estimates the channel by least squares. */
  estimator: EstimatorName;
}

/** Words per window of the Viterbi decoder: the shortest windows finish one frame first. */
const WINDOW_WORDS = 1;

/** One frame, from its samples to its checked octets. */
export async function openFrame(gpu: Gpu, config: OneFrameConfig): Promise<LatencyUnit> {
  const { transmission, estimator } = config;
  const samples = await frameSamples(gpu, config);
  const length = samples.length / 2;
  const { run, destroy } = await createArrayPlan(gpu, { samples: samples.byteLength }, async (inputs) => {
    const plan = await createOfdmReceiver(gpu.device, {
      samples: inputs.samples,
      length,
      lead: 0,
      own: length,
      estimator: estimator === "genie" ? "ls" : estimator,
      windowWords: WINDOW_WORDS,
    });
    const octets = { buffer: plan.psdu, size: 4 * wordsOf(8 * transmission.bytes) };
    return { plan, outputs: [octets, { buffer: plan.frames, size: FRAME_BYTES }] };
  });
  return { run: () => run({ samples }), destroy };
}

/** Returns the samples of a frame, with the noise around it. */
async function frameSamples({ device }: Gpu, { transmission: given, mbps, snrDb }: OneFrameConfig) {
  const settings = { ...given, synchronization: "preamble" } as const;
  const transmission = await createTransmission(device, settings, rateOf(mbps), 1);
  try {
    transmission.setPage({ firstPacket: 0, snrDb });
    const encoder = device.createCommandEncoder({ label: "one frame" });
    for (const stage of transmission.stages) stage.encode(encoder);
    const whole = { buffer: transmission.samples, size: 8 * transmission.slot.length };
    const [samples] = await readBack(device, [whole], encoder);
    return new Float32Array(samples);
  } finally {
    transmission.destroy();
  }
}
