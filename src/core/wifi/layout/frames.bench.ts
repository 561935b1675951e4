import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { batchCase } from "../../gpu/bench.ts";
import { FRAME_BYTES, frameTable } from "../frame-table.ts";
import { RATES } from "../frame/rates.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createFrameLayout } from "./frames.ts";
import { laidOut } from "./frames.reference.ts";

const FRAMES = 8192;
const PERIOD = 5280;

export const cases = [
  batchCase({
    name: `wifi/layout/frames ${FRAMES} frames`,
    bytes: FRAMES * 2 * FRAME_BYTES,
    batch: { jobs: FRAMES, bytes: FRAME_BYTES },
    async prepare(device, memory, count) {
      const places = Array.from({ length: count }, (_, f) => ({ start: f * PERIOD, rate: RATES[7], length: 1458 }));
      const lines = tableLines(places);
      const dispatches = memory.indirect("dispatches", 36);
      const page = { length: count * PERIOD, room: { symbols: 1e8, words: 1e9 }, windowWords: WINDOW_WORDS };
      const { frames, counts } = uploadTable(device, lines);
      const plan = await createFrameLayout(device, { frames, counts, dispatches, ...page });
      const right = laidOut(lines, page);
      const expected = (f: number) => new Uint32Array(frameTable([right.lines[f]]));
      return { plan, check: { output: frames, inPlace: true, words: true, row: FRAME_BYTES / 4, width: 1, expected } };
    },
  }),
];
