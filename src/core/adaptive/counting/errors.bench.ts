import { nearestPoint } from "../../constellation/constellation.ts";
import { modulationPoints } from "../modulations.ts";
import { SYMBOLS } from "../transmission/labels.bench.ts";
import { equalTaps, receivedCase } from "../transmission/received.bench.ts";
import { fill } from "../../gpu/submit.ts";
import { createEqualizerErrors } from "./errors.ts";

const TRAINING = 500;

/** Samples of a channel without echoes are the estimates. Wrong bits are checked. */
export const cases = [0, 20].map((bin) =>
  receivedCase({
    name: { stem: "errors", title: bin > 0 ? `16qam, bins of ${bin}` : "16qam" },
    transmission: { modulation: "16qam", taps: equalTaps(1), snrDb: 8 },
    bytes: 9 + (bin > 0 ? 4 / bin : 0),
    words: true,
    async create(device, batch, decisions, memory) {
      const { packets, guard } = batch;
      const bytes = 8 * SYMBOLS * packets;
      const estimates = memory.storage("estimates", bytes);
      const encoder = device.createCommandEncoder({ label: "estimates" });
      encoder.copyBufferToBuffer(batch.received, 8 * guard * packets, estimates, 0, bytes);
      fill(device, encoder, [estimates]);
      const plan = await createEqualizerErrors(device, { ...batch, estimates, training: TRAINING, decisions, bin });
      return { plan, output: plan.counts };
    },
    width: 1,
    expected({ received, labels }, guard) {
      const points = modulationPoints("16qam");
      let wrong = 0;
      for (let k = TRAINING; k < SYMBOLS; k++) {
        const at = guard + k;
        let differing = labels[at] ^ nearestPoint(points, received[2 * at], received[2 * at + 1]).label;
        for (; differing > 0; differing >>= 1) wrong += differing & 1;
      }
      return [wrong];
    },
  }),
);
