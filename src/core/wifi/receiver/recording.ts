import type { Gpu } from "../../gpu/device.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { receivable, type ReceivableOptions } from "./receivable.ts";
import { receiveFrames, type ReceiveOptions, type WifiReceptionState, type WifiReceptionStep } from "./receive.ts";

export interface ReceptionConfig extends ReceivableOptions {
  estimator: EstimatorName;
}

/**
 * Receives the frames of a recording at any rate, page by page.
 *
 * @throws CaptureError when the recording cannot hold such frames; otherwise like {@link receiveFrames}.
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
