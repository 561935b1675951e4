import { type Piece, pieceOf } from "./pieces.ts";
import type { RatioGrid, CellRun } from "./regions.ts";

/** Fewest frames in which a line can be told from a burst. */
const LEAST_FRAMES = 64;
/** Least median over the noise, and over the neighbourhood. */
const [LEAST_MEDIAN, PROMINENCE] = [8, 4];
/** Median, in units of the neighbourhood's, at which a line ends; and its half width at most, bins. */
const [SKIRT, MOST_REACH] = [1.5, 12];
/** Bins beside a line that replace it. */
const BESIDE = 4;

/**
 * Takes the narrow signals that are on for most of the frames out of a grid, and returns them. Their cells get the mean of the
 * cells on both sides, so that a burst over a carrier, or over the receiver's constant, keeps its own edges.
 */
export function takeLines(grid: RatioGrid): Piece[] {
  if (grid.frames < LEAST_FRAMES) return [];
  const medians = columnMedians(grid);
  const lines: Piece[] = [];
  const order = Array.from(medians.keys()).filter((k) => medians[k] >= LEAST_MEDIAN);
  order.sort((a, b) => medians[b] - medians[a]);
  const taken = new Uint8Array(grid.bins);
  for (const peak of order) {
    if (taken[peak]) continue;
    const band = bandOf(medians, peak);
    if (!band) continue;
    const [low, high] = band;
    if (taken.subarray(low, high).includes(1)) continue;
    taken.fill(1, low, high);
    medians.fill(0, low, high);
    lines.push(
      pieceOf(
        grid,
        Array.from({ length: grid.frames }, (_, frame): CellRun => ({ frame, low, high, short: true, long: true })),
      ),
    );
    replace(grid, band);
  }
  return lines;
}

function columnMedians({ ratios, frames, bins }: RatioGrid): Float64Array {
  const step = Math.max(1, Math.floor(frames / 256));
  const values = new Float32Array(Math.floor(frames / step));
  return Float64Array.from({ length: bins }, (_, k) => {
    for (let i = 0; i < values.length; i++) values[i] = ratios[i * step * bins + k];
    values.sort();
    return values[values.length >> 1];
  });
}

/** The bins of a line around its strongest one; undefined if it is wide, or does not stand out. */
function bandOf(medians: Float64Array, peak: number): [number, number] | undefined {
  const near = (k: number) => (k >= 0 && k < medians.length ? [medians[k]] : []);
  const around = Array.from({ length: MOST_REACH }, (_, i) => i + MOST_REACH + 1);
  const background = around.flatMap((d) => [...near(peak - d), ...near(peak + d)]).sort((a, b) => a - b);
  const level = Math.max(Math.LN2, background[background.length >> 1] ?? 0);
  if (medians[peak] < PROMINENCE * level) return undefined;
  const reach = (step: number) => {
    for (let d = 1; d <= MOST_REACH; d++) {
      const at = peak + step * d;
      if (at < 0 || at >= medians.length || medians[at] <= SKIRT * level) return d;
    }
    return undefined;
  };
  const [below, above] = [reach(-1), reach(1)];
  return below && above ? [Math.max(0, peak - below + 1), peak + above] : undefined;
}

function replace({ ratios, frames, bins }: RatioGrid, [low, high]: readonly [number, number]): void {
  for (let t = 0; t < frames; t++) {
    const row = ratios.subarray(t * bins, (t + 1) * bins);
    let [sum, count] = [0, 0];
    for (let d = 0; d < BESIDE; d++) {
      for (const k of [low - 1 - d, high + d]) {
        if (k < 0 || k >= bins) continue;
        sum += row[k];
        count++;
      }
    }
    row.fill(sum / count, low, high);
  }
}
