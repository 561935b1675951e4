import { batchCase } from "../../gpu/bench.ts";
import { sequence } from "../../gpu/timing.ts";
import { followGradient } from "../adaptation/gradient.reference.ts";
import { guardSymbols } from "../batch.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { modulationPoints } from "../modulations.ts";
import { PACKETS, SEED, SYMBOLS } from "../transmission/labels.bench.ts";
import { sentPacket } from "../transmission/received.bench.ts";
import { createAdaptiveChain } from "./chain.ts";
import { ADAPTIVE, adaptivePoint, channelOf } from "./experiment.ts";
import { equalizerDelay } from "./known-taps.ts";

const BIN = 10;
/** Symbols that are checked. */
const CHECKED = 10 * BIN;
const EBN0 = 17;
const label = "adaptive/learning";

/** What one move of a slider computes: symbols, channel, noise, LMS and the errors of each packet. */
export const cases = [
  batchCase({
    name: `adaptive/learning ${PACKETS} × ${SYMBOLS}, lms from bits to curves`,
    // A label, a sample and an estimate per symbol, and an error per bin.
    bytes: PACKETS * SYMBOLS * (2 + 16 + 16 + 4 / BIN),
    batch: { jobs: PACKETS, bytes: 8 * (SYMBOLS + 2 * guardSymbols(31, 3)) },
    async prepare(device, _memory, packets) {
      const given = { equalizers: ["lms"], channel: "proakis-b", symbols: SYMBOLS, training: SYMBOLS, seed: SEED };
      const config = ADAPTIVE.parse({ ...given, learning: BIN, step: 0.01 });
      const { snrDb } = adaptivePoint(config, EBN0);
      const chain = await createAdaptiveChain(device, config, packets);
      chain.setBatch({ firstPacket: 0, snrDb });
      const [{ counter }] = chain.branches[0].outputs;
      const channel = channelOf(config);
      const delay = equalizerDelay(config, channel, snrDb, false);
      const guard = guardSymbols(config.forwardTaps, channel.taps.length / 2);
      const expected = (packet: number) => {
        const { sent, received } = sentPacket({ modulation: "qpsk", taps: channel.taps, snrDb }, packet, CHECKED);
        const sizes = { ...config, feedbackTaps: 0, symbols: CHECKED, samplesPerSymbol: 1, guard, delay };
        const z = followGradient({ sent, received }, modulationPoints("qpsk"), sizes, { rule: "lms", step: 0.01 });
        return Array.from({ length: CHECKED / BIN }, (_, bin) => {
          const parts = z.subarray(2 * bin * BIN, 2 * (bin + 1) * BIN);
          const sum = parts.reduce((total, part, i) => total + (sent[2 * (guard + bin * BIN) + i] - part) ** 2, 0);
          return Math.round((sum / BIN) * ERROR_ONE);
        });
      };
      return {
        plan: {
          ...sequence(
            label,
            chain.stages.map(({ encode }) => ({ label, encode })),
          ),
          destroy: chain.destroy,
        },
        check: { output: counter.learning as GPUBuffer, words: true, row: 1, width: 1, columns: true, expected },
      };
    },
  }),
];
