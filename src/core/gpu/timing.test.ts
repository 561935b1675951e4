import { describe, expect, it } from "vitest";
import { compile } from "./kernel.ts";
import { allocate } from "./pool.ts";
import { testDevice } from "./testing.ts";
import { spread, type Stage, timeRegion, timeStages } from "./timing.ts";

const FILL = `
@group(0) @binding(0) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(id.x);
  for (var i = 0; i < 2000; i++) { v = v * 0.999 + 1.0; }
  y[id.x] = v;
}`;

async function stages(device: GPUDevice): Promise<Stage[]> {
  const kernel = await compile(device, { label: "test/fill", wgsl: [FILL] });
  const bound = kernel.bind({ y: allocate(device).storage("y", 4 * 65536) });
  const stage = (label: string, groups: number): Stage => ({
    label,
    encode: (encoder, writes) => bound.encode(encoder, groups, writes),
  });
  return [stage("short", 1), stage("long", 1024)];
}

describe("timing stages", () => {
  it("measures a long stage as longer than a short one, by timestamps", async () => {
    const device = await testDevice();
    const [short, long] = await timeStages(device, await stages(device), 3);
    expect([short.kernel, long.kernel]).toEqual(["short", "long"]);
    expect(short.method).toBe(device.features.has("timestamp-query") ? "timestamp query" : "wall clock");
    expect(long.ms).toBeGreaterThan(0);
    expect(long.ms).toBeGreaterThan(short.ms);
  });

  it("uses the wall clock if there are no timestamps", async () => {
    const device = await testDevice();
    const blind = new Proxy(device, {
      get(target, key) {
        if (key === "features") return new Set();
        const value = Reflect.get(target, key) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const [short, long] = await timeStages(blind, await stages(device), 2);
    expect(long.method).toBe("wall clock");
    expect(long.ms).toBeGreaterThan(short.ms);
  });

  it("repeats a short stage until each measured region is long enough", async () => {
    const device = await testDevice();
    const [short] = await stages(device);
    const repeats = new Map<GPUCommandEncoder, number>();
    const counted: Stage = {
      label: "counted",
      encode(encoder, writes) {
        repeats.set(encoder, (repeats.get(encoder) ?? 0) + 1);
        short.encode(encoder, writes);
      },
    };
    const { ms, spread: range } = await timeRegion(device, counted, { runs: 3, regionMs: 2 });
    const measured = [...repeats.values()].slice(-3);
    expect(new Set(measured).size).toBe(1);
    expect(ms * measured[0]).toBeGreaterThanOrEqual(2);
    expect(range[0]).toBeLessThanOrEqual(ms);
    expect(range[1]).toBeGreaterThanOrEqual(ms);

    repeats.clear();
    const few = await timeRegion(device, counted, { runs: 5, enough: 2, aboutMs: 2, regionMs: 2 });
    const agree = few.spread[1] <= 1.04 * few.spread[0];
    // The last measurements have the same length; there may be shorter ones before them.
    expect(few.runs === 5 || (few.runs === 2 && agree)).toBe(true);
    expect(new Set([...repeats.values()].slice(-few.runs)).size).toBe(1);
  });

  it("writes the start timestamp in the first pass and the end timestamp in the last", () => {
    const querySet = {} as GPUQuerySet;
    const writes = { querySet, beginningOfPassWriteIndex: 4, endOfPassWriteIndex: 5 };
    expect(spread(writes, 1)).toEqual([writes]);
    expect(spread(writes, 3)).toEqual([
      { querySet, beginningOfPassWriteIndex: 4 },
      undefined,
      { querySet, endOfPassWriteIndex: 5 },
    ]);
    expect(spread(undefined, 2)).toEqual([undefined, undefined]);
    expect(spread({ querySet, beginningOfPassWriteIndex: 4 }, 2)).toEqual([
      { querySet, beginningOfPassWriteIndex: 4 },
      undefined,
    ]);
    expect(spread({ querySet, endOfPassWriteIndex: 5 }, 2)).toEqual([undefined, { querySet, endOfPassWriteIndex: 5 }]);
  });
});
