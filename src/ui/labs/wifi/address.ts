import { WIFI_INSPECTION } from "#core/wifi/experiment/inspection.ts";
import { WIFI, type WifiExperiment } from "#core/wifi/experiment/experiment.ts";
import { decodeFields, encodeFields, encodeNumbers, takeNumbers } from "#core/configuration/address.ts";
import { DEFAULT_INSPECTION, fittedInspection, type WifiInspection } from "./inspection.ts";

/** The state that a link to the Wi-Fi lab reproduces. */
export interface WifiAddress {
  config: WifiExperiment;
  inspection: WifiInspection;
}

/** A link's fragment: `#wifi?v=1&rateMbps=54&at=24&packet=3`. */
export function encodeWifi({ config, inspection }: WifiAddress): string {
  const numbers = encodeNumbers(WIFI_INSPECTION, inspection);
  return `#${config.lab}?${[...encodeFields(WIFI, config), ...numbers].join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeWifi(fragment: string): WifiAddress {
  const inspection = { ...DEFAULT_INSPECTION };
  const config = WIFI.parse(decodeFields(WIFI, fragment, takeNumbers("wifi", WIFI_INSPECTION, inspection)));
  return { config, inspection: fittedInspection(config, inspection) };
}
