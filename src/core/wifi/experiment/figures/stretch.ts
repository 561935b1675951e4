import { roomOf } from "../../acquisition/acquisition.ts";
import { WINDOW_WORDS } from "../../../codes/convolutional/decoding.ts";
import type { EstimatorName } from "../../equalization/registry.ts";
import { KEPT_BYTES } from "../../equalization/equalizer.ts";
import { FFT_LENGTH } from "../../frame/symbol.ts";
import { COUNTS, FRAME_BYTES, frameLines } from "../../frame-table.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { readBack } from "../../../gpu/readback.ts";
import { createOfdmReceiver } from "../../receiver/receiver.ts";
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
  const room = roomOf(length);
  const windows = CAPACITY + Math.ceil(room.words / WINDOW_WORDS);
  const span = { samples, length, lead: 0, own: length };
  const capacity = { ...room, frames: CAPACITY, windows };
  const receiver = await createOfdmReceiver(device, { ...span, capacity, estimator, keep: true });
  try {
    const encoder = device.createCommandEncoder({ label: "one frame" });
    receiver.encode(encoder);
    const [counts, frames, channels, symbols, llrs, decided] = await readBack(
      device,
      [
        { buffer: receiver.counts, size: 4 * Object.keys(COUNTS).length },
        { buffer: receiver.frames, size: CAPACITY * FRAME_BYTES },
        { buffer: receiver.channel, size: CAPACITY * FFT_LENGTH * 8 },
        { buffer: receiver.kept!, size: room.symbols * KEPT_BYTES },
        { buffer: receiver.llr, size: room.words * 32 * 8 },
        { buffer: receiver.decisions, size: room.words * 4 },
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
    receiver.destroy();
  }
}
