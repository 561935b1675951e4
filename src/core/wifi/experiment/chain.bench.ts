import { batchCase } from "../../gpu/bench.ts";
import { sequence } from "../../gpu/timing.ts";
import { frameSamples } from "../frame/data-field.ts";
import { rateOf } from "../frame/rates.ts";
import { createWifiChain } from "./chain.ts";
import { WIFI } from "./experiment.ts";
import { slotOf } from "../transmission/transmission.ts";

const PACKETS = 1024;
/** Packets of 1458 octets that fade, received by one estimator. */
const given = { bytes: 1458, estimators: ["lmmse"], delaySpread: 50 };

const chains = [
  { mbps: 6, synchronization: "genie" },
  { mbps: 54, synchronization: "genie" },
  { mbps: 54, synchronization: "preamble" },
];

export const cases = chains.map(({ mbps, synchronization }) => {
  const config = WIFI.parse({ ...given, synchronization });
  const rate = rateOf(mbps);
  const { length } = slotOf(config, rate);
  return batchCase({
    name: `wifi/experiment/chain ${PACKETS} packets, ${mbps} Mbit/s, synchronization ${synchronization}`,
    bytes: PACKETS * 8 * frameSamples(config.bytes, rate),
    batch: { jobs: PACKETS, bytes: 16 * length },
    async prepare(device, _memory, packets) {
      const chain = await createWifiChain(device, config, rate, packets);
      chain.setPage({ firstPacket: 0, snrDb: 25 });
      return { plan: { ...sequence("wifi/experiment/chain", chain.stages), destroy: chain.destroy } };
    },
  });
});
