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
  how: string;
}

/** What was measured. What does not apply to the signal is left out. */
export function factsOf(recording: OpenedRecording, signal: Detection, examined?: Examined): Fact[] {
  const scales = scalesAt(recording, signal.start);
  const { centreHz, bandwidthHz, bandwidth3dBHz, snrDb, powerDbfs, candidates, confidence } = signal;
  const others = candidates.filter(({ class: name }) => name !== signal.class).slice(0, 3);
  const runnersUp = others.map((one) => `${one.class} ${percent(one.confidence)}`).join(", ");
  const hz = (value: number) => frequencyText({ sampleRate: 1, center: scales.center }, value);
  const noise = powerDbfs - snrDb - 10 * Math.log10(Math.max(bandwidthHz, 2000));
  const optional = (what: string, value: number | null, text: (value: number) => string, how: string): Fact[] =>
    value === null ? [] : [{ what, value: text(value), how }];
  return [
    {
      what: "Class",
      value: `${signal.class}, ${percent(confidence)}`,
      how: `The percentage is the probability that the class is right.${runnersUp ? ` Then ${runnersUp}.` : ""} ${signal.class === "unsure" ? "" : SIGNS[signal.class]}`,
    },
    {
      what: "Time",
      value: `${timeText(scales, signal.start, 6)}, lasts ${timeText(scales, signal.stop - signal.start, 4)}`,
      how: "From where the smoothed envelope first passes half of its median to where it last does.",
    },
    {
      what: "Centre",
      value: hz(centreHz),
      how: `Middle of the 99 % bandwidth.${give(examined?.accuracy.centreSdHz, "Hz")}`,
    },
    {
      what: "Bandwidth",
      value: si(bandwidthHz, "Hz", 4),
      how: `Between the 0.5 and 99.5 % points of the power without the noise.${give(examined?.accuracy.bandwidthSdHz, "Hz")}`,
    },
    ...optional(
      "−3 dB width",
      bandwidth3dBHz,
      (value) => si(value, "Hz", 4),
      `Between the outermost half-power points of the smoothed density.${give(examined?.accuracy.bandwidth3dBSdHz, "Hz")}`,
    ),
    {
      what: "SNR",
      value: `${fixed(snrDb, 1)} dB`,
      how: `Signal power over the noise in the 99 % bandwidth, at least 2 kHz.${give(examined?.accuracy.snrSdDb, "dB", "with the noise floor taken as exact")}`,
    },
    {
      what: "Power",
      value: `${fixed(powerDbfs, 1)} dBFS`,
      // The error of the power is all of the error of an SNR whose noise is exact.
      how: `Without the noise. A complex tone of amplitude 1 has 0 dBFS.${give(examined?.accuracy.snrSdDb, "dB")}`,
    },
    { what: "Noise floor", value: `${fixed(noise, 1)} dBFS/Hz`, how: "Density around the signal, by a robust mean." },
    ...optional(
      "Carrier",
      signal.carrierOffsetHz,
      hz,
      `From the estimator of the class; for FSK, the mean of the outer tones.${among(examined?.quarters.carrierHz, (value) => spread(value, "Hz"))}`,
    ),
    ...optional("Symbol rate", signal.symbolRateHz, (value) => si(value, "Bd", 6), rateHow(signal, examined)),
    ...(examined?.decided?.at.length ? [timingOf(recording, examined.decided)] : []),
    ...optional(
      "Deviation",
      signal.deviationHz,
      (value) => si(value, "Hz", 4),
      `Half the distance of the outer tones.${among(examined?.quarters.deviationHz, (value) => spread(value, "Hz"))}`,
    ),
    ...optional(
      "Modulation index",
      signal.modulationIndex,
      (value) => fixed(value, 3),
      `Distance of neighbouring tones over the symbol rate.${among(examined?.quarters.modulationIndex, (value) => plain(value, 2))}`,
    ),
    ...optional(
      "Subcarriers",
      signal.subcarrierSpacingHz,
      (value) => `${si(value, "Hz", 4)} apart`,
      "From the autocorrelation of the guard interval.",
    ),
    ...optional(
      "Guard",
      signal.guardSamples,
      (value) => `${whole(value)} samples`,
      "From the autocorrelation, in samples of the recording.",
    ),
    ...(signal.notes.length > 0
      ? [{ what: "Notes", value: signal.notes.join(", "), how: "What disturbs the signal." }]
      : []),
  ];
}

/** Where the first symbol is. */
function timingOf(recording: OpenedRecording, { at, timingSd, samplesPerSymbol }: DecidedSymbols): Fact {
  const sure =
    timingSd === null
      ? " Its symbols follow no clock."
      : ` Standard deviation ${(timingSd * samplesPerSymbol).toPrecision(2)} samples, ${timingSd.toPrecision(2)} symbols.`;
  return {
    what: "First symbol",
    value: `${timeText(recording, at[0], 8)}, sample ${fixed(at[0], 2)}`,
    how: `Middle of the first decided symbol.${sure}`,
  };
}

/** A standard deviation as a sentence. */
function give(value: number | null | undefined, unit: string, condition = ""): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "";
  const text = unit === "dB" ? (value < 0.01 ? "below 0.01 dB" : `${fixed(value, 2)} dB`) : spread(value, unit);
  return ` Standard deviation ${text}${condition && `, ${condition}`}.`;
}

/** A small difference in a unit that people know: 0.36 Bd, not 360 mBd. */
const spread = (value: number, unit: string) => (value < 1 ? `${plain(value, 2)} ${unit}` : si(value, unit, 2));

/** How much the quarters of the signal differ, as a sentence. */
function among(value: number | null | undefined, text: (value: number) => string): string {
  if (value === null || value === undefined) return "";
  return ` Its four quarters differ by ${text(value)} (standard deviation).`;
}

/** Lines within this share of the symbol rate, or of twice the rate, are its lines. */
const SAME_RATE = 0.01;

function rateHow({ symbolRateHz, symbolRateSdHz }: Detection, examined?: Examined): string {
  const isNear = (hz: number, rate: number) => Math.abs(hz / rate - 1) < SAME_RATE;
  const lines = (examined?.rates ?? []).filter(
    ({ hz }) => symbolRateHz && (isNear(hz, symbolRateHz) || isNear(hz, 2 * symbolRateHz)),
  );
  const names = [...new Set(lines.map(({ line }) => (line === "levels" ? "level changes" : line)))];
  const from =
    names.length > 0 ? `Lines of ${names.join(", ")} tell it; one is below.` : "From the estimator of the class.";
  return `${from}${give(symbolRateSdHz, "Bd")}`;
}
