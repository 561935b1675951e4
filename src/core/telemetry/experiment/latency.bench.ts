import type { LatencyCase } from "../../gpu/bench.ts";
import type { EqualizerName } from "../equalizer/names.ts";
import { openPacket } from "./latency.ts";
import { DEFAULT_SCENARIO } from "./scenario.ts";

/** Without the iterations of CMA, and with all of the thesis's equalizers. */
const receivers: readonly (readonly [EqualizerName[], string])[] = [
  [["mmse"], "MMSE"],
  [DEFAULT_SCENARIO.equalizers, "six equalizers"],
];

export const latencies: LatencyCase[] = receivers.map(([equalizers, text]) => ({
  name: `receiver/latency one packet, ${text}`,
  open: (gpu) => openPacket(gpu, { ...DEFAULT_SCENARIO, equalizers }),
}));
