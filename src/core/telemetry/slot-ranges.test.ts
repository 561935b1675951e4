import { describe, expect, it } from "vitest";
import { testDevice, upload, withLimits } from "../gpu/testing.ts";
import { WINDOW_LENGTH } from "./blocks.ts";
import { partOf, slotHalves, slotRanges } from "./slot-ranges.ts";

const BYTES = WINDOW_LENGTH * 8;
const deviceOf = async (windows: number) =>
  withLimits(await testDevice(), { maxStorageBufferBindingSize: windows * BYTES + BYTES / 2 });

describe("telemetry/slot-ranges", () => {
  it.each([
    [1024, 800, [800]],
    [1024, 1024, [1024]],
    [1024, 1056, [576, 480]],
    [1024, 2048, [1024, 1024]],
    [1000, 1008, [512, 496]],
    [77, 80, [64, 16]],
    [130, 264, [128, 128, 8]],
  ])("splits the windows of a page for bindings of %i: %i slots", async (most, slots, sizes) => {
    const ranges = slotRanges(await deviceOf(most), slots);
    expect(ranges.map((range) => range.slots)).toEqual(sizes);
    expect(ranges.map(({ first }) => first)).toEqual(sizes.map((_, i) => i * sizes[0]));
  });

  it("binds both halves of a page, or the first one and what stands for the other", async () => {
    const device = await deviceOf(100);
    const [buffer, none] = [upload(device, new Float32Array(64)), upload(device, new Float32Array(64))];
    const halves = slotHalves("test", device, 120);
    expect(halves.held).toBe(64);
    expect(halves.of(buffer, 8)).toEqual([
      { buffer, offset: 0, size: 512 },
      { buffer, offset: 512, size: 448 },
    ]);
    const whole = slotHalves("test", device, 64);
    const first = { buffer, offset: 0, size: 512 };
    expect(whole.of(buffer, 8)).toEqual([first, first]);
    expect(whole.of(buffer, 8, none)).toEqual([first, { buffer: none }]);
    expect(partOf({ buffer, offset: 256, size: 1024 }, { first: 64, slots: 8 }, 4)).toEqual({
      buffer,
      offset: 512,
      size: 32,
    });
    expect(() => slotHalves("test", device, 136)).toThrow(
      "test: 136 windows do not fit two bindings of this device: use smaller pages",
    );
  });
});
