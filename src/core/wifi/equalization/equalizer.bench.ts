import { batchCase, tiled } from "../../gpu/bench.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { rateOf } from "../frame/rates.ts";
import { totals, uploadTable } from "../testing.ts";
import { equalize } from "./equalizer.float64.ts";
import { createEqualizer } from "./equalizer.ts";
import { float64Estimators } from "./factories.reference.ts";
import { type EstimatorName, estimators } from "./registry.ts";
import { FRAMES, fullPage, OCTETS } from "./symbols.bench.ts";
import { carried, exponentialPowers, fadedChannel, randomFrame } from "./testing.ts";

const MBPS = 54;
const rate = rateOf(MBPS);
/** Different frames. A page repeats them. */
const received = [0, 1, 2, 3].map((seed) => {
  const channel = fadedChannel(seed, exponentialPowers(1));
  const frame = randomFrame(seed, rate, OCTETS);
  return carried({ frame, seed, channelAt: () => channel, noise: Math.fround(1e-3) });
});
const [{ symbols }] = fullPage(MBPS, 1).lines;
const row = 64 * wordsOf(symbols * rate.dataBits);

export const cases = (Object.keys(estimators) as EstimatorName[]).flatMap((estimator) =>
  [FRAMES, 1].map((jobs) =>
    batchCase({
      name: `wifi/equalization/equalizer ${estimator} ${jobs} × ${symbols} symbols`,
      bytes: jobs * (8 * 64 * symbols + 4 * row),
      batch: { jobs, group: Math.min(jobs, received.length), bytes: 4 * row },
      async prepare(device, memory, frames) {
        const distinct = received.slice(0, frames);
        const values = (of: (frame: (typeof received)[0]) => number[]) => Float32Array.from(distinct.flatMap(of));
        const copies = frames / distinct.length;
        const lines = fullPage(MBPS, frames).lines.map((line) => ({ ...line, noise: received[0].noise }));
        const plan = await createEqualizer(device, {
          ...uploadTable(device, lines),
          ...totals(lines),
          carriers: tiled(
            device,
            memory,
            "carriers",
            values((one) => one.symbols.flatMap((symbol) => [...symbol])),
            copies,
          ),
          channel: tiled(
            device,
            memory,
            "channels",
            values((one) => [...one.channel]),
            copies,
          ),
          estimator,
        });
        const expected = (f: number) =>
          equalize(received[f % received.length], float64Estimators[estimator]).symbols.flatMap(({ llr }) => [...llr]);
        return { plan, check: { output: plan.llr, row, width: 1, expected } };
      },
    }),
  ),
);
