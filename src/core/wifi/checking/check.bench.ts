import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { dataFieldBits, scrambled } from "../frame/data-field.ts";
import { rateOf } from "../frame/rates.ts";
import { COUNTS, dispatchesFor, frameTable } from "../frame-table.ts";
import { randomPsdu, tableLines, totals } from "../testing.ts";
import { createFrameCheck } from "./check.ts";

const FRAMES = 8192;
const OCTETS = 1458;
const rate = rateOf(54);
const psdus = Array.from({ length: 8 }, (_, i) => randomPsdu(i, OCTETS));
const decided = pack(psdus.map((psdu, i) => scrambled(dataFieldBits(psdu, rate), OCTETS, 1 + i)));
const row = decided.length / psdus.length;

export const cases = [
  batchCase({
    name: `wifi/checking/check ${FRAMES} × ${OCTETS}`,
    bytes: FRAMES * (row + wordsOf(8 * OCTETS)) * 4,
    batch: { jobs: FRAMES, group: psdus.length, bytes: row * 4 },
    async prepare(device, memory, frames) {
      const lines = tableLines(Array.from({ length: frames }, (_, f) => ({ start: f, rate, length: OCTETS })));
      const { words } = totals(lines);
      const counts = new Uint32Array(5);
      counts[COUNTS.frames] = frames;
      const plan = await createFrameCheck(device, {
        frames: memory.constant("frames", new Uint8Array(frameTable(lines))),
        counts: memory.constant("counts", counts),
        dispatches: dispatchesFor(device, { frames, symbols: 1, windows: 1 }),
        decisions: tiled(device, memory, "decisions", decided, frames / psdus.length),
        words,
      });
      const expected = (frame: number) => {
        const octets = new Uint8Array(4 * wordsOf(8 * OCTETS));
        octets.set(psdus[frame % psdus.length]);
        return new Uint32Array(octets.buffer);
      };
      return { plan, check: { output: plan.psdu, words: true, row, width: 1, expected } };
    },
  }),
];
