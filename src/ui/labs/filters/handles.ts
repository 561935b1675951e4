import { maskOf } from "#core/filters/mask.ts";
import type { FilterView } from "#core/filters/view.ts";
import { type FilterSpec, isFamily } from "#core/filter-design/spec.ts";
import { fixed, plain } from "../../format.ts";
import { nearest } from "./charts/nearest.ts";
import { edgeNames } from "./specs.ts";
import { roundFrequency, showFrequency } from "./units.ts";

/** A handle in the figure, which pointer and keys move. */
export interface Handle {
  name: string;
  frequency: number;
  /** Its gain, dB; undefined on the frequency axis. */
  db?: number;
  /** Where it moves vertically: everywhere, only in the close-up of the pass band, or nowhere. */
  vertical: "all" | "fine" | "none";
  /** Step of an arrow key, dB. */
  step: number;
  /** Its position in words, for screen readers. */
  text: string;
  move(frequency: number, db: number): FilterSpec;
}

/** The handles of a design: the corners of its mask, its cut-off frequencies, or the edges of its bands. */
export function handlesOf(spec: FilterSpec, view: FilterView | undefined): Handle[] {
  if ("pass" in spec) return maskHandles(spec);
  if ("cutoff" in spec) return cutoffHandles(spec, view);
  return "bands" in spec ? bandHandles(spec) : [];
}

type Of<Key extends string> = Extract<FilterSpec, Record<Key, unknown>>;

const LEAST_RIPPLE = 0.01;
const MOST_RIPPLE = 6;
const MOST_ATTENUATION = 160;

/** Longest FIR filter, in taps, that dragging a mask may ask for; longer ones take typed numbers. */
const LONGEST_BY_HAND = 320;
/** Taps × transition in units of the Nyquist frequency for each dB beyond 8, after Kaiser. */
const PER_DECIBEL = 1 / (2.285 * Math.PI);

/** Narrowest transition band of a FIR filter that dragging may make, and the highest attenuation over one. */
const narrowest = (attenuation: number, rate: number) =>
  ((rate / 2) * PER_DECIBEL * Math.max(10, attenuation - 8)) / LONGEST_BY_HAND;
const highest = (transition: number, rate: number) => 8 + (LONGEST_BY_HAND * transition) / ((rate / 2) * PER_DECIBEL);

function maskHandles(spec: Of<"pass">): Handle[] {
  const { ripple, attenuation, rate = 2 } = spec;
  const recursive = isFamily(spec.type);
  const floorDb = maskOf(spec)!.find(({ passes }) => passes)!.floorDb;
  const all = [...[spec.pass].flat(), ...[spec.stop].flat()].toSorted((a, b) => a - b);
  const moveEdge = edgeMover(all, rate, recursive ? undefined : narrowest(attenuation, rate));
  const transition = Math.min(all[1] - all[0], (all[3] ?? Infinity) - (all[2] ?? 0));
  const most = recursive ? MOST_ATTENUATION : Math.max(attenuation, highest(transition, rate));
  return (["pass", "stop"] as const).flatMap((name) => {
    const edges = [spec[name]].flat();
    const words = edgeNames(spec, name)!;
    return edges.map((edge, i): Handle => {
      const moved = (frequency: number) => {
        const next = edges.map((old, k) => (k === i ? moveEdge(old, frequency) : old));
        return { [name]: edges.length === 1 ? next[0] : next };
      };
      const passes = name === "pass";
      const at = showFrequency(edge, spec);
      return {
        name: words[i],
        frequency: edge,
        db: passes ? floorDb : -attenuation,
        vertical: passes ? "fine" : "all",
        step: passes ? 0.05 : 1,
        text: passes ? `${at}, ripple ${plain(ripple, 3)} dB` : `${at}, ${plain(attenuation, 4)} dB down`,
        move(frequency, db) {
          const size = passes ? { ripple: rippleOf(spec, db) } : { attenuation: attenuationOf(db, ripple, most) };
          return { ...spec, ...moved(frequency), ...size } as FilterSpec;
        },
      };
    });
  });
}

/** The ripple whose floor is at a gain: an IIR filter ripples below 1, a FIR filter about 1. */
function rippleOf({ type, attenuation }: Of<"pass">, floorDb: number): number {
  const gain = Math.min(1, 10 ** (floorDb / 20));
  const ripple = isFamily(type) ? -floorDb : 20 * Math.log10((2 - gain) / gain);
  const most = Math.min(MOST_RIPPLE, attenuation - 1);
  return Number(Math.min(most, Math.max(LEAST_RIPPLE, ripple)).toFixed(2));
}

const attenuationOf = (db: number, ripple: number, most: number) =>
  Number(Math.min(MOST_ATTENUATION, most, Math.max(Math.ceil(ripple + 1), -db)).toFixed(1));

/** The edges with one of them moved, kept between its neighbours. */
function edgeMover(edges: readonly number[], rate: number, gap = rate / 4000) {
  const sorted = [0, ...edges.toSorted((a, b) => a - b), rate / 2];
  return (edge: number, frequency: number) => {
    const at = sorted.indexOf(edge, 1);
    return roundFrequency(Math.min(sorted[at + 1] - gap, Math.max(sorted[at - 1] + gap, frequency)), rate);
  };
}

function cutoffHandles(spec: Of<"cutoff">, view: FilterView | undefined): Handle[] {
  const edges = [spec.cutoff].flat();
  const move = edgeMover(edges, spec.rate ?? 2);
  return edges.map((edge, i): Handle => {
    const db = view?.gainDb[nearest(view.frequency, edge)];
    return {
      name: edgeNames(spec, "cutoff")![i],
      frequency: edge,
      db,
      vertical: "none",
      step: 0,
      text: `${showFrequency(edge, spec)}${db === undefined ? "" : `, ${fixed(db, 1)} dB`}`,
      move(frequency) {
        const next = edges.map((old, k) => (k === i ? move(old, frequency) : old));
        return { ...spec, cutoff: edges.length === 1 ? next[0] : next } as FilterSpec;
      },
    };
  });
}

function bandHandles(spec: Of<"bands">): Handle[] {
  const { rate = 2, bands } = spec;
  const move = edgeMover(bands, rate);
  return bands.flatMap((edge, i): Handle[] => {
    if (edge <= 0 || edge >= rate / 2) return [];
    return [
      {
        name: `Band ${(i >> 1) + 1} ${i % 2 ? "to" : "from"}`,
        frequency: edge,
        vertical: "none",
        step: 0,
        text: `${showFrequency(edge, spec)}, gain ${plain(spec.gains[i], 3)}`,
        move: (frequency) => ({ ...spec, bands: bands.map((old, k) => (k === i ? move(old, frequency) : old)) }),
      },
    ];
  });
}
