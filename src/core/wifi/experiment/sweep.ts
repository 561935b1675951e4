import { owning } from "../../gpu/owning.ts";
import { readPoints } from "../../configuration/fields.ts";
import { frameBounds } from "../../measurement/count-bounds.ts";
import { errorRates } from "../../measurement/error-rates.ts";
import { addFrames, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { sumBetween } from "../../measurement/unit-counts.ts";
import { createWifiChain, mostPackets, type WifiChain } from "./chain.ts";
import { AUTO_SNR, ratesOf, WIFI, type WifiEstimator, type WifiExperiment } from "./experiment.ts";
import { MISSED } from "./packet-errors.ts";

/** Errors of packets of one rate with one estimator at one SNR. */
export interface WifiPoint {
  rateMbps: number;
  snrDb: number;
  estimator: WifiEstimator;
  packets: number;
  packetErrors: number;
  /** Packet error rate; null without counts. */
  per: number | null;
  /** Clopper–Pearson interval of the packet error rate, 95 %. */
  ci95: [number, number] | null;
  /** Packets that were not received at all. All their bits count as wrong. */
  missed: number;
  bits: number;
  bitErrors: number;
  ber: number | null;
}

const WIDTH = CLUSTER_FIELDS.length + 1;

/**
 * Packet error rates over SNR. A unit is a packet of each rate; a receiver is an estimator at a rate.
 *
 * @example
 * ```ts
 * import { wifiSweep } from "threeray/sweeps";
 *
 * const config = wifiSweep.parse({ bytes: 100 });
 * console.log(wifiSweep.axis(config).label); // SNR
 * ```
 */
export const wifiSweep: Measurement<WifiExperiment, WifiPoint> = {
  name: "wifi",
  parse: WIFI.parse,
  axis: ({ snr }) => ({ label: "SNR", points: readPoints(snr, AUTO_SNR) }),
  fields: [...CLUSTER_FIELDS, "missed"],
  bounds({ bytes }, { count }, sums) {
    const [, packetErrors, , errors] = sums;
    const bits = 8 * bytes;
    // All bits of a missed packet are wrong.
    const missed = { at: CLUSTER_FIELDS.length, least: 0, most: Math.min(packetErrors, Math.floor(errors / bits)) };
    return [...frameBounds(sums, { frames: count, bits }), missed];
  },
  curve: { errors: "frameErrors", trials: "frames" },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: (config) => config.rateMbps.length * config.estimators.length,
  units: ({ packets }) => packets,
  most: ({ device }, config) => Math.min(...ratesOf(config).map((rate) => mostPackets(device, config, rate))),
  async open({ device }, config, page) {
    const bits = 8 * config.bytes;
    return owning(device, async ({ keep }) => {
      const chains: WifiChain[] = [];
      for (const rate of ratesOf(config)) chains.push(await keep(createWifiChain(device, config, rate, page)));
      return {
        async run(snrDb, firstPacket, count) {
          const running = chains.map((chain) => {
            chain.setPage({ firstPacket, snrDb });
            return chain.run();
          });
          const receivers = (await Promise.all(running)).flat().map((errors) => withMissed(errors, bits));
          return {
            units: count,
            add(sums, from, to) {
              for (const [receiver, { errors, missed }] of receivers.entries()) {
                const at = receiver * WIDTH;
                addFrames(sums, at, bits, { errors, from, to });
                sums[at + WIDTH - 1] += sumBetween(missed, from, to);
              }
            },
          };
        },
      };
    });
  },
  row({ rateMbps, estimators }, snrDb, receiver, sums) {
    const { frames, frameErrors, fer, fer95, bits, errors, ber } = errorRates(clusterOf(sums));
    return {
      rateMbps: Number(rateMbps[Math.floor(receiver / estimators.length)]),
      snrDb,
      estimator: estimators[receiver % estimators.length],
      packets: frames,
      packetErrors: frameErrors,
      per: fer,
      ci95: fer95,
      missed: sums[CLUSTER_FIELDS.length],
      bits,
      bitErrors: errors,
      ber,
    };
  },
};

/** Returns the errors of a page's packets, with all bits wrong in those that were missed, and which ones were: 0 or 1 each. */
function withMissed(found: Uint32Array, bits: number): { errors: Uint32Array; missed: Uint8Array } {
  const errors = found.slice();
  const missed = new Uint8Array(found.length);
  for (let i = 0; i < found.length; i++) {
    if (found[i] !== MISSED) continue;
    errors[i] = bits;
    missed[i] = 1;
  }
  return { errors, missed };
}
