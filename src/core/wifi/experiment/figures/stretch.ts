import { createAcquisition } from "../../acquisition/acquisition.ts";
import { createFrameCheck } from "../../checking/check.ts";
import { WINDOW_WORDS } from "../../../codes/convolutional/decoding.ts";
import { createFrameDecoder } from "../../decoding/viterbi.ts";
import { createEqualization } from "../../equalization/equalization.ts";
import type { EstimatorName } from "../../equalization/registry.ts";
import { KEPT_BYTES } from "../../equalization/equalizer.ts";
import { FFT_LENGTH } from "../../frame/symbol.ts";
import { COUNTS, FRAME_BYTES, frameLines } from "../../frame-table.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { readBack } from "../../../gpu/readback.ts";
import { CAPACITY } from "./detection.ts";
import { type Reception, receptionOf } from "./reception.ts";

/**
 * Receives the frame of a stretch of samples that begins next to a sample.
 *
 * @param samples vec2f [length], 20 MS/s.
 * @returns undefined if no frame is found.
 */
export async function receiveStretch(
  { device }: Gpu,
  samples: GPUBuffer,
  { length, near, estimator }: { length: number; near: number; estimator: EstimatorName },
): Promise<Reception | undefined> {
  const plans: { destroy(): void }[] = [];
  const keep = <Plan extends { destroy(): void }>(plan: Plan): Plan => {
    plans.push(plan);
    return plan;
  };
  try {
    const acquisition = keep(await createAcquisition(device, { samples, length, capacity: CAPACITY }));
    const { room, channel } = acquisition;
    const table = { frames: acquisition.frames, counts: acquisition.counts, dispatches: acquisition.dispatches };
    const equalization = keep(
      await createEqualization(device, { ...table, ...room, samples, channel, estimator, keep: true }),
    );
    const { llr, kept } = equalization;
    const windows = CAPACITY + Math.ceil(room.words / WINDOW_WORDS);
    const decoder = keep(await createFrameDecoder(device, { ...table, llr, words: room.words, windows }));
    const { decisions } = decoder;
    const check = keep(await createFrameCheck(device, { ...table, decisions, words: room.words }));
    const encoder = device.createCommandEncoder({ label: "one frame" });
    for (const stage of [acquisition, equalization, decoder, check]) stage.encode(encoder);
    const [counts, frames, channels, symbols, llrs, decided] = await readBack(
      device,
      [
        { buffer: table.counts, size: 4 * Object.keys(COUNTS).length },
        { buffer: table.frames, size: CAPACITY * FRAME_BYTES },
        { buffer: channel, size: CAPACITY * FFT_LENGTH * 8 },
        { buffer: kept!, size: room.symbols * KEPT_BYTES },
        { buffer: llr, size: room.words * 32 * 8 },
        { buffer: decisions, size: room.words * 4 },
      ],
      encoder,
    );
    const lines = frameLines(frames, Math.min(CAPACITY, new Uint32Array(counts)[COUNTS.frames]));
    const [nearest] = [...lines.keys()].toSorted(
      (a, b) => Math.abs(lines[a].start - near) - Math.abs(lines[b].start - near),
    );
    if (nearest === undefined) return undefined;
    return receptionOf({ frames, channel: channels, kept: symbols, llr: llrs, decisions: decided }, nearest);
  } finally {
    for (const plan of plans) plan.destroy();
  }
}
