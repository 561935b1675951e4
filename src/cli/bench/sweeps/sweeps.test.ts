import { describe, expect, it } from "vitest";
import { createCopy } from "../../../core/arithmetic/copy.ts";
import { readFloats, testGpu, upload } from "../../../core/gpu/testing.ts";
import { buildMadeUpCli } from "../../devices/testing.ts";
import { sweepNamed } from "../../sweep/sweeps.ts";
import { SWEEP_CASES } from "./grid.ts";
import { attachKernelClock, unionOf } from "./kernel-clock.ts";
import { sweepTable } from "./sweep-table.ts";
import { timeSweep } from "./time-sweep.ts";

describe("sweeps of the bench", () => {
  it.each([...new Set(SWEEP_CASES.map(({ experiment }) => experiment))])(
    "%s: each has the receivers and the points of its name",
    async (experiment) => {
      const sweep = await sweepNamed(experiment);
      for (const { name, config, receivers, points } of SWEEP_CASES.filter((one) => one.experiment === experiment)) {
        const parsed = sweep!.parse(config);
        expect(sweep!.receivers(parsed), name).toBe(receivers);
        expect(sweep!.axis(parsed).points, name).toHaveLength(points);
      }
    },
  );

  it("has the parts of the wall clock, in this process and with --gpus 1", async () => {
    const program = await buildMadeUpCli();
    const config = { lab: "made-up", dbs: [1, 3], units: 400, stop: 0, unitMs: 0.5 };
    const sweep = { name: "sweeps/made-up", experiment: "made-up", receivers: 2, points: 2, isAlsoApart: true, config };
    const lines = await timeSweep(sweep, new AbortController().signal, program);
    expect(lines.map(({ name }) => name)).toEqual(["sweeps/made-up", "sweeps/made-up, --gpus 1"]);
    for (const { ms, sweep: parts } of lines) {
      const { program: loaded, device = 0, pipelines = 0, start, span, results } = parts!;
      expect(loaded + device + pipelines).toBeLessThanOrEqual(start);
      expect(start + span + results).toBeCloseTo(ms, 3);
      // Without the first page the units take at least this long.
      expect(span).toBeGreaterThan(2 * 300 * 0.5);
    }
    expect(lines[1].sweep!.device).toBeUndefined();
    expect(sweepTable(lines)).toMatch(/^sweep .*\nmade-up .*\nmade-up, --gpus 1 /);
  });

  it("says why a sweep has no times", async () => {
    const program = await buildMadeUpCli();
    const sweep = { name: "sweeps/x", experiment: "x", receivers: 1, points: 1, isAlsoApart: false, config: {} };
    const timed = timeSweep(sweep, new AbortController().signal, program);
    await expect(timed).rejects.toThrow('the sweep ended without a result: there is no sweep "x"');
  });
});

describe("kernel clock", () => {
  it.each([
    [
      "separate",
      [
        [10n, 20n],
        [30n, 35n],
      ],
      15n,
    ],
    [
      "overlapping",
      [
        [10n, 20n],
        [15n, 30n],
        [16n, 18n],
      ],
      20n,
    ],
    [
      "unordered",
      [
        [30n, 35n],
        [10n, 20n],
      ],
      15n,
    ],
    [
      "passes that did not run",
      [
        [0n, 0n],
        [10n, 12n],
      ],
      2n,
    ],
    ["none", [], 0n],
  ] as [string, [bigint, bigint][], bigint][])("joins intervals: %s", (_, intervals, length) => {
    expect(unionOf(intervals)).toBe(length);
  });

  it("counts the passes of a device, and leaves their results alone", async () => {
    const { device, timestamps } = await testGpu();
    const x = upload(
      device,
      Float32Array.from({ length: 2 ** 20 }, (_, i) => i),
    );
    const copy = await createCopy(device, { x, length: 2 ** 20 });
    const before = device.createCommandEncoder;
    expect(timestamps).toBe(true);
    const clock = attachKernelClock(device);
    try {
      expect(await clock.busyMs()).toBe(0);
      const run = () => {
        const encoder = device.createCommandEncoder();
        copy.encode(encoder);
        device.queue.submit([encoder.finish()]);
      };
      const begun = performance.now();
      run();
      const once = await clock.busyMs();
      expect(once).toBeGreaterThan(0);
      for (let i = 0; i < 9; i++) run();
      const ten = await clock.busyMs();
      expect(ten).toBeGreaterThan(once);
      expect(ten).toBeLessThan(performance.now() - begun);
      expect((await readFloats(device, copy.y, 2 ** 20)).at(-1)).toBe(2 ** 20 - 1);
    } finally {
      device.createCommandEncoder = before;
      copy.destroy();
    }
  });
});
