import { expect, it, vi } from "vitest";
import { createGpuHost } from "./host.ts";

it("says how long to wait where the browser offers no adapter after losses, and opens one later", async () => {
  vi.useFakeTimers();
  const device = { lost: Promise.resolve(), destroy() {}, addEventListener() {} };
  const adapter = { features: new Set(), limits: {}, info: {}, requestDevice: async () => device };
  const requestAdapter = vi.fn(async (): Promise<unknown> => adapter);
  const host = createGpuHost({ requestAdapter } as unknown as GPU);
  const get = async () => {
    const gpu = host.get().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(5000);
    return gpu;
  };
  expect(await get()).toMatchObject({ device });
  requestAdapter.mockResolvedValue(null);
  expect(await get()).toMatch(
    /^The GPU was lost, .* Chrome offers none for two minutes: wait that long, then try again\.$/,
  );
  requestAdapter.mockResolvedValue(adapter);
  expect(await get()).toMatchObject({ device });
  vi.useRealTimers();
});
