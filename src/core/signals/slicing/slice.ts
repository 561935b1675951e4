import type { Burst, Detection } from "../detection.ts";
import { sliceFrequencyKeyed } from "./frequency-keyed.ts";
import { sliceKeyedAmplitude } from "./keyed-amplitude.ts";
import { slicePhaseKeyed } from "./phase-keyed.ts";

/** What must be known of a burst to slice it. Frequencies count from the recording's centre. */
export type SlicedSignal = Pick<
  Detection,
  "class" | "centreHz" | "bandwidthHz" | "carrierOffsetHz" | "symbolRateHz" | "deviationHz"
> & {
  symbolRateSdHz?: number | null;
  /** Part of the burst that holds the signal, in its samples: [start, stop). */
  start: number;
  stop: number;
};

export interface SlicedBits {
  /** 0 and 1, the first symbol first. */
  bits: string;
  /** Multiples of the constellation's symmetry angle that the bits assume. null: the bits do not depend on the phase. */
  rotation: number | null;
}

/** MSK: the tones are half a symbol rate apart. */
const MSK_DEVIATION = 0.25;

/**
 * Returns the bits of a burst of known class and symbol rate (to 0.4 %). Each burst locks its own centre, threshold and clock.
 *
 * @returns undefined for classes without symbols, and without a symbol rate.
 */
export function sliceBits(burst: Burst, signal: SlicedSignal): SlicedBits | undefined {
  const { start, stop, symbolRateHz, bandwidthHz, deviationHz } = signal;
  if (symbolRateHz === null || !(symbolRateHz > 0)) return undefined;
  const centreHz = signal.centreHz - burst.centreHz;
  const carrierHz = (signal.carrierOffsetHz ?? signal.centreHz) - burst.centreHz;
  const frequencyKeyed = (tones: 2 | 4, unknownDeviation: number) =>
    sliceFrequencyKeyed(burst, {
      start,
      stop,
      carrierHz,
      symbolRateHz,
      tones,
      deviationHz: deviationHz ?? unknownDeviation,
    });
  switch (signal.class) {
    case "OOK":
    case "ASK": {
      const isOnOff = signal.class === "OOK";
      const bits = sliceKeyedAmplitude(burst, { start, stop, centreHz, bandwidthHz, symbolRateHz, isOnOff });
      return { bits, rotation: null };
    }
    case "2-FSK":
    case "4-FSK":
      return { bits: frequencyKeyed(signal.class === "4-FSK" ? 4 : 2, 0.4 * bandwidthHz), rotation: null };
    case "GMSK":
    case "MSK":
      return { bits: frequencyKeyed(2, MSK_DEVIATION * symbolRateHz), rotation: null };
    case "BPSK":
    case "QPSK":
    case "8-PSK":
    case "16-QAM":
    case "OQPSK":
    case "pi/4-DQPSK": {
      const { class: name, symbolRateSdHz } = signal;
      const known = { class: name, start, stop, carrierHz, symbolRateHz, symbolRateSdHz: symbolRateSdHz ?? undefined };
      const bits = slicePhaseKeyed(burst, known);
      return bits === undefined ? undefined : { bits, rotation: name === "pi/4-DQPSK" ? null : 0 };
    }
    default:
      return undefined;
  }
}
