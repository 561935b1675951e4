import { expect, it } from "vitest";
import { philox } from "../../random/philox.ts";
import { poison, readFloats, run, upload } from "../../gpu/testing.ts";
import { TEST_TAPS, testBatch } from "../testing.ts";
import { tracePath } from "./traceback.reference.ts";
import { createTraceback } from "./traceback.ts";
import { trellisOf } from "./trellis.ts";

it.each([
  ["8psk", 0],
  ["bpsk", 5],
] as const)("adaptive/traceback: follows any survivors as the reference, %s, decisions after %i", async (...row) => {
  const [modulation, depth] = row;
  const [packets, symbols] = [3, 41];
  const test = await testBatch({ modulation, taps: TEST_TAPS, packets, symbols });
  const { device, batch, decisions, points } = test;
  const { states, choices: size, memory, trellis } = trellisOf("test", batch, decisions);
  const [bits, steps] = [Math.log2(size), symbols + memory];
  const per = Math.floor(32 / bits);
  const words = Math.ceil(steps / per);
  const survivors = Uint32Array.from({ length: packets * words * states }, (_, i) => philox([i, 0, 0, 0], [1, 2])[0]);
  const best = Uint32Array.from({ length: packets * steps }, (_, i) => philox([i, 1, 0, 0], [1, 2])[0] % states);
  const buffers = { survivors: upload(device, survivors), best: upload(device, best) };
  const estimates = upload(device, new Float32Array(2 * symbols * packets));
  const table = upload(device, decisions.points);
  const plan = await createTraceback(device, batch, { ...buffers, trellis, points: table, depth, estimates });
  poison(device, estimates);
  await run(device, plan);
  const found = await readFloats(device, estimates, 2 * symbols * packets);
  for (let p = 0; p < packets; p++) {
    const leaving = (k: number, state: number) =>
      (survivors[(p * words + Math.floor(k / per)) * states + state] >>> (bits * (k % per))) % size;
    // The known symbols after the packet, the newest as the lowest digit.
    const known = test.packets[p].labels.slice(batch.guard + symbols, batch.guard + steps);
    const end = known.reduce((state, label) => state * size + label, 0);
    const pathFrom = (last: number) =>
      tracePath(leaving, { last, state: last === steps - 1 ? end : best[p * steps + last], size, states });
    for (let k = 0; k < symbols; k++) {
      const label = pathFrom(depth === 0 ? steps - 1 : Math.min(k + depth, steps - 1))[k];
      expect(found[2 * (k * packets + p)]).toBe(Math.fround(points[2 * label]));
      expect(found[2 * (k * packets + p) + 1]).toBe(Math.fround(points[2 * label + 1]));
    }
  }
  plan.destroy();
  test.destroy();
});
