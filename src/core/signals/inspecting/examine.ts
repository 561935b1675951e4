import type { RecordedSamples } from "../../capture/recording.ts";
import { classify } from "../classification/classify.ts";
import { classifyUnfiltered } from "../classification/unfiltered.ts";
import type { Detection } from "../detection.ts";
import { cutBurst } from "../finding/burst.ts";
import { measureBurst, type MeasuredBurst } from "../measuring/measure-burst.ts";
import { sliceSymbols } from "../slicing/slice.ts";
import type { DecidedSymbols } from "../slicing/symbols.ts";
import { quarterSpread, type QuarterSpread } from "./quarters.ts";
import { LEAST_DRAWN_HZ, MOST_DRAWN, type Portrait, portraitOf } from "./portrait.ts";

/** 99 % bandwidth over the −3 dB bandwidth of phases that may have no filter. */
const UNFILTERED = 1.6;

/** A signal, with what a person changes of it. */
export interface ExaminedSignal extends Detection {
  /** Symbols by which the decisions lie later than the signal's own clock says. Default: 0. */
  timingOffset?: number;
}

/** What a person wants to see of one signal. */
export interface Examined extends Portrait {
  /** Standard deviations among the quarters of the signal. */
  quarters: QuarterSpread;
  /** Lines that may tell the symbol rate. */
  rates: MeasuredBurst["rates"];
  /** Why the class is likely: one sentence per test. */
  evidence: string[];
  /** Of classes with symbols: in samples of the recording. */
  decided?: DecidedSymbols;
  /** The signal is longer; this part from its beginning was examined, in samples of the recording. */
  part?: number;
}

/**
 * Cuts a signal out of its recording, and computes its bits and what is drawn of it. A long signal is examined from its beginning.
 *
 * @throws CaptureError when the file has become shorter.
 */
export async function examineSignal(
  recording: RecordedSamples & { sampleRate: number },
  signal: ExaminedSignal,
  channel: number,
): Promise<Examined> {
  const { start, centreHz, noiseFloorDbfsPerHz, notes } = signal;
  const width = Math.max(signal.bandwidthHz, signal.symbolRateHz ?? 0, LEAST_DRAWN_HZ);
  const most = MOST_DRAWN * Math.max(1, Math.floor(recording.sampleRate / (6 * width)));
  const stop = Math.min(signal.stop, start + most);
  const noiseDensity = 10 ** (noiseFloorDbfsPerHz / 10);
  const box = { start, stop, lowHz: centreHz - width / 2, highHz: centreHz + width / 2, noiseDensity, notes };
  const burst = await cutBurst(recording, box, { channel });
  const measured = measureBurst(burst);
  const known = { ...signal, start: burst.start, stop: burst.stop };
  const decided = sliceSymbols(burst, known);
  const { bandwidth3dBHz } = signal;
  const isWide = bandwidth3dBHz !== null && signal.bandwidthHz > UNFILTERED * bandwidth3dBHz;
  const power = 10 ** (measured.powerDbfs / 10);
  const unfiltered = isWide ? classifyUnfiltered(burst, { ...measured, bandwidth3dBHz, power }) : undefined;
  return {
    ...portraitOf(burst, known),
    quarters: quarterSpread(burst, measured, signal),
    rates: measured.rates,
    evidence: (unfiltered?.class === signal.class ? unfiltered : classify(burst, measured)).evidence,
    decided: decided && {
      ...decided,
      at: decided.at.map((at) => burst.first + at * burst.decimation),
      samplesPerSymbol: decided.samplesPerSymbol * burst.decimation,
    },
    part: stop < signal.stop ? stop - start : undefined,
  };
}
