import type { Recording } from "../../capture/recording.ts";
import type { Gpu } from "../../gpu/device.ts";
import { checkedChoice } from "../../gpu/rows.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import type { ReceivableOptions } from "./receivable.ts";
import type { ReceivedFrame } from "./received-frame.ts";
import type { ReceiveOptions } from "./receive.ts";
import { receiveRecording } from "./recording.ts";

/** The estimators that need nothing but the samples. */
const ESTIMATORS = (Object.keys(estimators) as EstimatorName[]).filter((name) => name !== "genie");

/** How the frames of a recording are received. */
export interface WifiOptions extends ReceivableOptions, ReceiveOptions {
  /** Channel estimator. Default "lmmse". */
  estimator?: Exclude<EstimatorName, "genie">;
}

/**
 * Receives the frames of IEEE 802.11a, g and p in a recording on the GPU, in order, and names frames of 802.11n, ac and ax. The
 * recording has complex samples at any rate from the channel's width on; other rates than the width are resampled.
 *
 * @throws CaptureError for real samples, and for a rate that is too low for the channel; RangeError when `page` is not a positive
 *   integer; DeviceLostError, OutOfMemoryError.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { openGpu } from "threeray/gpu";
 * import { acknowledgement, rateOf, receiveWifi, transmitWifi } from "threeray/wifi";
 *
 * const psdu = acknowledgement([2, 0, 0, 0, 0, 1]);
 * const frame = transmitWifi({ psdu, rate: rateOf(6), scramblerState: 93 });
 * const samples = new Float32Array(frame.length + 2000);
 * samples.set(frame, 1000);
 * const gpu = await openGpu();
 * const recording = arrayRecording(samples, { sampleRate: 20e6 });
 * for await (const { type, fcsOk } of receiveWifi(gpu, recording)) console.log(type, fcsOk); // Ack true
 * gpu.close();
 * ```
 */
export async function* receiveWifi(
  gpu: Gpu,
  recording: Pick<Recording, "title" | "samples" | "sampleRate" | "datatype" | "read">,
  { estimator = "lmmse", page, signal, ...options }: WifiOptions = {},
): AsyncGenerator<ReceivedFrame, void, undefined> {
  checkedChoice("wifi", "estimator", estimator, ESTIMATORS);
  for await (const { frames } of receiveRecording(gpu, recording, { ...options, estimator }, undefined, {
    page,
    signal,
  })) {
    yield* frames;
  }
}
