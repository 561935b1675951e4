import { describe, expect, it } from "vitest";
import { latestWins } from "./latest.ts";

/** A run whose calls end when told. */
function manual() {
  const calls: { argument: string; resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const run = (argument: string) =>
    new Promise<string>((resolve, reject) => {
      calls.push({ argument, resolve, reject });
    });
  return { calls, run };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("worker/latest", () => {
  it("computes the first and the newest, and drops what came between", async () => {
    const { calls, run } = manual();
    const request = latestWins(run);
    const answers = ["a", "b", "c"].map(request);
    await settle();
    expect(calls.map((call) => call.argument)).toEqual(["a"]);
    calls[0].resolve("A");
    await settle();
    expect(calls.map((call) => call.argument)).toEqual(["a", "c"]);
    calls[1].resolve("C");
    expect(await Promise.all(answers)).toEqual(["A", undefined, "C"]);
  });

  it("goes on after a failure", async () => {
    const { calls, run } = manual();
    const request = latestWins(run);
    const first = request("a");
    const second = request("b");
    calls[0].reject(new Error("broken"));
    await expect(first).rejects.toThrow("broken");
    await settle();
    calls[1].resolve("B");
    expect(await second).toBe("B");
  });
});
