import { SEARCH } from "../acquisition/search.ts";
import { synchronizeFrame } from "../acquisition/synchronization.float64.ts";
import { frameTile, TILE } from "../acquisition/testing.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { FRAME_BYTES, frameTable } from "../frame-table.ts";
import { RATES } from "../frame/rates.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createFormatDecoder } from "./format.ts";

const FRAMES = 8192;
/** Samples of the five symbols whose transforms the kernel computes. */
const READ = 5 * 80;

export const cases = [
  batchCase({
    name: `wifi/signal/format ${FRAMES} frames`,
    bytes: FRAMES * (8 * (READ + 64) + 2 * FRAME_BYTES),
    batch: { jobs: FRAMES, bytes: 8 * TILE },
    async prepare(device, memory, count) {
      const { tile, candidate } = frameTile();
      const { start, offset, noise, channel } = synchronizeFrame(
        Float64Array.from(tile),
        candidate,
        candidate + SEARCH,
      );
      const signal = { rate: RATES[7], length: 1458 };
      // Frames of 802.11a keep their lines.
      const lines = tableLines(
        Array.from({ length: count }, (_, f) => ({ start: f * TILE + start, offset, noise, ...signal })),
      );
      const table = uploadTable(device, lines);
      const plan = await createFormatDecoder(device, {
        ...table,
        groups: table.dispatches.frames,
        samples: tiled(device, memory, "samples", tile, count),
        length: count * TILE,
        channel: tiled(device, memory, "channel", Float32Array.from(channel), count),
      });
      const expected = (f: number) => new Uint32Array(frameTable([lines[f]]));
      return {
        plan,
        check: { output: table.frames, inPlace: true, words: true, row: FRAME_BYTES / 4, width: 1, expected },
      };
    },
  }),
];
