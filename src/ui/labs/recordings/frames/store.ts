import { create } from "zustand";
import type { DecodedFrame } from "#core/signals/decoders/decoder.ts";
import { createReception } from "../../../kit/recording/reception.ts";

interface Frames {
  /** The frame whose contents are shown. */
  chosen?: DecodedFrame;
}

export const useFrames = create<Frames>()(() => ({}));

interface Decoded {
  frames: readonly DecodedFrame[];
  decoders: readonly string[];
  notes: readonly string[];
}

/** Decodes the recording or a part of it by all decoders that its rate allows. */
export const decoding = createReception<"signals", Decoded, Frames, undefined>({
  experiment: "signals",
  of: useFrames,
  config: () => undefined,
  nothing: { frames: [], decoders: [], notes: [] },
  add: (before, { frames, decoders, notes }) => ({
    frames: frames.length ? [...before.frames, ...frames].toSorted((a, b) => a.start - b.start) : before.frames,
    decoders,
    notes,
  }),
  count: ({ frames }) => `${frames.length} ${frames.length === 1 ? "frame" : "frames"}`,
});
