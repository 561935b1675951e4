import { PHASE_LENGTH, PHASE_PAIRS } from "../../detection/phase-trace.ts";
import { KNOWN_BITS, SAMPLES_PER_BIT } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { FIRST_SLOTS, firstPacket, ofSlot } from "./first-packet.ts";
import { type FigurePart, words } from "./part.ts";

/** The loop's phase along the first packet. */
export interface PhaseFigure {
  /** Bits of the packet at which the phase is stored. */
  bit: number[];
  /** θ in degrees, not wrapped, for each equalizer. */
  phases: { equalizer: EqualizerName; degrees: Float32Array<ArrayBuffer> }[];
  /** ω − ω̂, rad/sample, and the phase that it accumulates, 0 at the middle of the known bits, which gave the channel estimate. */
  residual: number;
  residualDegrees: Float32Array<ArrayBuffer>;
}

/** Null if the first packet was not found. */
export function createPhaseFigure({ receiver: { branches } }: Link): FigurePart<PhaseFigure | null> {
  const bit = Array.from({ length: PHASE_LENGTH }, (_, i) => 2 * PHASE_PAIRS * i);
  return {
    sources: branches.map(({ phase }) => words(phase, PHASE_LENGTH * FIRST_SLOTS)),
    draw({ scenario, found }, results) {
      const packet = firstPacket(found);
      if (!packet) return null;
      const residual = scenario.frequencyOffset - packet.frequencyOffset;
      const phases = branches.map(({ equalizer }, e) => {
        return { equalizer, degrees: ofSlot(results[e], packet.slot).map(degrees) };
      });
      const residualDegrees = Float32Array.from(bit, (k) => degrees(residual * SAMPLES_PER_BIT * (k - KNOWN_BITS / 2)));
      return { bit, phases, residual, residualDegrees };
    },
  };
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
