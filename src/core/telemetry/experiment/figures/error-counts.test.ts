import { expect, it } from "vitest";
import { clusterInterval } from "../../../measurement/cluster-interval.ts";
import { addErrors, type CountedErrors } from "./error-counts.ts";

/** The errors of packets with the given numbers of wrong bits, each of 6144. */
function errorsOf(equalizer: CountedErrors["equalizer"], packets: readonly number[]): CountedErrors {
  const errors = packets.reduce((sum, wrong) => sum + wrong, 0);
  const squares = packets.reduce((sum, wrong) => sum + wrong * wrong, 0);
  const bits = 6144 * packets.length;
  const errored = packets.filter((wrong) => wrong > 0).length;
  const count = { units: packets.length, errored, trials: bits, errors, squares };
  const ci95 = packets.length ? clusterInterval(count) : null;
  return { equalizer, bits, errors, packets: packets.length, packetErrors: errored, ci95, count };
}

it("adds the draws of each equalizer as if their packets were from one draw", () => {
  const all = [errorsOf("mmse", [0, 3, 1]), errorsOf("zf", []), errorsOf("none", [3000, 2500])];
  const more = [errorsOf("zf", [7, 0, 2]), errorsOf("mmse", [0, 0, 9, 0]), errorsOf("cma", [1])];
  expect(addErrors(all, more)).toEqual([
    errorsOf("mmse", [0, 3, 1, 0, 0, 9, 0]),
    errorsOf("zf", [7, 0, 2]),
    errorsOf("none", [3000, 2500]),
  ]);
});
