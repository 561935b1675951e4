import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { EQUALIZER_TAPS } from "../equalizer/taps.ts";
import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createCompositeFilters } from "./composite.ts";

const taps = EQUALIZER_TAPS;
const span = taps + DETECTION_FILTER.length - 1;

export const cases: BenchCase[] = [
  {
    name: `convolution/composite ${taps} + ${DETECTION_FILTER.length} taps, ${BATCH_PACKETS} filters`,
    bytes: BATCH_PACKETS * (taps + span) * 8,
    async create(device) {
      const memory = allocate(device);
      const filters = memory.storage("filters", BATCH_PACKETS * taps * 8);
      const plan = await createCompositeFilters(device, {
        count: BATCH_PACKETS,
        filters,
        taps,
        second: DETECTION_FILTER,
      });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
