import { textTicks } from "../../../figures/ticks.ts";
import { siUnit } from "../../../format.ts";

/** Consecutive samples. */
export interface Span {
  start: number;
  count: number;
}

/** A rectangle in time and frequency; band edges in cycles per sample. */
export interface Box extends Span {
  low: number;
  high: number;
}

/** Edges in cycles per sample. */
export type Band = readonly [low: number, high: number];

/** A point under the cursor. */
export interface Point {
  sample: number;
  frequency: number;
}

/** The scales that convert samples and cycles per sample to readable units. */
export interface Scales {
  /** Samples/s. If undefined, time is in samples and frequency in cycles per sample. */
  sampleRate?: number;
  /** Hz; 0 if unknown. */
  center: number;
}

/** The layout of a waterfall's parts, in pixels. */
export interface Frame {
  view: Span;
  /** The visible part of the band. */
  band: Band;
  left: number;
  top: number;
  width: number;
  /** Heights of the map and of the strip below it, which starts at `stripTop`. */
  height: number;
  stripTop: number;
  stripHeight: number;
  /** The text size relative to a page with 16 px. */
  text: number;
}

/** The size available for a waterfall: pixels, and `text` as in its frame. */
export type Room = Pick<Frame, "width" | "height" | "text">;

const MARGIN = { left: 78, right: 12, top: 8, bottom: 38 };
const STRIP_GAP = 8;
/** Width of a digit, pixels. */
const DIGIT = 7;

export function frameOf(room: Room, view: Span, band: Band): Frame {
  const { text } = room;
  const left = MARGIN.left * text;
  const width = Math.max(1, room.width - left - MARGIN.right);
  const inner = Math.max(2, room.height - MARGIN.top - MARGIN.bottom * text - STRIP_GAP);
  const stripHeight = Math.round(Math.min(110, 0.24 * inner));
  const height = inner - stripHeight;
  const stripTop = MARGIN.top + height + STRIP_GAP;
  return { view, band, left, top: MARGIN.top, width, height, stripTop, stripHeight, text };
}

/** The middle of a text, moved so that the text stays within the figure's right edge. */
export function insideOf({ left, width, text: size }: Frame, x: number, text: string): number {
  return Math.min(x, left + width + MARGIN.right - (text.length * DIGIT * size) / 2);
}

export const xOf = ({ view, left, width }: Frame, sample: number) =>
  left + ((sample - view.start) / view.count) * width;
export const yOf = ({ band: [low, high], top, height }: Frame, frequency: number) =>
  top + ((high - frequency) / (high - low)) * height;

export function pointAt({ view, band: [low, high], left, top, width, height }: Frame, x: number, y: number): Point {
  const across = Math.min(1, Math.max(0, (x - left) / width));
  const down = Math.min(1, Math.max(0, (y - top) / height));
  return { sample: view.start + across * view.count, frequency: high - down * (high - low) };
}

/** A quantity's unit on an axis: values are multiplied by `factor`. */
export interface AxisUnit {
  unit: string;
  factor: number;
}

/** Seconds with a prefix that fits the end of the view, or samples if the rate is unknown. */
export function timeUnit({ sampleRate }: Scales, { start, count }: Span): AxisUnit {
  if (sampleRate === undefined) return { unit: "samples", factor: 1 };
  const { unit, by } = siUnit((start + count) / sampleRate, "s", 1e-9, 1);
  return { unit, factor: 1 / by / sampleRate };
}

/** Hertz, absolute or relative to the centre, or cycles per sample if the rate is unknown. */
export function frequencyUnit({ sampleRate, center }: Scales): AxisUnit {
  if (sampleRate === undefined) return { unit: "cycles/sample", factor: 1 };
  const { unit, by } = siUnit(Math.abs(center) + sampleRate / 2, "Hz", 1);
  return { unit, factor: 1 / by };
}

export interface Tick {
  value: number;
  text: string;
}

export function timeTicks(frame: Frame, scales: Scales): Tick[] {
  const { factor } = timeUnit(scales, frame.view);
  const [low, high] = [frame.view.start * factor, (frame.view.start + frame.view.count) * factor];
  // Far into a recording, a fine view needs many digits.
  const digits = textTicks(low, high, 4).reduce((most, [, text]) => Math.max(most, text.length), 1);
  return textTicks(low, high, frame.width / ((40 + 9 * digits) * frame.text)).map(([value, text]) => ({
    value: value / factor,
    text,
  }));
}

export function frequencyTicks({ band: [low, high], height, text }: Frame, scales: Scales): Tick[] {
  const { factor } = frequencyUnit(scales);
  const { sampleRate = 1, center } = scales;
  const air = (frequency: number) => (frequency * sampleRate + center) * factor;
  return textTicks(air(low), air(high), height / (44 * text)).map(([value, name]) => {
    return { value: (value / factor - center) / sampleRate, text: name };
  });
}
