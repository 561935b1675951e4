import { batchCase, tiled } from "../../gpu/bench.ts";
import { transmit } from "../frame/frame.float64.ts";
import { createAssembly } from "./assembly.ts";
import { fields, FRAMES, frames } from "./scrambling.bench.ts";
import { periodsOf, SYMBOLS } from "./symbols.bench.ts";

const row = 2 * (401 + 80 * SYMBOLS);

export const cases = [
  batchCase({
    name: `wifi/transmitter/assembly ${FRAMES} × ${SYMBOLS} symbols`,
    bytes: FRAMES * 4 * (128 * SYMBOLS + row),
    batch: { jobs: FRAMES, bytes: 4 * row },
    async prepare(device, memory, count) {
      const [{ signal, data }] = fields;
      const periods = tiled(device, memory, "symbols", periodsOf(data.points, 1), count);
      const first = memory.constant("SIGNAL", periodsOf(signal.points, 0));
      const plan = await createAssembly(device, { symbols: SYMBOLS, frames: count, signal: first, periods });
      const expected = () => transmit(frames[0]);
      return { plan, check: { output: plan.samples, row, width: 2, expected } };
    },
  }),
];
