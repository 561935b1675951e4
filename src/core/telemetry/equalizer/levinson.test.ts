import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { levinson } from "./levinson.reference.ts";
import { createLevinson } from "./levinson.ts";
import { solveToeplitz } from "./lu.float64.ts";

describe("equalizer/levinson", () => {
  it.each([
    { size: 1, band: 1 },
    { size: 12, band: 12 },
    { size: 60, band: 7 },
  ])("has a reference that agrees with elimination: $size unknowns, band $band", ({ size, band }) => {
    const column = testNormals(size, 2 * band).map((value, i) => (i < 2 ? 0 : value / 4 / band));
    column[0] = 1;
    const right = testNormals(band, 2 * size);
    expect(errorDb(levinson(column, right), solveToeplitz(column, right))).toBeLessThan(-250);
  });

  it("solves systems of more unknowns than twice its invocations", async () => {
    const device = await testDevice();
    const [size, band] = [701, 350];
    const column = testNormals(1, 2 * band).map((value, i) => (i < 2 ? 0 : Math.fround(value / 4 / band)));
    column[0] = 1;
    const right = testNormals(2, 2 * size).map(Math.fround);
    const [columns, rights] = [column, right].map((values) => upload(device, Float32Array.from(values)));
    const plan = await createLevinson(device, { systems: 1, size, band, column: columns, right: rights });
    poison(device, plan.solution);
    await run(device, plan);
    expect(errorDb(await readFloats(device, plan.solution, 2 * size), levinson(column, right))).toBeLessThan(-110);
    plan.destroy();
  });
});
