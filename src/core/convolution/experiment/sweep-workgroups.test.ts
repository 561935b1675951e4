import { describe, expect, it } from "vitest";
import { TEST_INVOCATIONS, testGpu } from "../../gpu/testing.ts";
import { sweepWorkgroups } from "./sweep-workgroups.ts";
import { groupsOf, KERNELS, WORKGROUPS, type WorkgroupState } from "./workgroups.ts";

async function sweep(change: object): Promise<WorkgroupState["results"]> {
  let state: WorkgroupState = { config: WORKGROUPS.parse({ signal: 99, filter: 7, batch: 2, ...change }), results: [] };
  for await (const step of sweepWorkgroups(await testGpu(), state)) state = step.state;
  return state.results;
}

describe("experiments/workgroups", () => {
  it("gives correct results with every kernel, with 1 invocation and with the device's limit", async () => {
    const results = await sweep({ kernels: ["all"], groups: "1,96,256,1024" });
    const { maxComputeInvocationsPerWorkgroup: limit } = (await testGpu()).device.limits;
    const groups = [1, 96, 256, 1024].filter((group) => group <= limit);
    expect(results.map(({ group, method }) => [group, method])).toEqual(
      groups.flatMap((group) => KERNELS.map((kernel) => [group, kernel])),
    );
    for (const kernel of KERNELS) {
      const mine = results.filter(({ method }) => method === kernel);
      expect(mine.filter(({ ms }) => ms! > 0).length, kernel).toBeGreaterThanOrEqual(1);
      for (const { wrong, reason, ms, maxError } of mine) {
        expect(wrong, kernel).toBe(false);
        if (reason) expect(reason).toContain("must");
        else expect([ms! > 0, maxError! < 5e-6], kernel).toEqual([true, true]);
      }
    }
  });

  it("gives the reason why a kernel refuses a size", async () => {
    const results = await sweep({ kernels: ["overlap-save", "workgroup", "mixed"], groups: "1,12" });
    expect(results.map(({ ms, reason }) => reason ?? ms! > 0)).toEqual([
      true,
      expect.stringMatching(/group must be 16, or a multiple of it up to \d+, got 1/),
      expect.stringMatching(/group must be an integer ≥ \d+, got 1/),
      expect.stringContaining(`group must be a power of two from 1 to ${TEST_INVOCATIONS}, got 12`),
      expect.stringContaining("got 12"),
      true,
    ]);
  });

  it("tries each size once, ascending, up to the device's limit", () => {
    expect(groupsOf({ groups: "64,1:*2:128,300" }, 128)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect(groupsOf(WORKGROUPS.defaults, 256).at(-1)).toBe(256);
    expect(groupsOf(WORKGROUPS.defaults, 1024).at(-1)).toBe(1024);
  });
});
