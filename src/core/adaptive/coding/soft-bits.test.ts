import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { decisionTables } from "../decision.ts";
import { MODULATIONS, type ModulationName, modulationPoints } from "../modulations.ts";
import { errorVariance } from "./error-variance.reference.ts";
import { softBits } from "./soft-bits.reference.ts";
import { createSoftBits, type ErrorKnowledge } from "./soft-bits.ts";

const [PACKETS, SYMBOLS, TRAINING] = [67, 11, 3];

it.each<[ModulationName, ErrorKnowledge["from"], boolean]>([
  ["bpsk", "scale", true],
  ["qpsk", "decisions", false],
  ["16qam", "carriers", false],
  ["8psk", "scale", false],
])(
  "adaptive/soft-bits: gives the LLRs of Gaussian errors: %s, variance from %s, real %s",
  async (modulation, from, isReal) => {
    const device = await testDevice();
    const points = modulationPoints(modulation);
    const bits = MODULATIONS[modulation];
    const [carriers, noise] = [4, 0.3];
    const scales = Float32Array.from({ length: PACKETS }, (_, p) => 0.6 + 0.3 * (p / PACKETS));
    const response = Float32Array.from(testNormals(8, 2 * carriers * PACKETS));
    const estimates = Float32Array.from(testNormals(7, 2 * SYMBOLS * PACKETS));
    const knowledge: ErrorKnowledge =
      from === "carriers" ? { from, response: upload(device, response), length: carriers } : { from };
    const plan = await createSoftBits(device, {
      packets: PACKETS,
      symbols: SYMBOLS,
      training: TRAINING,
      hasOwnTaps: true,
      estimates: upload(device, estimates),
      decisions: decisionTables(modulation),
      scales: upload(device, scales),
      hasOwnScales: true,
      knowledge,
      isReal,
    });
    plan.setNoiseVariance(noise);
    poison(device, plan.llrs);
    await run(device, plan);
    const found = await readFloats(device, plan.llrs, bits * SYMBOLS * PACKETS);
    for (let p = 0; p < PACKETS; p++) {
      const scale = scales[p];
      const symbols = Float64Array.from({ length: 2 * SYMBOLS }, (_, i) => {
        return estimates[2 * ((i >> 1) * PACKETS + p) + (i % 2)] / scale;
      });
      for (let k = 0; k < SYMBOLS; k++) {
        const power = [0, 1].reduce((sum, i) => sum + response[2 * (p * carriers + (k % carriers)) + i] ** 2, 0);
        const variance = {
          scale: (1 - scale) / scale,
          carriers: noise / power,
          decisions: errorVariance(symbols.subarray(2 * TRAINING), points),
        };
        const z = symbols.subarray(2 * k, 2 * k + 2);
        const exponent = (isReal ? 0.5 : 1) / variance[from];
        for (const [b, wanted] of softBits(z, points, exponent).entries()) {
          // Float32: the digits of the largest exponent, and of 8-PSK's points.
          const size = Math.max(10, Math.abs(wanted), 2 * exponent * (1 + z[0] ** 2 + z[1] ** 2));
          expect(Math.abs(found[(k * bits + b) * PACKETS + p] - wanted)).toBeLessThan(2e-6 * size);
        }
      }
    }
    plan.destroy();
  },
);
