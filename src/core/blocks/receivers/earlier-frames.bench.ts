import { batchCase } from "../../gpu/bench.ts";
import { upload } from "../../gpu/testing.ts";
import { RATES } from "../../wifi/frame/rates.ts";
import { FRAME_BYTES, frameTable } from "../../wifi/frame-table.ts";
import { tableLines } from "../../wifi/testing.ts";
import { withoutEarlier } from "./earlier-frames.reference.ts";
import { createEarlierFrames } from "./earlier-frames.ts";

const FRAMES = 2 ** 16;
const BEGIN = FRAMES * 500;

export const cases = [
  batchCase({
    name: `blocks/receivers/earlier-frames ${FRAMES} frames`,
    bytes: 2 * FRAMES * FRAME_BYTES,
    async prepare(device) {
      const lines = tableLines(
        Array.from({ length: FRAMES }, (_, i) => ({ start: 1000 * i, rate: RATES[i % 8], length: 100 })),
      );
      const frames = upload(device, new Uint8Array(frameTable(lines)));
      const counts = upload(device, Uint32Array.of(FRAMES));
      const plan = await createEarlierFrames(device, { frames, counts, capacity: FRAMES, begin: BEGIN });
      const row = (FRAMES * FRAME_BYTES) / 4;
      const expected = () => new Uint32Array(frameTable(withoutEarlier(lines, BEGIN)));
      return { plan, check: { output: frames, inPlace: true, words: true, row, width: 1, expected } };
    },
  }),
];
