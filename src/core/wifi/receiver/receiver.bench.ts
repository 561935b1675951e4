import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { onAir } from "../acquisition/testing.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import { dataSymbols, frameSamples } from "../frame/data-field.ts";
import { rateOf } from "../frame/rates.ts";
import { randomPsdu } from "../testing.ts";
import { largestBuffer } from "./capacity.ts";
import { createOfdmReceiver } from "./receiver.ts";

const OCTETS = 1458;
const DISTINCT = 4;
/** Samples between frames: the shortest gap that the standard allows (16 µs). */
const GAP = 320;
const REALIZABLE = (Object.keys(estimators) as EstimatorName[]).filter((name) => name !== "genie");

interface Size {
  mbps: number;
  frames: number;
  estimator: EstimatorName;
  windowWords: number;
}

/** Recordings full of frames, by estimator and by rate, and one frame alone. */
const sizes: Size[] = [
  ...REALIZABLE.map((estimator) => ({ mbps: 54, frames: 2048, estimator, windowWords: WINDOW_WORDS })),
  ...[6, 24].map((mbps) => ({ mbps, frames: 512, estimator: "ls" as const, windowWords: WINDOW_WORDS })),
  ...[WINDOW_WORDS, 1].map((windowWords) => ({ mbps: 54, frames: 1, estimator: "ls" as const, windowWords })),
];

export const cases = sizes.map(({ mbps, frames: jobs, estimator, windowWords }) => {
  const rate = rateOf(mbps);
  const period = frameSamples(OCTETS, rate) + GAP;
  const row = wordsOf(dataSymbols(OCTETS, rate) * rate.dataBits);
  const distinct = Math.min(jobs, DISTINCT);
  const psdus = Array.from({ length: distinct }, (_, f) => randomPsdu(f, OCTETS));
  const samples = () => {
    const sent = psdus.map((psdu, f) => ({ frame: { rate, psdu, scramblerState: 1 + f }, at: GAP / 2 + period * f }));
    return Float32Array.from(onAir(period * distinct, sent, { snrDb: 30 }));
  };
  return batchCase({
    name: `wifi/receiver ${estimator} ${jobs} × ${OCTETS} octets at ${mbps} Mbit/s, ${jobs * period} samples, windows of ${windowWords} words`,
    bytes: jobs * 8 * period,
    batch: { jobs, group: distinct, bytes: Math.ceil(largestBuffer(jobs * period) / jobs) },
    async prepare(device, memory, frames) {
      const length = frames * period;
      const input = tiled(device, memory, "samples", samples(), frames / distinct);
      const page = { length, lead: 0, own: length };
      const plan = await createOfdmReceiver(device, { ...page, samples: input, estimator, windowWords });
      const expected = (frame: number) => {
        const octets = new Uint8Array(4 * wordsOf(8 * OCTETS));
        octets.set(psdus[frame % distinct]);
        return new Uint32Array(octets.buffer);
      };
      return { plan, check: { output: plan.psdu, words: true, row, width: 1, expected } };
    },
  });
});
