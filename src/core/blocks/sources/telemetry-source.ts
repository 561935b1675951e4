import type { BlockType } from "../../flow/graph/block-type.ts";
import { DEFAULT_SETTINGS, FIELDS, type LinkSettings } from "../../telemetry/link/settings.ts";

/** Packets and channel; 0 packets: as many as possible. */
export type TelemetrySource = Pick<
  LinkSettings,
  | "channel"
  | "rays"
  | "ebn0"
  | "ebn0Reference"
  | "frequencyOffset"
  | "phase"
  | "timing"
  | "firstOffset"
  | "packets"
  | "data"
  | "seed"
>;

const { channel, rays, ebn0, ebn0Reference, frequencyOffset, phase, timing, firstOffset, packets, data, seed } = FIELDS;

export const telemetrySource: BlockType<TelemetrySource> = {
  title: "Telemetry packets",
  category: "sources",
  summary: "Gives packets of SOQPSK telemetry at 20.625 MS/s, over a channel with rays, carrier offset and noise.",
  help:
    "The telemetry lab makes the same samples from the same fields. A packet has 128 bits of preamble, " +
    "64 bits of marker and 6144 bits of data. The output “bits” gives the data of each packet, for an error counter.",
  keywords: ["SOQPSK", "iNET", "modulator", "multipath", "aeronautical"],
  fields: {
    channel,
    rays,
    ebn0,
    ebn0Reference,
    frequencyOffset,
    phase,
    timing,
    firstOffset,
    packets: {
      ...(packets as typeof packets & { kind: "number" }),
      min: 0,
      description:
        "Packets after which the signal ends, with 6144 data bits each. 0: as many as possible, about 169,000.",
    },
    data,
    seed,
  },
  defaults: {
    channel: DEFAULT_SETTINGS.channel,
    rays: DEFAULT_SETTINGS.rays,
    ebn0: DEFAULT_SETTINGS.ebn0,
    ebn0Reference: DEFAULT_SETTINGS.ebn0Reference,
    frequencyOffset: DEFAULT_SETTINGS.frequencyOffset,
    phase: DEFAULT_SETTINGS.phase,
    timing: DEFAULT_SETTINGS.timing,
    firstOffset: DEFAULT_SETTINGS.firstOffset,
    packets: 0,
    data: DEFAULT_SETTINGS.data,
    seed: DEFAULT_SETTINGS.seed,
  },
  ports: () => ({
    inputs: [],
    outputs: [
      { name: "out", type: "complex" },
      { name: "bits", type: "bits" },
    ],
  }),
  plan: async () => (await import("./telemetry-source.plan.ts")).createTelemetrySource,
};
