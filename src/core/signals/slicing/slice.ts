import { steadyBurst } from "../classification/trend.ts";
import type { Burst, Detection } from "../detection.ts";
import { sliceFrequencyKeyed } from "./frequency-keyed.ts";
import { sliceKeyedAmplitude } from "./keyed-amplitude.ts";
import { slicePhaseKeyed } from "./phase-keyed.ts";
import type { DecidedSymbols } from "./symbols.ts";

/** What must be known of a burst to slice it. Frequencies count from the recording's centre. */
export type SlicedSignal = Pick<
  Detection,
  "class" | "centreHz" | "bandwidthHz" | "carrierOffsetHz" | "symbolRateHz" | "deviationHz"
> & {
  symbolRateSdHz?: number | null;
  /** Symbols by which the decisions lie later than the burst's own clock says. Default: 0. */
  timingOffset?: number;
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

/** Returns the bits of a burst as `sliceSymbols` decides them. */
export function sliceBits(burst: Burst, signal: SlicedSignal): SlicedBits | undefined {
  const symbols = sliceSymbols(burst, signal);
  return symbols && { bits: symbols.bits.join(""), rotation: rotationOf(signal, symbols) };
}

/** Bits of pi/4-DQPSK are changes, so they do not depend on the phase. */
const rotationOf = ({ class: name }: SlicedSignal, { of }: DecidedSymbols) =>
  of === "phase" && name !== "pi/4-DQPSK" ? 0 : null;

/**
 * Decides the symbols of a burst of known class and symbol rate (to 0.4 %). Each burst locks its own centre, threshold and clock.
 *
 * @returns Symbols with their places in the burst; undefined for classes without symbols, and without a symbol rate.
 */
export function sliceSymbols(drifting: Burst, signal: SlicedSignal): DecidedSymbols | undefined {
  const { burst } = steadyBurst(drifting, signal) ?? { burst: drifting };
  const { start, stop, symbolRateHz, bandwidthHz, deviationHz, timingOffset = 0 } = signal;
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
      timingOffset,
    });
  switch (signal.class) {
    case "OOK":
    case "ASK": {
      const isOnOff = signal.class === "OOK";
      const known = { start, stop, centreHz, bandwidthHz, symbolRateHz, isOnOff, timingOffset };
      return sliceKeyedAmplitude(burst, known);
    }
    case "2-FSK":
    case "4-FSK":
      return frequencyKeyed(signal.class === "4-FSK" ? 4 : 2, 0.4 * bandwidthHz);
    case "GMSK":
    case "MSK":
      return frequencyKeyed(2, MSK_DEVIATION * symbolRateHz);
    case "BPSK":
    case "QPSK":
    case "8-PSK":
    case "16-QAM":
    case "OQPSK":
    case "pi/4-DQPSK": {
      const { class: name, symbolRateSdHz } = signal;
      return slicePhaseKeyed(burst, {
        class: name,
        start,
        stop,
        carrierHz,
        symbolRateHz,
        symbolRateSdHz: symbolRateSdHz ?? undefined,
        timingOffset,
      });
    }
    default:
      return undefined;
  }
}
