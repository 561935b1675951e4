import { mainBand, type Piece } from "../pieces/pieces.ts";
import { type CellRun, type RatioGrid, zeroOf } from "../regions.ts";

/** Share of the band on each side of a place that counts as beside it. */
const BESIDE = 1 / 16;
/** What is on at both sides of the band's ends, relative to what is on at both sides of another place, from which on the spectra are cut there. */
const MORE = 10;

/** What a search of a grid has found. */
export interface Found {
  lines: readonly Piece[];
  regions: readonly (readonly CellRun[])[];
}

/**
 * Returns the bin before which circular spectra are best cut to be a band: 0, unless something is on at both ends of the band at the same time, which may be one signal, and another place has far less on both its sides.
 *
 * @param step The bin is a multiple of it.
 */
export function seamOf(grid: RatioGrid, found: Found, step: number): number {
  const { bins } = grid;
  const beside = Math.max(2, Math.round(BESIDE * bins));
  const isBeside = (low: number, high: number) => low < beside || high > bins - beside;
  const lines = found.lines.flatMap((line) => (line.beyond ? [line, line.beyond] : [line]));
  const isNear =
    lines.some((line) => isBeside(...mainBand(line))) ||
    found.regions.some((runs) => runs.some(({ low, high }) => isBeside(low, high)));
  if (!isNear) return 0;
  const places = Array.from({ length: bins / step }, (_, i) => i * step);
  const costs = sharesAcross(grid, { ...found, lines }, { places, beside });
  if (costs[0] === 0) return 0;
  const zero = zeroOf(grid);
  const free = places.map((place) => Math.abs(place - zero) > beside);
  const least = Math.min(...costs.filter((_, i) => free[i]));
  if (!(MORE * least <= costs[0])) return 0;
  // In the middle of the widest place that is as quiet.
  const isQuiet = (i: number) => free[i] && costs[i] <= MORE * least;
  const room = (i: number) => {
    let distance = 0;
    while (
      distance < costs.length / 2 &&
      [i - distance, i + distance].every((at) => isQuiet((at + costs.length) % costs.length))
    )
      distance++;
    return distance;
  };
  const rooms = places.map((_, i) => room(i));
  return places[rooms.indexOf(Math.max(...rooms))];
}

/** Returns what is on at both sides of some places at the same time: the smaller one of both powers, as a share of all power of its frame, summed over the frames. So a strong moment counts no more than others. */
function sharesAcross(
  { ratios, frames, bins }: RatioGrid,
  { lines, regions }: Found,
  { places, beside }: { places: readonly number[]; beside: number },
): number[] {
  const ofLines = new Float64Array(bins);
  for (const { spectrum, lowBin, start, stop } of lines)
    for (let k = 0; k < spectrum.length; k++) ofLines[lowBin + k] += Math.max(0, spectrum[k]) / (stop - start);
  const runs = regions.flat().sort((a, b) => a.frame - b.frame);
  const costs = places.map(() => 0);
  // Sums over bins, from `beside` bins before the band to as many after it.
  const sums = new Float64Array(bins + 2 * beside + 1);
  const row = new Float64Array(bins);
  for (let t = 0, i = 0; t < frames; t++) {
    if (lines.length === 0 && runs[i]?.frame !== t) continue;
    row.set(ofLines);
    for (; i < runs.length && runs[i].frame === t; i++)
      for (let k = runs[i].low; k < runs[i].high; k++) row[k] += Math.max(0, ratios[t * bins + k] - 1);
    for (let k = 0; k < sums.length - 1; k++) sums[k + 1] = sums[k] + row[(k - beside + bins) % bins];
    const all = sums[bins];
    if (all === 0) continue;
    for (let p = 0; p < places.length; p++) {
      const middle = sums[places[p] + beside];
      costs[p] += Math.min(middle - sums[places[p]], sums[places[p] + 2 * beside] - middle) / all;
    }
  }
  return costs;
}
