import { overlapCover } from "./overlap.ts";
import { segmentStarts } from "./segments.reference.ts";
import { createBlockSegments } from "./segments.ts";
import { BLOCK_GUARD, BLOCK_SYMBOLS, blockCase } from "./transmission.bench.ts";

const [length, drop] = [64, 16];
const cover = overlapCover({ symbols: BLOCK_SYMBOLS, guard: BLOCK_GUARD }, { length, drop });
const samples = length * cover.blocks;

export const cases = [
  blockCase({
    name: { stem: "segments", title: `drop ${drop}, blocks` },
    length,
    // A sample in, two out: half of a block is used.
    bytes: 8 + (8 * samples) / BLOCK_SYMBOLS,
    largest: 8 * samples,
    row: 2 * samples,
    async create({ device, batch }) {
      const plan = await createBlockSegments(device, batch, cover);
      return { plan, output: plan.segments };
    },
    expected({ stream }) {
      const first = 2 * (BLOCK_GUARD + segmentStarts(cover)[0]);
      return stream.subarray(first, first + 2 * length);
    },
  }),
];
