import { describe, expect, it } from "vitest";
import { seriesTaps } from "../../convolution/cascade.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { readBack } from "../../gpu/readback.ts";
import { errorDb, poison, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { PACKET_BITS } from "../packet.ts";
import { createCma } from "./cma.ts";
import { createFilteredSpectra } from "./filtered-spectra.ts";
import type { KeptSpectra } from "./spectra.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

const SLOTS = 8;
/** The other slots have no packet, and samples that are no numbers. */
const FOUND = [2, 7];

describe("equalizer/filtered-spectra", () => {
  it.each([512, 1024] as const)(
    "filters like float64, with spectra of %i points from CMA and apart",
    async (length) => {
      const device = await testDevice();
      const packets = new Uint32Array(4 * SLOTS);
      for (const slot of FOUND) packets[4 * slot + 1] = 1;
      const rowsOf = (seed: number, row: number) =>
        Float32Array.from(testNormals(seed, SLOTS * row), (value, i) =>
          FOUND.includes(Math.floor(i / row)) ? value : Number.NaN,
        );
      const windows = rowsOf(length, 2 * WINDOW_LENGTH);
      const taps = [1, 2].map((seed) => rowsOf(length + seed, 2 * EQUALIZER_TAPS));
      const inputs = { slots: SLOTS, packets: upload(device, packets), window: upload(device, windows) };
      const cma = await createCma(device, { ...inputs, length, passes: 2 });
      const spectra = cma.spectra as KeptSpectra;
      const outputs = taps.map(() => ({ buffer: upload(device, new Float32Array(2 * SLOTS * PACKET_BITS)) }));
      const plan = await createFilteredSpectra(device, {
        ...inputs,
        spectra,
        filters: [upload(device, taps[0]), upload(device, taps[1])],
        outputs: [outputs[0], outputs[1]],
      });
      const expected = taps.map((own) =>
        FOUND.map((slot) => {
          const partOf = (values: Float32Array, row: number) =>
            Float64Array.from(values.subarray(slot * row, (slot + 1) * row));
          const filter = seriesTaps(partOf(own, 2 * EQUALIZER_TAPS), DETECTION_FILTER);
          const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: 2 };
          const delay = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;
          return convolve(partOf(windows, 2 * WINDOW_LENGTH), filter, delay, grid);
        }),
      );
      for (const stages of [
        [cma, plan],
        [spectra.compute, ...plan.alone],
      ]) {
        for (const { buffer } of [...outputs, { buffer: spectra.buffer }]) poison(device, buffer);
        await run(device, ...stages);
        const found = (await readBack(device, outputs)).map((bytes) => new Float32Array(bytes));
        for (const [i, values] of found.entries()) {
          for (let slot = 0; slot < SLOTS; slot++) {
            const row = values.subarray(2 * slot * PACKET_BITS, 2 * (slot + 1) * PACKET_BITS);
            const at = FOUND.indexOf(slot);
            // Float32 rounding in two transforms.
            if (at >= 0) expect(errorDb(row, expected[i][at])).toBeLessThan(-125);
            else expect(row.every((value) => value === 0)).toBe(true);
          }
        }
      }
      plan.destroy();
      cma.destroy();
    },
  );
});
