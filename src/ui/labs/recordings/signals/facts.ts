import type { Examined } from "#core/signals/inspecting/examine.ts";
import type { Detection } from "#core/signals/detection.ts";
import type { DecidedSymbols } from "#core/signals/slicing/symbols.ts";
import { fixed, plain, si, whole } from "../../../format.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { frequencyText, scalesAt, timeText } from "../measure.ts";
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
  const hz = (value: number) => frequencyText({ sampleRate: 1, center: scales.center }, value);
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
      value: timeText(scales, signal.start, 6),
      sd: samplesText(recording, signal.startSdSamples),
      how: "Where the smoothed envelope first passes half of its median.",
    },
    {
      what: "Stop",
      value: timeText(scales, signal.stop, 6),
      sd: samplesText(recording, signal.stopSdSamples),
      how: `Where it last does. The signal lasts ${timeText(scales, signal.stop - signal.start, 4)}.`,
    },
    { what: "Centre", value: hz(centreHz), sd: spread(signal.centreSdHz, "Hz"), how: "Middle of the 99 % bandwidth." },
    {
      what: "Bandwidth",
      value: si(bandwidthHz, "Hz", 4),
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
      (value) => si(value, "Hz", 4),
    ),
    {
      what: "SNR",
      value: `${fixed(snrDb, 1)} dB`,
      sd: decibels(signal.snrSdDb),
      how: "Signal power over the noise in the 99 % bandwidth, at least 2 kHz.",
    },
    {
      what: "Power",
      value: `${fixed(powerDbfs, 1)} dBFS`,
      sd: decibels(signal.powerSdDb),
      how: "Without the noise. A complex tone of amplitude 1 has 0 dBFS.",
    },
    {
      what: "Noise floor",
      value: `${fixed(signal.noiseFloorDbfsPerHz, 1)} dBFS/Hz`,
      sd: decibels(signal.noiseFloorSdDb),
      how: "Density around the signal, by a robust mean.",
    },
    ...optional(
      signal.carrierOffsetHz,
      {
        what: "Carrier",
        how: `From the estimator of the class; for FSK, the mean of the outer tones.${among(spreads?.carrierHz, "Hz")}`,
      },
      hz,
    ),
    ...optional(
      signal.symbolRateHz,
      { what: "Symbol rate", sd: spread(signal.symbolRateSdHz, "Bd"), how: rateHow(signal, examined) },
      (value) => si(value, "Bd", 6),
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
  return names.length > 0 ? `Lines of ${names.join(", ")} tell it; one is below.` : "From the estimator of the class.";
}
