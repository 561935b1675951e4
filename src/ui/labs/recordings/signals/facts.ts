import type { Examined } from "#core/signals/inspecting/examine.ts";
import type { Detection } from "#core/signals/detection.ts";
import type { DecidedSymbols } from "#core/signals/slicing/symbols.ts";
import { digitsWithin, fixed, measured, plain, si, whole } from "../../../format.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { scalesAt, timeText } from "../measure.ts";
import { SIGNS } from "../signs.ts";

export const percent = (share: number) => `${Math.round(100 * share)} %`;

export interface Fact {
  what: string;
  value: string;
  /** One standard deviation, with its unit. Undefined if it is not known. */
  sd?: string;
  how: string;
}

/** What was measured. What does not apply to the signal is left out. */
export function factsOf(recording: OpenedRecording, signal: Detection, examined?: Examined): Fact[] {
  const scales = scalesAt(recording, signal.start);
  const { centreHz, bandwidthHz, bandwidth3dBHz, snrDb, powerDbfs, candidates, confidence } = signal;
  const others = candidates.filter(({ class: name }) => name !== signal.class).slice(0, 3);
  const runnersUp = others.map((one) => `${one.class} ${percent(one.confidence)}`).join(", ");
  const hz = (value: number, sd: number | null = null) => within(scales.center + value, sd, "Hz", 7);
  const optional = (value: number | null, fact: Omit<Fact, "value">, text: (value: number) => string): Fact[] =>
    value === null ? [] : [{ ...fact, value: text(value) }];
  const spreads = examined?.quarters;
  return [
    {
      what: "Class",
      value: `${signal.class}, ${percent(confidence)}`,
      how: `The percentage is the probability that the class is right.${runnersUp ? ` Then ${runnersUp}.` : ""} ${signal.class === "unsure" ? "" : SIGNS[signal.class]}`,
    },
    {
      what: "Start",
      value: instant(recording, signal.start, signal.startSdSamples),
      sd: samplesText(recording, signal.startSdSamples),
      how: "Where the smoothed envelope first passes half of its median.",
    },
    {
      what: "Stop",
      value: instant(recording, signal.stop, signal.stopSdSamples),
      sd: samplesText(recording, signal.stopSdSamples),
      how: `Where it last does. The signal lasts ${timeText(scales, signal.stop - signal.start, 4)}.`,
    },
    {
      what: "Centre",
      value: hz(centreHz, signal.centreSdHz),
      sd: spread(signal.centreSdHz, "Hz"),
      how: "Middle of the 99 % bandwidth.",
    },
    {
      what: "Bandwidth",
      value: within(bandwidthHz, signal.bandwidthSdHz, "Hz", 4),
      sd: spread(signal.bandwidthSdHz, "Hz"),
      how: "Between the 0.5 and 99.5 % points of the power without the noise.",
    },
    ...optional(
      bandwidth3dBHz,
      {
        what: "−3 dB width",
        sd: spread(signal.bandwidth3dBSdHz, "Hz"),
        how: "Between the outermost half-power points of the smoothed density.",
      },
      (value) => within(value, signal.bandwidth3dBSdHz, "Hz", 4),
    ),
    {
      what: "SNR",
      value: `${fixed(snrDb, decimalsOf(signal.snrSdDb))} dB`,
      sd: decibels(signal.snrSdDb),
      how: "Signal power over the noise in the 99 % bandwidth, at least 2 kHz.",
    },
    {
      what: "Power",
      value: `${fixed(powerDbfs, decimalsOf(signal.powerSdDb))} dBFS`,
      sd: decibels(signal.powerSdDb),
      how: "Without the noise. A complex tone of amplitude 1 has 0 dBFS.",
    },
    {
      what: "Noise floor",
      value: `${fixed(signal.noiseFloorDbfsPerHz, decimalsOf(signal.noiseFloorSdDb))} dBFS/Hz`,
      sd: decibels(signal.noiseFloorSdDb),
      how: "Density around the signal, by a robust mean.",
    },
    ...optional(
      signal.carrierOffsetHz,
      {
        what: "Carrier",
        how: `From the estimator of the class; for FSK, the mean of the outer tones.${among(spreads?.carrierHz, "Hz")}`,
      },
      (value) => hz(value, spreads?.carrierHz),
    ),
    ...optional(
      signal.symbolRateHz,
      { what: "Symbol rate", sd: spread(signal.symbolRateSdHz, "Bd"), how: rateHow(signal, examined) },
      (value) => within(value, signal.symbolRateSdHz, "Bd", 6),
    ),
    ...(examined?.decided?.at.length ? [timingOf(recording, examined.decided)] : []),
    ...optional(
      signal.deviationHz,
      { what: "Deviation", how: `Half the distance of the outer tones.${among(spreads?.deviationHz, "Hz")}` },
      (value) => si(value, "Hz", 4),
    ),
    ...optional(
      signal.modulationIndex,
      {
        what: "Modulation index",
        how: `Distance of neighbouring tones over the symbol rate.${among(spreads?.modulationIndex, "")}`,
      },
      (value) => fixed(value, 3),
    ),
    ...optional(
      signal.subcarrierSpacingHz,
      { what: "Subcarriers", how: "From the autocorrelation of the guard interval." },
      (value) => `${si(value, "Hz", 4)} apart`,
    ),
    ...optional(
      signal.guardSamples,
      { what: "Guard", how: "From the autocorrelation, in samples of the recording." },
      (value) => `${whole(value)} samples`,
    ),
    ...(signal.notes.length > 0
      ? [{ what: "Notes", value: signal.notes.join(", "), how: "What disturbs the signal." }]
      : []),
  ];
}

/** Where the first symbol is. */
function timingOf(recording: OpenedRecording, { at, timingSd }: DecidedSymbols): Fact {
  const sd = timingSd === null ? {} : { sd: `${plain(timingSd, 2)} symbols` };
  return {
    what: "First symbol",
    value: `${timeText(recording, at[0], 8)}, sample ${fixed(at[0], 2)}`,
    ...sd,
    how: `Middle of the first decided symbol.${timingSd === null ? " Its symbols follow no clock." : ""}`,
  };
}

/** A quantity with the digits that its standard deviation supports, or with `usual` ones if that is not known. */
function within(value: number, sd: number | null, unit: string, usual: number): string {
  return sd !== null && sd > 0 && Number.isFinite(sd) && value !== 0
    ? measured(value, unit, digitsWithin(value, sd))
    : si(value, unit, usual);
}

function instant(recording: OpenedRecording, sample: number, sd: number | null): string {
  const { sampleRate } = recording;
  return sampleRate === undefined
    ? timeText(recording, sample, 6)
    : within(sample / sampleRate, sd === null ? null : sd / sampleRate, "s", 6);
}

/** Decimals of a level, dB: its standard deviation has two. */
const decimalsOf = (sd: number | null) => (sd === null || !Number.isFinite(sd) ? 1 : 2);

/** A number of samples as a time. */
const samplesText = (recording: OpenedRecording, samples: number | null) =>
  samples === null ? undefined : timeText(recording, samples, 2);

function decibels(value: number | null): string | undefined {
  if (value === null || !Number.isFinite(value)) return undefined;
  return value < 0.01 ? "below 0.01 dB" : `${fixed(value, 2)} dB`;
}

/** A small difference in a unit that people know: 0.36 Bd, not 360 mBd. */
function spread(value: number | null, unit: string): string | undefined {
  if (value === null || !Number.isFinite(value)) return undefined;
  return value < 1 ? `${plain(value, 2)} ${unit}`.trim() : si(value, unit, 2);
}

/** How much the quarters of the signal differ, as a sentence. */
function among(value: number | null | undefined, unit: string): string {
  const text = spread(value ?? null, unit);
  return text ? ` Its quarters differ by ${text}.` : "";
}

/** Lines within this share of the symbol rate, or of twice the rate, are its lines. */
const SAME_RATE = 0.01;

function rateHow({ symbolRateHz }: Detection, examined?: Examined): string {
  const isNear = (hz: number, rate: number) => Math.abs(hz / rate - 1) < SAME_RATE;
  const lines = (examined?.rates ?? []).filter(
    ({ hz }) => symbolRateHz && (isNear(hz, symbolRateHz) || isNear(hz, 2 * symbolRateHz)),
  );
  const names = [...new Set(lines.map(({ line }) => (line === "levels" ? "level changes" : line)))];
  return names.length > 0
    ? `From lines in the spectra of ${names.join(", ")}. A figure below shows one of them.`
    : "From the estimator of the class.";
}
