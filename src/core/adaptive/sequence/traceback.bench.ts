import { fill } from "../../gpu/submit.ts";
import { SYMBOLS } from "../transmission/labels.bench.ts";
import { equalTaps, receivedCase } from "../transmission/received.bench.ts";
import { createTraceback } from "./traceback.ts";
import { trellisOf } from "./trellis.ts";
import { survivorBytes } from "./viterbi.ts";

/** A word of survivors per symbol and packet, and an estimate out. Survivors are 0: the path ends in the known state, then all symbols are 0. */
export const cases = [0, 20].map((depth) =>
  receivedCase({
    name: { stem: "traceback", title: `64 states of qpsk${depth > 0 ? `, after ${depth} symbols` : ""}` },
    transmission: { modulation: "qpsk", taps: equalTaps(4), snrDb: 25 },
    bytes: (depth + 1) * 4 + 8,
    largest: survivorBytes(4, 4, SYMBOLS),
    async create(device, batch, decisions, memory) {
      const { packets } = batch;
      const { trellis } = trellisOf("adaptive/traceback", batch, decisions);
      const config = {
        trellis,
        depth,
        points: memory.constant("points", decisions.points),
        survivors: memory.storage("survivors", survivorBytes(4, 4, SYMBOLS) * packets),
        best: memory.storage("best states", 4 * (SYMBOLS + 3) * packets),
        estimates: memory.storage("estimates", 8 * SYMBOLS * packets),
      };
      const encoder = device.createCommandEncoder({ label: "no survivors" });
      for (const buffer of [config.survivors, config.best]) encoder.clearBuffer(buffer);
      fill(device, encoder, [config.survivors, config.best]);
      const plan = await createTraceback(device, batch, config);
      return { plan, output: config.estimates };
    },
    symbols: SYMBOLS,
    // s = ⌊s/4⌋: the known end is forgotten after three symbols.
    expected: () => Array.from({ length: 2 * (SYMBOLS - 40) }, () => Math.SQRT1_2),
  }),
);
