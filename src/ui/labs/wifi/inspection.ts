import { WIFI_INSPECTION } from "#core/wifi/experiment/inspection.ts";
import type { WifiExperiment } from "#core/wifi/experiment/experiment.ts";
import { defaultNumbers, type NumbersOf } from "#core/configuration/address.ts";

/** The packet to inspect, and the parts of it that figures show. */
export type WifiInspection = NumbersOf<typeof WIFI_INSPECTION>;

export const DEFAULT_INSPECTION = defaultNumbers(WIFI_INSPECTION);

/** An inspection limited to what the experiment has. */
export function fittedInspection(config: WifiExperiment, inspection: WifiInspection): WifiInspection {
  const rate = Math.min(inspection.rate, config.rateMbps.length - 1);
  const estimator = Math.min(inspection.estimator, config.estimators.length - 1);
  return { ...inspection, rate, estimator, bit: Math.min(inspection.bit, 8 * config.bytes - 1) };
}
