import { batchCase } from "../../gpu/bench.ts";
import { rateOf } from "../frame/rates.ts";
import { FRAME_BYTES, frameTable } from "../frame-table.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createExpectedFrames } from "./expected-frames.ts";

const FRAMES = 32_768;
const expectedSize = { rate: rateOf(54), octets: 1458 };

export const cases = [
  batchCase({
    name: `wifi/experiment/expected-frames ${FRAMES} frames`,
    bytes: FRAMES * FRAME_BYTES,
    batch: { jobs: FRAMES, bytes: FRAME_BYTES },
    async prepare(device, _memory, frames) {
      const { rate, octets } = expectedSize;
      const own = (f: number) => f % 3 > 0;
      const lines = tableLines(
        Array.from({ length: frames }, (_, f) => ({ start: 5000 * f, rate, length: own(f) ? octets : octets - 1 })),
      );
      const table = uploadTable(device, lines);
      const plan = await createExpectedFrames(device, { ...table, ...expectedSize, capacity: frames });
      const expected = (f: number) => {
        const line = own(f) ? lines[f] : { ...lines[f], status: "no room" as const, symbols: 0 };
        return new Uint32Array(frameTable([line]));
      };
      const check = {
        output: table.frames,
        inPlace: true,
        words: true,
        row: FRAME_BYTES / 4,
        width: 1,
        expected,
      } as const;
      return { plan, check };
    },
  }),
];
