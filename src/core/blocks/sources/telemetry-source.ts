import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { FIELDS, MOST_PACKETS } from "../../telemetry/link/settings.ts";
import { typedPorts } from "../definition.ts";

const { channel, rays, ebn0, ebn0Reference, frequencyOffset, phase, timing, firstOffset, data, seed } = FIELDS;

const fields = {
  channel,
  rays,
  ebn0,
  ebn0Reference,
  frequencyOffset,
  phase,
  timing,
  firstOffset,
  packets: field.whole(
    "Packets",
    "Packets after which the signal ends, with 6144 data bits each. 0: as many as possible, about 10⁹.",
    { default: 0, min: 0, max: MOST_PACKETS, step: 32 },
  ),
  data,
  seed,
};

/** Packets and channel; 0 packets: as many as possible. */
export type TelemetrySource = ValuesOf<typeof fields>;

export const telemetrySource = defineBlock({
  title: "Telemetry packets",
  category: "sources",
  summary: "Gives packets of SOQPSK telemetry at 20.625 MS/s, over a channel with rays, carrier offset and noise.",
  help:
    "The telemetry lab makes the same samples from the same fields. A packet has 128 bits of preamble, " +
    "64 bits of marker and 6144 bits of data. The output “bits” gives the data of each packet, for an error counter.",
  keywords: ["SOQPSK", "iNET", "modulator", "multipath", "aeronautical"],
  fields,
  ports: () => typedPorts({}, { out: "complex", bits: "bits" }),
  plan: async () => (await import("./telemetry-source.plan.ts")).createTelemetrySource,
});
