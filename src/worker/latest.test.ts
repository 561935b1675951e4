import { describe, expect, it, vi } from "vitest";
import { latestWins } from "./latest.ts";

/** A run whose calls end when the test says so. */
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
  it("computes the first and the newest request, and drops those between", async () => {
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

  it("lets a call run for its time limit, then replaces it by the newest", async () => {
    vi.useFakeTimers();
    const begun: string[] = [];
    const ended: string[] = [];
    // Slow work that ends at its next step when it is aborted, and returns what it has.
    const request = latestWins(
      async (argument: string, signal: AbortSignal) => {
        begun.push(argument);
        for (let step = 0; step < 10 && !signal.aborted; step++) await new Promise((next) => setTimeout(next, 100));
        ended.push(`${argument}${signal.aborted ? " early" : ""}`);
        return argument;
      },
      { patience: 250 },
    );
    const first = request("a");
    await vi.advanceTimersByTimeAsync(50);
    const answers = [first, request("b"), request("c")];
    await vi.advanceTimersByTimeAsync(190);
    expect(begun).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(70);
    expect([begun, ended]).toEqual([["a", "c"], ["a early"]]);
    await vi.advanceTimersByTimeAsync(400);
    // Its time limit is over by now.
    answers.push(request("d"));
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(["a", "c", "d"]);
    await vi.runAllTimersAsync();
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined, "d"]);
    expect(ended).toEqual(["a early", "c early", "d"]);
    vi.useRealTimers();
  });

  it("ignores the failure of a call that has been replaced", async () => {
    const request = latestWins(
      async (argument: string, signal: AbortSignal) => {
        if (argument !== "a") return argument;
        while (!signal.aborted) await settle();
        throw new Error("stopped");
      },
      { patience: 5 },
    );
    expect(await Promise.all([request("a"), request("b")])).toEqual([undefined, "b"]);
  });

  it("continues after a failure", async () => {
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
