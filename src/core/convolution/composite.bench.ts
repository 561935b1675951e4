import { DETECTION_FILTER as second } from "../telemetry/detection/detection-filter.ts";
import { EQUALIZER_TAPS as taps } from "../telemetry/equalizer/taps.ts";
import { batchCase, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { BATCH_PACKETS } from "../telemetry/packet.ts";
import { compositeFilters } from "./composite.reference.ts";
import { createCompositeFilters } from "./composite.ts";

const span = taps + second.length - 1;

export const cases = [
  batchCase({
    name: `convolution/composite ${taps} + ${second.length} taps, ${BATCH_PACKETS} filters`,
    bytes: BATCH_PACKETS * (taps + span) * 8,
    batch: { jobs: BATCH_PACKETS, bytes: span * 8 },
    async prepare(device, memory, count) {
      const values = noise(1, 2 * count * taps);
      const plan = await createCompositeFilters(device, {
        count,
        filters: memory.constant("filters", values),
        taps,
        second,
      });
      const expected = (filter: number) => compositeFilters(tiledRow(values, filter, 2 * taps), taps, second, span);
      return { plan, check: { output: plan.output, row: 2 * span, width: 2, expected } };
    },
  }),
];
