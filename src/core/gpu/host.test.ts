import { afterEach, expect, it, vi } from "vitest";
import { createGpuHost } from "./host.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ["a browser", /^The GPU was lost, .*Chrome and Edge offer none for two minutes: wait that long, then try again/],
  ["Node.js", /^The GPU was lost, and its driver offers no other one\. Check that the driver answers(?!.*Chrome)/],
])("says what to do where %s offers no adapter after losses, and opens one later", async (where, advice) => {
  vi.useFakeTimers();
  const device = { lost: Promise.resolve(), destroy() {}, addEventListener() {} };
  const adapter = { features: new Set(), limits: {}, info: {}, requestDevice: async () => device };
  const requestAdapter = vi.fn(async (): Promise<unknown> => adapter);
  const api = { requestAdapter } as unknown as GPU;
  // Node.js has a navigator, too.
  vi.stubGlobal("navigator", where === "Node.js" ? {} : { gpu: api });
  const host = createGpuHost(api);
  const get = async () => {
    const gpu = host.get().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(5000);
    return gpu;
  };
  expect(await get()).toMatchObject({ device });
  requestAdapter.mockResolvedValue(null);
  expect(await get()).toMatch(advice);
  requestAdapter.mockResolvedValue(adapter);
  expect(await get()).toMatchObject({ device });
});
