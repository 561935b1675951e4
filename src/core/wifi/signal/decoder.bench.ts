import { SEARCH } from "../acquisition/search.ts";
import { synchronizeFrame } from "../acquisition/synchronization.float64.ts";
import { frameTile, TILE } from "../acquisition/testing.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { frameSamples } from "../frame/data-field.ts";
import { FRAME_BYTES, frameTable } from "../frame-table.ts";
import { RATES } from "../frame/rates.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createSignalDecoder } from "./decoder.ts";

const FRAMES = 8192;

export const cases = [
  batchCase({
    name: `wifi/signal/decoder ${FRAMES} frames`,
    bytes: FRAMES * (8 * 128 + 2 * FRAME_BYTES),
    batch: { jobs: FRAMES, bytes: 8 * TILE },
    async prepare(device, memory, count) {
      const { tile, candidate } = frameTile();
      const { start, offset, noise, channel } = synchronizeFrame(
        Float64Array.from(tile),
        candidate,
        candidate + SEARCH,
      );
      const lines = tableLines(Array.from({ length: count }, (_, f) => ({ start: f * TILE + start, offset, noise })));
      const before = lines.map((line) => ({ ...line, length: 0, symbols: 0, firstSymbol: 0, firstWord: 0 }));
      const table = uploadTable(device, before);
      const plan = await createSignalDecoder(device, {
        ...table,
        groups: table.dispatches.frames,
        samples: tiled(device, memory, "samples", tile, count),
        length: count * TILE,
        channel: tiled(device, memory, "channel", Float32Array.from(channel), count),
      });
      const expected = (f: number) =>
        new Uint32Array(
          frameTable([
            { ...before[f], rate: RATES[7], length: 1458, symbols: 55, claim: frameSamples(1458, RATES[7]) },
          ]),
        );
      return {
        plan,
        check: { output: table.frames, inPlace: true, words: true, row: FRAME_BYTES / 4, width: 1, expected },
      };
    },
  }),
];
