import { SYMBOLS } from "../transmission/labels.bench.ts";
import { PROAKIS_A, receivedCase } from "../transmission/received.bench.ts";
import { solveEqualizer } from "../theory/finite.ts";
import { filterPacket } from "./linear.reference.ts";
import { createLinearEqualizer } from "./linear.ts";

const [FORWARD, DELAY] = [31, 18];
const channel = { taps: PROAKIS_A, samplesPerSymbol: 1, noiseVariance: 0.01 } as const;

/** 8·N operations per symbol. */
export const cases = [
  receivedCase({
    name: { stem: "linear", title: `${FORWARD} taps` },
    transmission: { modulation: "qpsk", taps: PROAKIS_A, snrDb: 20 },
    async create(device, batch, { points }, memory) {
      const { forward } = solveEqualizer(channel, { forwardTaps: FORWARD, delay: DELAY });
      const taps = memory.constant("equalizer taps", Float32Array.from(forward));
      const sizes = { forwardTaps: FORWARD, delay: DELAY, taps, hasOwnTaps: false };
      const plan = await createLinearEqualizer(device, batch, points, sizes);
      return { plan, output: plan.estimates };
    },
    expected(packet, guard) {
      const { forward } = solveEqualizer(channel, { forwardTaps: FORWARD, delay: DELAY });
      const sizes = { symbols: SYMBOLS, guard, samplesPerSymbol: 1, delay: DELAY };
      return filterPacket(packet, forward, new Float64Array(), sizes);
    },
  }),
];
