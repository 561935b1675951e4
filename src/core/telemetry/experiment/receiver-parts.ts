import type { Stage } from "../../gpu/timing.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { type EqualizerName, MMSE_FOLLOWERS } from "../equalizer/names.ts";
import { EQUALIZER_TAPS } from "../equalizer/taps.ts";
import type { Receiver } from "../link/receiver.ts";

/** A receiver in two parts, for two devices. */
export interface ReceiverParts {
  /** Preamble, estimates, and the taps of ZF, MMSE and CMA. */
  solve: readonly Stage[];
  /** All filters, detectors and error counts, and the equalizers that are no taps. */
  filter: readonly Stage[];
  /** What the first part computes and the second part reads, in bytes. Both devices have the same ones in the same order. */
  handed: readonly { buffer: GPUBuffer; size: number }[];
}

/** Equalizers whose taps the first part solves for. */
const SOLVED: readonly EqualizerName[] = ["zf", "mmse", "cma"];
/** Equalizers that read the channel estimate instead of taps. */
const ESTIMATED: readonly EqualizerName[] = ["fde1", "fde2", "dfe"];

const FIRST = new RegExp(`^((front-end|preamble|estimation)/|equalizer/(${SOLVED.join("|")})$)`);

/** Returns the two parts of a receiver, as the thesis split it. Each device needs a receiver of the same structure and encodes one part. */
export function receiverParts(receiver: Receiver): ReceiverParts {
  const { slots, stages, transforms, branches, packets, window, impulse, noise } = receiver;
  const used = (names: readonly EqualizerName[]) => branches.filter(({ equalizer }) => names.includes(equalizer));
  const taps = [...used(SOLVED).map(({ taps }) => taps), ...used(MMSE_FOLLOWERS).map(({ initial }) => initial)];
  const solved = [...new Set(taps)].filter((buffer) => buffer !== undefined);
  const estimates = [
    { buffer: impulse, size: slots * CHANNEL_TAPS * 8 },
    { buffer: noise, size: slots * 4 },
  ];
  return {
    solve: stages.filter(({ label }) => FIRST.test(label)),
    filter: [...transforms, ...stages.filter(({ label }) => !FIRST.test(label))],
    handed: [
      { buffer: packets, size: slots * 16 },
      { buffer: window, size: slots * WINDOW_LENGTH * 8 },
      ...(used(ESTIMATED).length > 0 ? estimates : []),
      ...solved.map((buffer) => ({ buffer, size: slots * EQUALIZER_TAPS * 8 })),
    ],
  };
}
