import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { PACKETS, SYMBOLS } from "../transmission/labels.bench.ts";
import { labelsWithBits } from "./coded-labels.reference.ts";
import { createCodedLabels } from "./coded-labels.ts";
import { scattered } from "./codeword-llrs.bench.ts";
import { COLUMNS } from "./soft-bits.bench.ts";

/** Coded bits in, labels in and out. */
export const cases = [2, 4].map((bitsPerSymbol) => {
  const coded = bitsPerSymbol * SYMBOLS;
  const width = Math.ceil(coded / 32);
  return batchCase({
    name: `adaptive/coded-labels ${PACKETS} × ${SYMBOLS}, ${bitsPerSymbol} bits per symbol`,
    bytes: PACKETS * (4 * width + 2 * SYMBOLS),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: SYMBOLS },
    async prepare(device, memory, packets) {
      const code = Uint32Array.from(noise(5, COLUMNS * width), (value) => (value + 1) * 2 ** 31);
      const bitAt = scattered(coded);
      const labels = memory.storage("labels", SYMBOLS * packets);
      const plan = await createCodedLabels(device, {
        packets,
        symbols: SYMBOLS,
        guard: 0,
        training: 0,
        bitsPerSymbol,
        labels,
        code: tiled(device, memory, "coded bits", code, packets / COLUMNS),
        words: width,
        bitAt,
      });
      const expected = (packet: number) => {
        const bit = (number: number) => (code[(packet % COLUMNS) * width + (number >> 5)] >>> (number % 32)) & 1;
        const zeros = Array.from({ length: SYMBOLS }, () => 0);
        const bytes = Uint8Array.from(labelsWithBits(zeros, bit, { bitAt, first: 0, bitsPerSymbol }));
        return new Uint32Array(bytes.buffer);
      };
      return { plan, check: { output: labels, words: true, row: SYMBOLS / 4, width: 1, columns: true, expected } };
    },
  });
});
