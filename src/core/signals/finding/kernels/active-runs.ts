import { type CellRun, connectedRuns } from "../regions.ts";
import { wordsPerRow } from "./active-cells.ts";

/** Returns the regions of a grid from its bits, u32 [frame][active, short, long][word]. */
export function regionsOfBits(bits: Uint32Array, frames: number, bins: number): CellRun[][] {
  const words = wordsPerRow(bins);
  const runs: CellRun[] = [];
  /** Index of each frame's first run. */
  const firsts = [0];
  for (let frame = 0; frame < frames; frame++) {
    const at = 3 * frame * words;
    let run: CellRun | undefined;
    for (let w = 0; w < words; w++) {
      for (let rest = bits[at + w]; rest !== 0; rest &= rest - 1) {
        const place = 31 - Math.clz32(rest & -rest);
        const k = 32 * w + place;
        if (run?.high !== k) {
          run = { frame, low: k, high: k, short: false, long: false };
          runs.push(run);
        }
        run.high = k + 1;
        if ((bits[at + words + w] >>> place) & 1) run.short = true;
        if ((bits[at + 2 * words + w] >>> place) & 1) run.long = true;
      }
    }
    firsts.push(runs.length);
  }
  return connectedRuns(runs, firsts);
}
