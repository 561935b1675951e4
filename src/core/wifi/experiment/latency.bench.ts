import type { LatencyCase } from "../../gpu/bench.ts";
import { TRANSMISSION_DEFAULTS } from "../transmission/settings.ts";
import { openFrame } from "./latency.ts";

/** Octets: of the published frames, and of an acknowledgement, the shortest frame. */
const frames = [1458, 14];

export const latencies: LatencyCase[] = frames.map((bytes) => ({
  name: `wifi/latency one frame of ${bytes} octets at 54 Mbit/s`,
  open: (gpu) =>
    openFrame(gpu, {
      transmission: { ...TRANSMISSION_DEFAULTS, bytes, channel: "awgn" },
      mbps: 54,
      snrDb: 30,
      estimator: "ls",
    }),
}));
