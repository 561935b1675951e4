import { NO_PACKET } from "../../detection/errors.ts";
import { DATA_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

export interface ErrorFigure {
  equalizer: EqualizerName;
  bits: number;
  errors: number;
}

/** Bit errors of all packets found, for each equalizer. */
export function createErrorFigure({ receiver }: Link): FigurePart<ErrorFigure[]> {
  const { branches, slots } = receiver;
  return {
    stages: [],
    sources: branches.map(({ errors }) => words(errors as GPUBuffer, slots)),
    draw: (_, results) =>
      branches.map(({ equalizer }, e) => {
        const counts = new Uint32Array(results[e]).filter((count) => count !== NO_PACKET);
        return { equalizer, bits: counts.length * DATA_BITS, errors: counts.reduce((sum, count) => sum + count, 0) };
      }),
    destroy() {},
  };
}
