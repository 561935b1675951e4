import { createOverlapSave } from "../../convolution/overlap-save.ts";
import type { Convolution } from "../../convolution/plan.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import type { Decided } from "../detection/decided.ts";
import type { LoopGains } from "../detection/loop.ts";
import { owning } from "../../gpu/owning.ts";
import type { Plan } from "../../gpu/timing.ts";
import { inSlotRanges, partOf } from "../slot-ranges.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/** An equalizer whose taps follow its own decisions, so that it decides the bits itself. */
export interface DecisionDirected extends Plan, Decided {
  /** Final taps w(i), −15 ≤ i ≤ 15, complex f32 [tap][slot], and four numbers more per slot in rows after them. */
  readonly adapted: GPUBuffer;
  /** Takes effect for later submissions. */
  setLoop(gains: LoopGains): void;
}

export interface AdaptationConfig {
  slots: number;
  /** Packets behind the MMSE equalizer and half the detection filter, two samples per bit, vec2f [slot][12702], from sample −15 on. */
  filtered: GPUBuffer;
  /** Default: `loopGains()`. */
  loop?: LoopGains;
}

/** The detection filter for a mean of about 1 at the bits. */
const SCALED_FILTER = DETECTION_FILTER.map((tap) => tap / 2);

/**
 * Creates the filter before LMS and RLS: each packet behind its taps and half the detection filter, at every sample.
 *
 * @param config `taps`: vec2f [slot][186].
 */
export async function createFilteredPackets(
  device: GPUDevice,
  { slots, window, taps }: { slots: number; window: GPUBuffer; taps: GPUBuffer },
): Promise<Convolution> {
  return owning(device, async ({ memory, keep }) => {
    const output = memory.storage("filtered packets", slots * ADAPTIVE_SAMPLES * 8);
    const stages = await inSlotRanges(device, slots, (range) =>
      keep(
        createOverlapSave(device, {
          signals: range.slots,
          input: partOf(window, range, WINDOW_LENGTH * 8),
          inputStride: WINDOW_LENGTH,
          origin: WINDOW_ORIGIN - ADAPTIVE_REACH,
          outputLength: ADAPTIVE_SAMPLES,
          decimation: 1,
          filters: partOf(taps, range, EQUALIZER_TAPS * 8),
          taps: EQUALIZER_TAPS,
          precursors: PRECURSORS,
          cascade: { taps: SCALED_FILTER, delay: (DETECTION_FILTER.length - 1) / 2 },
          output: partOf(output, range, ADAPTIVE_SAMPLES * 8),
        }),
      ),
    );
    return { ...stages, label: "equalizer/adaptation", output };
  });
}
