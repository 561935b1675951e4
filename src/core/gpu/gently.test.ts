import { expect, it } from "vitest";
import { gently, giveWay } from "./gently.ts";

/** Uses the thread for 10 ms, gives way, and tells whether other work had its turn. */
async function workAndGiveWay(): Promise<boolean> {
  let hadTurn = false;
  setTimeout(() => (hadTurn = true), 0);
  for (const begun = performance.now(); performance.now() - begun < 10;);
  await giveWay();
  return hadTurn;
}

it("gives other work its turn while a work is done gently", async () => {
  expect(await workAndGiveWay()).toBe(false);
  expect(await gently(workAndGiveWay)).toBe(true);
  expect(await workAndGiveWay()).toBe(false);
});

it("ends with the result or the error of the work", async () => {
  expect(await gently(async () => 3)).toBe(3);
  await expect(gently(() => Promise.reject(new RangeError("no")))).rejects.toThrow("no");
  expect(await workAndGiveWay()).toBe(false);
});
