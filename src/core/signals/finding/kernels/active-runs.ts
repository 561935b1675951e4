import { type CellRun, connectedRuns, RunTable } from "../regions.ts";
import { wordsPerRow } from "./active-cells.ts";

/** Returns the regions of a grid from its bits, u32 [frame][active, short, long][word]. */
export function regionsOfBits(bits: Uint32Array, frames: number, bins: number): CellRun[][] {
  const words = wordsPerRow(bins);
  const runs = new RunTable();
  for (let frame = 0; frame < frames; frame++) {
    const at = 3 * frame * words;
    let run = -1;
    for (let w = 0; w < words; w++) {
      for (let rest = bits[at + w]; rest !== 0; rest &= rest - 1) {
        const place = 31 - Math.clz32(rest & -rest);
        const k = 32 * w + place;
        const short = (bits[at + words + w] >>> place) & 1;
        const long = (bits[at + 2 * words + w] >>> place) & 1;
        if (run < 0 || runs.high[run] !== k) run = runs.begin(k);
        runs.extend(run, k, short > 0, long > 0);
      }
    }
    runs.endFrame();
  }
  return connectedRuns(runs);
}
