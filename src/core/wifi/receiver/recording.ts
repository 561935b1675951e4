import type { Gpu } from "../../gpu/device.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { receivable, type ReceivableOptions } from "./receivable.ts";
import { receiveFrames, type ReceiveOptions, type WifiReceptionState, type WifiReceptionStep } from "./receive.ts";

/** How frames are received page by page. */
export interface ReceptionConfig extends ReceivableOptions {
  estimator: EstimatorName;
}

/**
 * Receives the frames of a recording at any rate, page by page.
 *
 * @throws CaptureError when the recording cannot hold such frames; otherwise like {@link receiveFrames}.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { openGpu } from "threeray/gpu";
 * import { acknowledgement, rateOf, receiveWifiPages, transmitWifi } from "threeray/wifi";
 *
 * const psdu = acknowledgement([2, 0, 0, 0, 0, 1]);
 * const frame = transmitWifi({ psdu, rate: rateOf(6), scramblerState: 93 });
 * const samples = new Float32Array(frame.length + 2000);
 * samples.set(frame, 1000);
 * const gpu = await openGpu();
 * const recording = arrayRecording(samples, { sampleRate: 20e6 });
 * let frames = 0;
 * for await (const step of receiveWifiPages(gpu, recording, { estimator: "lmmse" })) frames += step.frames.length;
 * console.log(frames); // 1
 * gpu.close();
 * ```
 */
export async function* receiveRecording(
  gpu: Gpu,
  recording: Parameters<typeof receivable>[1],
  { estimator, ...options }: ReceptionConfig,
  state?: WifiReceptionState,
  run?: ReceiveOptions,
): AsyncGenerator<WifiReceptionStep, void, undefined> {
  const { source, scale, close } = receivable(gpu, recording, options);
  try {
    yield* receiveFrames(gpu, source, { estimator, scale }, state, run);
  } finally {
    close();
  }
}
