import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { FRAMES, frameRows, LENGTH } from "../../random/bits.bench.ts";
import { createCrcChecking } from "./checking.ts";
import { crcBits, crcLength } from "./crc.ts";

const CRC = "24A";
/** Every second frame ends with a CRC that holds. */
const rows = frameRows.map((row, i) => {
  const data = Array.from(row).slice(0, LENGTH - crcLength(CRC));
  return i % 2 === 0 ? [...data, ...crcBits(data, CRC)] : row;
});

export const cases = [
  batchCase({
    name: `crc/checking ${FRAMES} × ${LENGTH}`,
    bytes: FRAMES * (wordsOf(LENGTH) + 1) * 4,
    batch: { jobs: FRAMES, group: rows.length, bytes: wordsOf(LENGTH) * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "bits", pack(rows), frames / rows.length);
      const plan = await createCrcChecking(device, { crc: CRC, length: LENGTH, frames, bits });
      const expected = (frame: number) => [1 - ((frame % rows.length) % 2)];
      return { plan, check: { output: plan.holds, words: true, row: 1, width: 1, expected } };
    },
  }),
];
