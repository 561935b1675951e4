import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { convolve } from "./direct.reference.ts";
import { createOverlapSavePair } from "./overlap-save-pair.ts";
import { seriesTaps } from "./cascade.ts";

const SIGNALS = 3104;
/** Number of different signals. */
const OWN = 32;
const second = { taps: [...noise(2, 23)], delay: 11 };
/** The receiver's filters. */
const shape = { inputStride: 16_384, origin: 200, outputLength: 6336, decimation: 2, taps: 186, precursors: 60 };

export const cases = [
  batchCase({
    name: `convolution/overlap-save-pair 186 + 23 taps, every second sample of a window, 2 × ${SIGNALS} packets`,
    bytes: SIGNALS * (shape.outputLength * shape.decimation + 2 * shape.outputLength + 2 * shape.taps) * 8,
    batch: { jobs: SIGNALS, group: OWN, bytes: shape.inputStride * 8 },
    async prepare(device, memory, signals) {
      const inputs = noise(1, OWN * 2 * shape.inputStride);
      const taps = [3, 4].map((seed) => noise(seed, OWN * 2 * shape.taps));
      const filters = taps.map((values, i) => tiled(device, memory, `taps ${i}`, values, signals / OWN));
      const outputs = taps.map((_, i) => ({
        buffer: memory.storage(`filtered ${i}`, signals * shape.outputLength * 8),
      }));
      const plan = await createOverlapSavePair(device, {
        signals,
        ...shape,
        cascade: second,
        input: tiled(device, memory, "samples", inputs, signals / OWN),
        filters: [filters[0], filters[1]],
        outputs: [outputs[0], outputs[1]],
      });
      const expected = (signal: number) => {
        const h = seriesTaps(tiledRow(taps[1], signal, 2 * shape.taps), second.taps);
        return convolve(tiledRow(inputs, signal, 2 * shape.inputStride), h, shape.precursors + second.delay, shape);
      };
      return { plan, check: { output: outputs[1].buffer, row: 2 * shape.outputLength, width: 2, expected } };
    },
  }),
];
