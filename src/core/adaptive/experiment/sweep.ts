import { confidenceInterval } from "../../measurement/confidence.ts";
import { frameBounds } from "../../measurement/count-bounds.ts";
import { type ErrorRates, errorRates } from "../../measurement/error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import { createAdaptiveChain, mostAdaptivePackets } from "./chain.ts";
import { ADAPTIVE, type AdaptiveExperiment, type AdaptivePointDb, adaptiveAxis, adaptivePoint } from "./experiment.ts";

/** The result of one receiver at one point. */
export interface AdaptivePoint extends ErrorRates, AdaptivePointDb {
  equalizer: AdaptiveEqualizerName;
  /** Mean |a − z|² of the last quarter of the packets that did not diverge; null without any. */
  steadyMse: number | null;
  steadyMse95: [number, number] | null;
  /** Share of the packets whose eye is open; null for equalizers with training. */
  openShare: number | null;
  openShare95: [number, number] | null;
  /** Packets whose taps grew without bound. */
  diverged: number;
}

const OWN_FIELDS = ["symbolErrors", "diverged", "open", "steady", "steadySquares"] as const;
const FIELDS = [...CLUSTER_FIELDS, ...OWN_FIELDS];
const at = (name: (typeof OWN_FIELDS)[number]) => CLUSTER_FIELDS.length + OWN_FIELDS.indexOf(name);

/** Squares of errors are summed in a coarser unit, so that sums stay exact. */
const COARSE = 2 ** 6;
const MOST_ERROR = 2 ** 32 - 1;

const bitsOf = ({ modulation, symbols, training }: AdaptiveExperiment) =>
  (symbols - training) * MODULATIONS[modulation];

/** Error rates and mean squared errors of equalizers. A unit is a packet. */
export const adaptiveSweep: Measurement<AdaptiveExperiment, AdaptivePoint> = {
  name: "adaptive",
  parse: ADAPTIVE.parse,
  axis: adaptiveAxis,
  fields: FIELDS,
  bounds(config, { count }, sums) {
    const packets = sums[0];
    const symbols = config.symbols - config.training;
    return [
      ...frameBounds(sums, { frames: count, bits: bitsOf(config) }),
      { at: at("symbolErrors"), least: 0, most: packets * symbols },
      { at: at("diverged"), least: 0, most: packets },
      { at: at("open"), least: 0, most: packets },
      { at: at("steady"), least: 0, most: packets * MOST_ERROR },
      { at: at("steadySquares"), least: 0, most: packets * (MOST_ERROR / COARSE) ** 2 },
    ];
  },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: ({ equalizers }) => equalizers.length,
  units: ({ packets }) => packets,
  most: ({ device }, config) => mostAdaptivePackets(device, config),
  async open({ device }, config, page) {
    const chain = await createAdaptiveChain(device, config, page);
    const width = FIELDS.length;
    const bits = bitsOf(config);
    return {
      async run(db, firstPacket, count) {
        chain.setBatch({ firstPacket, snrDb: adaptivePoint(config, db).snrDb });
        const counted = await chain.run();
        const sums = new Float64Array(count * counted.length * width);
        for (const [receiver, { counts, isOpen }] of counted.entries()) {
          const [errors, symbolErrors, diverged, steady] = [0, 1, 2, 3].map((row) =>
            counts.subarray(row * page, row * page + count),
          );
          for (let i = 0; i < count; i++) {
            const first = (i * counted.length + receiver) * width;
            addFrame(sums, first, bits, errors[i]);
            sums[first + at("symbolErrors")] = symbolErrors[i];
            sums[first + at("diverged")] = diverged[i];
            sums[first + at("open")] = isOpen?.[i] ?? 0;
            if (diverged[i]) continue;
            sums[first + at("steady")] = steady[i];
            sums[first + at("steadySquares")] = Math.round(steady[i] / COARSE) ** 2;
          }
        }
        return sums;
      },
      destroy: chain.destroy,
    };
  },
  row(config, db, receiver, sums) {
    const count = clusterOf(sums);
    const equalizer = config.equalizers[receiver];
    const { kind, blind } = ADAPTIVE_EQUALIZERS[equalizer] as EqualizerInfo;
    const diverged = sums[at("diverged")];
    const settled = count.frames - diverged;
    const hasError = kind !== "sequence" && settled > 0;
    const open = blind && count.frames > 0 ? count.frames : 0;
    return {
      ...adaptivePoint(config, db),
      equalizer,
      ...errorRates(count),
      ...(hasError ? meanOf(sums, settled) : { steadyMse: null, steadyMse95: null }),
      openShare: open ? sums[at("open")] / open : null,
      openShare95: open ? confidenceInterval(sums[at("open")], open) : null,
      diverged,
    };
  },
};

/** Mean and 95 % confidence interval over packets, which are independent. */
function meanOf(sums: readonly number[], packets: number) {
  const mean = sums[at("steady")] / packets;
  const variance = Math.max(0, (sums[at("steadySquares")] * COARSE ** 2) / packets - mean ** 2);
  const half = 1.96 * Math.sqrt(variance / Math.max(1, packets - 1));
  return {
    steadyMse: mean / ERROR_ONE,
    steadyMse95: [Math.max(0, mean - half) / ERROR_ONE, (mean + half) / ERROR_ONE] as [number, number],
  };
}
