import { type Ground, groundOf } from "../../../figures/marks/ground.ts";
import { clamp } from "../../../figures/marks/keys.ts";
import type { Size } from "../../../figures/watch.ts";
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

/** The layout of a waterfall's parts, in pixels, with the places of samples and of cycles per sample on its map. */
export interface Frame extends Ground {
  view: Span;
  /** The visible part of the band. */
  band: Band;
  /** The strip below the map. */
  stripTop: number;
  stripHeight: number;
  /** The foot of the strip. */
  floor: number;
  /** Size of the texts. */
  text: number;
}

/** The size available for a waterfall, in pixels, and the size of its texts. */
export interface Room extends Size {
  text: number;
}

/** Margins, in pixels for a text of 12. */
const MARGIN = { left: 78, right: 12, top: 8, bottom: 38 };
const STRIP_GAP = 8;

export function frameOf({ width, height, text }: Room, view: Span, band: Band): Frame {
  const inner = Math.max(2, height - MARGIN.top - (MARGIN.bottom * text) / 12 - STRIP_GAP);
  const stripHeight = Math.round(Math.min(110, 0.24 * inner));
  const floor = MARGIN.top + inner + STRIP_GAP;
  const margin = { ...MARGIN, left: (MARGIN.left * text) / 12, bottom: 0 };
  const map = { width, height: MARGIN.top + inner - stripHeight };
  const ground = groundOf(map, margin, [view.start, view.start + view.count], band);
  return { ...ground, view, band, stripTop: floor - stripHeight, stripHeight, floor, text };
}

/** The point at a place, or the nearest one on the map. */
export function pointAt({ left, top, width, height, xAt, yAt }: Frame, x: number, y: number): Point {
  return { sample: xAt(clamp(x, left, left + width)), frequency: yAt(clamp(y, top, top + height)) };
}

/** The box between two points. Points of one frequency select the whole band. */
export function boxBetween(a: Point, b: Point, [least, most]: Band): Box {
  const flat = a.frequency === b.frequency;
  return {
    start: Math.min(a.sample, b.sample),
    count: Math.abs(b.sample - a.sample),
    low: flat ? least : Math.min(a.frequency, b.frequency),
    high: flat ? most : Math.max(a.frequency, b.frequency),
  };
}

/** The narrowest selection, cycles per sample: a link tells its edges apart. */
const NARROWEST_BOX = 2e-6;

/** Returns the part of a box within a recording, with at least a sample and a band that a link can hold. */
export function fitBox({ start, count, ...edges }: Box, samples: number, [least, most]: Band): Box {
  const first = clamp(Math.round(start), 0, samples - 1);
  const length = clamp(Math.round(start + count) - first, 1, samples - first);
  const [from, to] = [edges.low, edges.high].sort((a, b) => a - b).map((edge) => clamp(edge, least, most));
  const low = Math.min(from, most - NARROWEST_BOX);
  return { start: first, count: length, low, high: Math.max(to, low + NARROWEST_BOX) };
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

type Ticks = (readonly [value: number, text: string])[];

export function timeTicks(frame: Frame, scales: Scales): Ticks {
  const { factor } = timeUnit(scales, frame.view);
  const [low, high] = [frame.view.start * factor, (frame.view.start + frame.view.count) * factor];
  // Far into a recording, a fine view needs many digits.
  const digits = textTicks(low, high, 4).reduce((most, [, text]) => Math.max(most, text.length), 1);
  const room = (3.3 + 0.75 * digits) * frame.text;
  return textTicks(low, high, frame.width / room).map(([value, text]) => [value / factor, text]);
}

export function frequencyTicks({ band: [low, high], height, text }: Frame, scales: Scales): Ticks {
  const { factor } = frequencyUnit(scales);
  const { sampleRate = 1, center } = scales;
  const air = (frequency: number) => (frequency * sampleRate + center) * factor;
  const ticks = textTicks(air(low), air(high), height / (3.7 * text));
  return ticks.map(([value, name]) => [(value / factor - center) / sampleRate, name]);
}
