import { afterEach, expect, it } from "vitest";
import { testGpu } from "../gpu/testing.ts";
import { setWorkgroupSizes, workgroupSizes } from "../gpu/workgroup-size.ts";
import { TUNING } from "./config.ts";
import { tune, type TuningState, type TuningStep } from "./tune.ts";

const start: TuningState = { config: { ...TUNING.defaults, kernels: ["flow/fused"], seconds: 20 }, results: [] };

afterEach(async () => setWorkgroupSizes((await testGpu()).device, {}));

it("gives the device the chosen size of each measured kernel, and does not change the others", async () => {
  const gpu = await testGpu();
  setWorkgroupSizes(gpu.device, { "flow/fused": 1, "fir/direct": 32 });
  const steps: TuningStep[] = [];
  for await (const step of tune(gpu, start)) steps.push(step);
  expect(steps.map(({ progress, done, next }) => [progress, done, next])).toEqual([
    [0, false, "Blocks of one sample in graphs"],
    [1, true, undefined],
  ]);
  const [{ chosen, tried = [] }] = steps[1].state.results;
  expect(tried.map(({ reason }) => reason)).toEqual(tried.map(() => undefined));
  expect(workgroupSizes(gpu.device)).toEqual({ "fir/direct": 32, ...(chosen && { "flow/fused": chosen.size }) });
});

it("ends when it is stopped, and the device keeps its sizes", async () => {
  const gpu = await testGpu();
  const stop = new AbortController();
  const own = { "flow/fused": 64 };
  setWorkgroupSizes(gpu.device, own);
  const steps: TuningStep[] = [];
  for await (const step of tune(gpu, start, stop)) {
    steps.push(step);
    stop.abort();
  }
  expect(steps.map(({ done }) => done)).toEqual([false]);
  expect(workgroupSizes(gpu.device)).toBe(own);
});
