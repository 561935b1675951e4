import { seriesTaps } from "../../convolution/cascade.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { fill } from "../../gpu/submit.ts";
import { BLOCK_PACKETS, WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { packetTable, tiledWindow, tiledWindows, pageBatch } from "../estimation/window.bench.ts";
import { BATCH_PACKETS, PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { createCma } from "./cma.ts";
import { createFilteredSpectra } from "./filtered-spectra.ts";
import type { KeptSpectra } from "./spectra.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: SAMPLES_PER_BIT };
const delay = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;

export const cases = [
  batchCase({
    name: `equalizer/filtered-spectra 2 × ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (SAMPLES_PER_BIT * PACKET_BITS + 2 * PACKET_BITS + 2 * EQUALIZER_TAPS) * 8,
    batch: pageBatch,
    async prepare(device, memory, slots) {
      const inputs = {
        slots,
        packets: memory.constant("packets", packetTable(slots)),
        window: tiledWindows(device, memory, slots),
      };
      const cma = await createCma(device, { ...inputs, passes: 2 });
      const spectra = cma.spectra as KeptSpectra;
      const encoder = device.createCommandEncoder({ label: "spectra" });
      spectra.compute.encode(encoder);
      fill(device, encoder, [spectra.buffer]);
      const taps = [3, 4].map((seed) => noise(seed, BLOCK_PACKETS * 2 * EQUALIZER_TAPS));
      const filters = taps.map((own, i) => tiled(device, memory, `taps ${i}`, own, slots / BLOCK_PACKETS));
      const outputs = taps.map((_, i) => ({ buffer: memory.storage(`filtered ${i}`, slots * PACKET_BITS * 8) }));
      const plan = await createFilteredSpectra(device, {
        ...inputs,
        spectra,
        filters: [filters[0], filters[1]],
        outputs: [outputs[0], outputs[1]],
      });
      const destroy = () => {
        plan.destroy();
        cma.destroy();
      };
      const expected = (slot: number) =>
        convolve(
          tiledWindow(slot),
          seriesTaps(tiledRow(taps[1], slot, 2 * EQUALIZER_TAPS), DETECTION_FILTER),
          delay,
          grid,
        );
      return {
        plan: { ...plan, destroy },
        check: { output: outputs[1].buffer, row: 2 * PACKET_BITS, width: 2, expected },
      };
    },
  }),
];
