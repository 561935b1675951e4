import { fixed } from "../format.ts";

/** Stems, drawn as error bars down to zero. */
export function stems(heights: ArrayLike<number>, color: string): object {
  return {
    type: "data",
    symmetric: false,
    array: Array.from({ length: heights.length }, () => 0),
    arrayminus: heights,
    width: 0,
    thickness: 1.5,
    color,
  };
}

/** Ticks at every `step` samples, with the time in µs below. */
export function sampleTicks(from: number, to: number, step: number, sampleRate: number): object {
  const first = Math.ceil(from / step) * step;
  const tickvals = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
  return {
    tickvals,
    ticktext: tickvals.map((k) => `${fixed(k, 0)}<br>${k ? fixed((1e6 * k) / sampleRate, 1) : 0}`),
    tickangle: 0,
    range: [from - 1.5, to + 1.5],
  };
}
