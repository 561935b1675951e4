import { describe, expect, it } from "vitest";
import { testDevice, upload, withLimits } from "../../gpu/testing.ts";
import { loopGains } from "../detection/loop.ts";
import { PACKET_BITS } from "../packet.ts";
import { createDetectors } from "./detectors.ts";

/** Bytes of one equalizer's filtered packets in 40 slots: two blocks. */
const BYTES = 64 * PACKET_BITS * 8;

describe("link/detectors", () => {
  it.each([
    { most: 5, groups: ["none, zf, mmse, fde1, fde2"] },
    { most: 4, groups: ["none, zf, mmse | fde1, fde2"] },
    { most: 2.5, groups: ["none, zf | mmse, fde1 | fde2"] },
    { most: 1.7, groups: ["none | zf | mmse", "fde1 | fde2"] },
  ])("detects as many equalizers at once as three bindings of $most hold", async ({ most, groups }) => {
    const device = await testDevice();
    const names = ["none", "zf", "mmse", "fde1", "fde2"] as const;
    const detectors = await createDetectors(withLimits(device, { maxStorageBufferBindingSize: most * BYTES }), {
      slots: 40,
      packets: upload(device, new Uint32Array(160)),
      names,
      loop: loopGains(),
    });
    const labels = groups.map((group) => `detection/oqpsk (${group.replaceAll(" | ", ", ")})`);
    expect(detectors.stages.map(({ label }) => label)).toEqual(labels);
    for (const group of groups.flatMap((both) => both.split(" | "))) {
      const parts = group.split(", ").map((name) => detectors.of(name as (typeof names)[number]).matched);
      expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(1);
      expect(parts.map(({ offset, size }) => [offset, size])).toEqual(parts.map((_, set) => [set * BYTES, BYTES]));
    }
    expect(() => detectors.of("cma")).toThrow(
      "link/detectors: no detector for cma, only for none, zf, mmse, fde1, fde2",
    );
    detectors.destroy();
  });

  it("has no stage without an equalizer that needs a detector", async () => {
    const device = await testDevice();
    const packets = upload(device, new Uint32Array(32));
    const detectors = await createDetectors(device, { slots: 8, packets, names: [], loop: loopGains() });
    expect(detectors.stages).toEqual([]);
    detectors.destroy();
  });
});
