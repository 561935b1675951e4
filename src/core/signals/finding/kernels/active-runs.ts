import { type CellRun, connectedRuns, RunTable } from "../regions.ts";

/** Words of a row of bits. */
export const wordsPerRow = (bins: number) => Math.ceil(bins / 32);

/** Returns the regions of a grid from its bits, u32 [frame][active, short, long][word]. */
export function regionsOfBits(bits: Uint32Array, frames: number, bins: number): CellRun[][] {
  const words = wordsPerRow(bins);
  const runs = new RunTable();
  for (let frame = 0; frame < frames; frame++) {
    const at = 3 * frame * words;
    let run = -1;
    for (let w = 0; w < words; w++) {
      for (let rest = bits[at + w] | 0; rest !== 0;) {
        // Neighbouring active cells at once.
        const place = 31 - Math.clz32(rest & -rest);
        const others = ~(rest >>> place);
        const length = others === 0 ? 32 : 31 - Math.clz32(others & -others);
        const mask = (length === 32 ? -1 : (1 << length) - 1) << place;
        rest &= ~mask;
        const k = 32 * w + place;
        const short = (bits[at + words + w] & mask) !== 0;
        const long = (bits[at + 2 * words + w] & mask) !== 0;
        if (run < 0 || runs.high[run] !== k) run = runs.begin(k);
        runs.extend(run, k + length - 1, short, long);
      }
    }
    runs.endFrame();
  }
  return connectedRuns(runs);
}
