import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { busy, busyMs } from "./busy.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("counts overlapping work once, gaps not at all, and each device apart", () => {
  const [device, other] = [{} as GPUDevice, {} as GPUDevice];
  const first = busy(device);
  vi.advanceTimersByTime(10);
  const second = busy(device);
  vi.advanceTimersByTime(5);
  first();
  vi.advanceTimersByTime(7);
  expect(busyMs(device)).toBe(22);
  second();
  vi.advanceTimersByTime(100);
  expect(busyMs(device)).toBe(22);
  const third = busy(device);
  vi.advanceTimersByTime(1);
  third();
  expect([busyMs(device), busyMs(other)]).toEqual([23, 0]);
});
