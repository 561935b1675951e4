import { beforeAll, describe, expect, it } from "vitest";
import { kernelsOf } from "../gpu/compile-ahead.ts";
import { owning } from "../gpu/owning.ts";
import { readBack } from "../gpu/readback.ts";
import { testDevice } from "../gpu/testing.ts";
import { setWorkgroupSizes } from "../gpu/workgroup-size.ts";
import { TUNABLE_NAMES, TUNABLES } from "./registry.ts";
import { WORKS } from "./works.ts";

/** Sizes of a kernel that are compared: all in the slow suite, since a software adapter compiles slowly. */
const testedOf = (sizes: readonly number[]) => (process.env.THREERAY_SLOW ? sizes : sizes.slice(0, 1));
/** Jobs whose last workgroup is not full at most sizes. */
const JOBS = 3;

describe.each(TUNABLE_NAMES)("%s", (kernel) => {
  const { sizes } = TUNABLES[kernel];
  const load = WORKS[kernel];
  let device: GPUDevice;
  beforeAll(async () => {
    device = await testDevice();
  });

  /** Returns the bytes of the results with a workgroup size; undefined: the usual one. */
  async function results(size?: number): Promise<Uint8Array[]> {
    const work = await load();
    setWorkgroupSizes(device, size === undefined ? {} : { [kernel]: size });
    const made = await owning(device, (owner) => work.create(device, owner, JOBS));
    setWorkgroupSizes(device, {});
    const encoder = device.createCommandEncoder();
    for (const buffer of made.results) encoder.clearBuffer(buffer);
    for (const stage of made.stages) stage.encode(encoder);
    const found = await readBack(device, made.results, encoder);
    made.destroy();
    return found.map((bytes) => new Uint8Array(bytes));
  }

  it("compiles other kernels for other sizes", async () => {
    const work = await load();
    const compiled = new Set<string>();
    for (const size of sizes) {
      setWorkgroupSizes(device, { [kernel]: size });
      const sources = await kernelsOf(device, (copy) => owning(copy, (owner) => work.create(copy, owner, JOBS)));
      compiled.add(JSON.stringify(sources.map(({ constants }) => constants)));
    }
    setWorkgroupSizes(device, {});
    expect(compiled.size).toBeGreaterThan(1);
  });

  it("gives the same bytes for the usual size and others", async () => {
    const usual = await results();
    expect(usual.some((bytes) => bytes.some((byte) => byte !== 0))).toBe(true);
    for (const size of testedOf(sizes))
      expect((await results(size)).map((bytes, i) => Buffer.compare(bytes, usual[i]))).toEqual(usual.map(() => 0));
  });
});
