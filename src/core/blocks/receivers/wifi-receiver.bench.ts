import { rateOf } from "../../wifi/frame/rates.ts";
import { slotOf } from "../../wifi/transmission/transmission.ts";
import { blockCase } from "../bench.testing.ts";
import { wifiSource } from "../sources/wifi-source.ts";

const { rate, ...settings } = { ...wifiSource.defaults, bytes: 1000 };
/** Samples per frame, with the noise around it. */
const SLOT = slotOf({ ...settings, synchronization: "preamble" }, rateOf(Number(rate))).length;

export const cases = [
  blockCase({
    name: "blocks/receivers/wifi-receiver 128 frames of 1000 octets",
    block: "wifi-receiver",
    firings: 128 * SLOT,
    jobs: 1,
    source: { block: "wifi-source", parameters: { bytes: 1000 }, firings: 128 },
  }),
];
