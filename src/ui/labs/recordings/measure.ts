import type { Annotation, Capture } from "#core/capture/recording.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import type { Box as SignalBox } from "#core/signals/detection.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { fixed, measured, plain, si, whole } from "../../format.ts";
import type { Scales } from "./waterfall/frame.ts";
import type { Mark } from "./waterfall/parts.tsx";
import type { Band, Box, Point } from "./waterfall/frame.ts";

type Measured = Pick<OpenedRecording, "sampleRate" | "centerFrequency" | "captures" | "complex">;

/** Returns the capture that holds a sample. Captures are in order of time, and may be very many. */
function captureAt(captures: readonly Capture[], sample: number): Capture | undefined {
  let [from, to] = [0, captures.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (captures[middle].start <= sample) from = middle + 1;
    else to = middle;
  }
  return captures[from - 1];
}

/** Sample rate and centre frequency at a sample. */
export function scalesAt({ sampleRate, centerFrequency, captures }: Measured, sample: number): Scales {
  const capture = captureAt(captures, sample);
  return { sampleRate, center: sampleRate === undefined ? 0 : (capture?.centerFrequency ?? centerFrequency ?? 0) };
}

/** A time or a time span as text, with about `digits` digits. */
export function timeText({ sampleRate }: Pick<Scales, "sampleRate">, samples: number, digits = 6): string {
  return sampleRate === undefined ? `${whole(samples)} samples` : si(samples / sampleRate, "s", digits);
}

/** A time with all its digits, also zeros: the times of a column have as many. */
export function timeCell({ sampleRate }: Pick<Scales, "sampleRate">, samples: number, digits: number): string {
  return sampleRate === undefined ? `${whole(samples)} samples` : measured(samples / sampleRate, "s", digits);
}

export function frequencyText({ sampleRate, center }: Scales, frequency: number, digits = 7): string {
  if (sampleRate === undefined) return `${fixed(frequency, 4)} cycles/sample`;
  return si(center + frequency * sampleRate, "Hz", digits);
}

/** Two frequencies: 66 MHz to 72 MHz. */
export const bandText = (scales: Scales, [low, high]: Band) =>
  `${frequencyText(scales, low, 5)} to ${frequencyText(scales, high, 5)}`;

const widthText = ({ sampleRate }: Scales, width: number) =>
  sampleRate === undefined ? `${fixed(width, 4)} cycles/sample` : si(width * sampleRate, "Hz", 4);

/** Level at a point of the picture, dB; undefined outside it. */
function levelAt(
  { start, count, columns, bins, decibels }: Waterfall,
  { sample, frequency }: Point,
): number | undefined {
  const column = Math.min(columns - 1, Math.floor(((sample - start) / count) * columns));
  const bin = Math.min(bins - 1, Math.floor((frequency + 0.5) * bins));
  return column < 0 || sample > start + count ? undefined : decibels[column * bins + bin];
}

/** Power of a spectrum between two frequencies, dB; bins at the edges count in part. What a box has beyond an end of the band appears at the other. */
export function bandPower({ powerDb }: RecordingPreview, { low, high }: Box, complex: boolean): number {
  const bins = powerDb.length;
  let sum = 0;
  for (let k = 0; k < bins; k++) {
    const place = k / bins - 0.5;
    const middle = place + Math.round((low + high) / 2 - place);
    const [from, to] = [middle - 0.5 / bins, middle + 0.5 / bins];
    const share = (Math.min(to, high) - Math.max(from, low)) * bins;
    if (share > 0) sum += share * 10 ** (powerDb[k] / 10);
  }
  // A real signal has half of its power at negative frequencies.
  return 10 * Math.log10(Math.max((complex ? 1 : 2) * sum, 1e-20));
}

/** The reading at the cursor: time, sample, frequency and power. */
export function cursorText(recording: Measured, cursor: Point, picture: Waterfall | undefined): string {
  const scales = scalesAt(recording, cursor.sample);
  const level = picture && levelAt(picture, cursor);
  const sample = Math.floor(cursor.sample);
  const time = scales.sampleRate === undefined ? "" : `${timeText(scales, sample, 8)} · `;
  const power = level === undefined ? "" : ` · ${fixed(level, 1)} dB`;
  return `${time}sample ${whole(sample)} · ${frequencyText(scales, cursor.frequency)}${power}`;
}

/** Time, band and power of the selection; the power needs the selection's spectrum. */
export function selectionText(recording: Measured, box: Box, part: RecordingPreview | undefined): string {
  const scales = scalesAt(recording, box.start);
  const { start, count, low, high } = box;
  const mine = part?.start === start && part.count === count;
  const power = mine ? ` · ${fixed(bandPower(part, box, recording.complex), 1)} dB in the box` : "";
  const rate =
    scales.sampleRate === undefined ? "" : ` (${whole(count)} samples, 1/Δt ${si(scales.sampleRate / count, "Hz", 4)})`;
  return `Δt ${timeText(scales, count)}${rate} · Δf ${widthText(scales, high - low)}${power}`;
}

/** Annotations as boxes on the waterfall. Without edges, or without a sample rate, which places them, they cover the band. */
export function marksOf(
  recording: Measured,
  annotations: readonly Annotation[],
  band: readonly [number, number],
): Mark[] {
  return annotations.map((annotation) => {
    const { start, count, edges } = annotation;
    const isPlaced = edges && recording.sampleRate !== undefined;
    const [low, high] = isPlaced ? edges.map((edge) => inBand(recording, start, edge)) : band;
    return { annotation, start, count, low: Math.max(band[0], low), high: Math.min(band[1], high) };
  });
}

/** A radio frequency, or a frequency from the centre, in Hz, as cycles per sample. */
export function inBand(recording: Measured, sample: number, hertz: number): number {
  const { sampleRate = 1, center } = scalesAt(recording, sample);
  return (hertz - center) / sampleRate;
}

/** The inverse: cycles per sample as Hz. */
export function onAir(recording: Measured, sample: number, frequency: number): number {
  const { sampleRate = 1, center } = scalesAt(recording, sample);
  return Number((center + frequency * sampleRate).toPrecision(12));
}

/** A metadata value as text. */
export function valueText(value: unknown): string {
  if (typeof value === "number") return plain(value, 15);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A selection in samples and Hz from the centre; undefined without a sample rate. */
export function boxOf({ sampleRate }: Pick<Measured, "sampleRate">, box: Box): SignalBox | undefined {
  if (sampleRate === undefined) return undefined;
  const { start, count, low, high } = box;
  return { start, stop: start + count, lowHz: low * sampleRate, highHz: high * sampleRate };
}

/** True for a box at least as wide as the resolution of its samples, one cycle in its time. A narrower band has no figures, and its filter takes long. */
export const isResolved = ({ count, low, high }: Box) => count * (high - low) >= 1;

/** The inverse: a box in samples and Hz as a selection. */
export function selectionOf({ sampleRate = 1 }: Measured, { start, stop, lowHz, highHz }: SignalBox): Box {
  return { start, count: stop - start, low: lowHz / sampleRate, high: highHz / sampleRate };
}

/** The name of a file with a box of a recording: its time and its frequency. */
export function bandName(recording: Measured & { title: string }, { start, lowHz, highHz }: SignalBox): string {
  const scales = scalesAt(recording, start);
  const place = [timeText(scales, start, 6), si(scales.center + (lowHz + highHz) / 2, "Hz", 8)];
  return [recording.title, ...place.map((text) => text.replaceAll(/\s/g, "").replace("\u2212", "-"))].join("-");
}
