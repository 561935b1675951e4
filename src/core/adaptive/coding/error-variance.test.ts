import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { decisionTables } from "../decision.ts";
import { modulationPoints } from "../modulations.ts";
import { errorVariance } from "./error-variance.reference.ts";
import { createErrorVariance } from "./error-variance.ts";

const [PACKETS, SYMBOLS, TRAINING] = [67, 40, 7];

it("adaptive/error-variance: is the mean squared distance to the nearest point after the training", async () => {
  const device = await testDevice();
  const estimates = Float32Array.from(testNormals(2, 2 * SYMBOLS * PACKETS));
  const scales = Float32Array.from({ length: PACKETS }, (_, p) => 0.5 + p / PACKETS);
  const plan = await createErrorVariance(device, {
    packets: PACKETS,
    symbols: SYMBOLS,
    training: TRAINING,
    estimates: upload(device, estimates),
    decisions: decisionTables("64qam"),
    scales: upload(device, scales),
    hasOwnScales: true,
  });
  poison(device, plan.variances);
  await run(device, plan);
  const found = await readFloats(device, plan.variances, PACKETS);
  for (let p = 0; p < PACKETS; p++) {
    const data = Float64Array.from({ length: 2 * (SYMBOLS - TRAINING) }, (_, i) => {
      return estimates[2 * ((TRAINING + (i >> 1)) * PACKETS + p) + (i % 2)] / scales[p];
    });
    const wanted = errorVariance(data, modulationPoints("64qam"));
    // Sums of some dozen squares in float32.
    expect(Math.abs(found[p] - wanted)).toBeLessThan(1e-5 * Math.max(0.1, wanted));
  }
  plan.destroy();
});
