import type { AdapterDescription } from "../gpu/device.ts";
import type { StageTime } from "../gpu/timing.ts";

/** Times of the transmitter's and receiver's stages. */
export interface ReceiverTimings {
  adapter: AdapterDescription;
  /** In the order in which they run; ms for `packets` packets. */
  stages: StageTime[];
  packets: number;
  /** Runs that the times are the mean of. */
  repeats: number;
  /** What the same number of packets lasts on the air, ms. */
  realTimeMs: number;
}
