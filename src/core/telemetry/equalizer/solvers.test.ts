import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { solveToeplitz } from "./lu.float64.ts";
import { normalEquations } from "./normal.float64.ts";
import { solvers } from "./solvers.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS } from "./taps.ts";
import { testPacket } from "./testing.ts";
import { toeplitzResidual } from "./toeplitz.reference.ts";
import type { ToeplitzSizes } from "./toeplitz.ts";

const cases: ToeplitzSizes[] = [
  { systems: 1, size: 1, band: 1 },
  { systems: 3, size: 2, band: 2 },
  { systems: 7, size: 37, band: 5 },
  { systems: 2, size: 40, band: 1 },
  { systems: 5, size: 97, band: 97 },
  { systems: 9, size: 186, band: 38 },
  { systems: 2, size: 307, band: 61 },
];

/** First columns of positive definite matrices, as autocorrelations of random responses with some noise; rounded to float32. */
function randomColumns({ systems, band }: ToeplitzSizes): Float64Array {
  const columns = new Float64Array(2 * systems * band);
  for (let s = 0; s < systems; s++) {
    const h = testNormals(s + band, 2 * band);
    for (let k = 0; k < band; k++) {
      for (let n = k; n < band; n++) {
        const [a, b, c, d] = [h[2 * n], h[2 * n + 1], h[2 * (n - k)], h[2 * (n - k) + 1]];
        columns[2 * (s * band + k)] += a * c + b * d;
        columns[2 * (s * band + k) + 1] += b * c - a * d;
      }
    }
    columns[2 * s * band] *= 1.05;
  }
  return columns.map(Math.fround);
}

/** The MMSE equalizers' systems at 20 dB, one for every named channel. */
const packets = Object.keys(NAMED_PATHS).map((channel, i) => testPacket(channel, 20, 40 + i));
const equations = packets.map(({ impulse, noise }) => normalEquations(impulse, 2 * noise));

const row = <T extends Float32Array | Float64Array>(values: T, index: number, rows: number) =>
  values.subarray((index * values.length) / rows, ((index + 1) * values.length) / rows) as T;

describe.each(Object.entries(solvers))("equalizer/%s", (name, { create, flops }) => {
  async function solve(sizes: ToeplitzSizes, columns: Float64Array, rights: Float64Array): Promise<Float32Array> {
    const device = await testDevice();
    const [column, right] = [columns, rights].map((values) => upload(device, Float32Array.from(values)));
    const plan = await create(device, { ...sizes, column, right });
    poison(device, plan.solution);
    await run(device, plan);
    const x = await readFloats(device, plan.solution, rights.length);
    expect(plan.label).toBe(`equalizer/${name}`);
    plan.destroy();
    return x;
  }

  it.each(cases)("solves like elimination in float64: $systems × $size unknowns, band $band", async (sizes) => {
    const { systems, size } = sizes;
    const columns = randomColumns(sizes);
    const rights = testNormals(size, 2 * systems * size).map(Math.fround);
    const x = await solve(sizes, columns, rights);
    for (let s = 0; s < systems; s++) {
      const [r, g, got] = [row(columns, s, systems), row(rights, s, systems), row(x, s, systems)];
      expect(toeplitzResidual(r, g, got)).toBeLessThan(1e-4);
      expect(errorDb(got, solveToeplitz(r, g))).toBeLessThan(-80);
    }
  });

  it("leaves a residual below 1e-4 on every named channel at 20 dB", async () => {
    const sizes = { systems: equations.length, size: EQUALIZER_TAPS, band: CHANNEL_TAPS };
    const columns = Float64Array.from(equations.flatMap(({ column }) => [...column]));
    const rights = Float64Array.from(equations.flatMap(({ right }) => [...right]));
    const x = await solve(sizes, columns, rights);
    for (const [s, { column, right }] of equations.entries()) {
      expect(toeplitzResidual(column, right, row(x, s, equations.length))).toBeLessThan(1e-4);
    }
  });

  it("returns zeros for systems that are not positive definite, and solves the others", async () => {
    const sizes = { systems: 6, size: 6, band: 2 };
    // −1; 0; NaN; indefinite by its off-diagonals; and two sound ones, one of them the identity.
    const columns = Float64Array.of(
      -1,
      0,
      0.1,
      0,
      0,
      0,
      0,
      0,
      Number.NaN,
      0,
      1,
      0,
      1,
      0,
      2,
      1,
      2,
      0,
      0.5,
      0.5,
      1,
      0,
      0,
      0,
    );
    const rights = testNormals(1, 2 * 6 * 6).map(Math.fround);
    const x = await solve(sizes, columns, rights);
    for (let s = 0; s < 4; s++) expect(row(x, s, 6).every((value) => value === 0)).toBe(true);
    expect(errorDb(row(x, 4, 6), solveToeplitz(row(columns, 4, 6), row(rights, 4, 6)))).toBeLessThan(-120);
    expect([...row(x, 5, 6)]).toEqual([...row(rights, 5, 6)]);
  });

  it("inverts a matrix with 1 + |a|² on the diagonal and −a beside it to powers of a", async () => {
    // The covariance of a first-order autoregression, except its corners: so g = e_k gives a^|j−k| far from them.
    const a = 0.5;
    const [size, k] = [101, 50];
    const rights = new Float64Array(2 * size);
    rights[2 * k] = 1;
    const x = await solve({ systems: 1, size, band: 2 }, Float64Array.of(1 + a * a, 0, -a, 0), rights);
    const expected = Float64Array.from({ length: 2 * size }, (_, i) =>
      i % 2 ? 0 : a ** Math.abs((i >> 1) - k) / (1 - a * a),
    );
    expect(errorDb(x, expected)).toBeLessThan(-130);
  });

  it("counts operations", () => {
    expect(flops({ systems: 2, size: 186, band: 38 })).toBe(2 * flops({ systems: 1, size: 186, band: 38 }));
  });

  it.each([
    [{ systems: 0 }, "systems must be an integer ≥ 1, got 0"],
    [{ size: 2.5 }, "size must be an integer ≥ 1, got 2.5"],
    [{ band: Number.NaN }, "band must be an integer ≥ 1, got NaN"],
    [{ band: 9 }, "band must be at most the size 8, got 9"],
    [{ size: 5000 }, "size must be at most"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = { systems: 1, size: 8, band: 4, column: buffer, right: buffer, ...change };
    await expect(create(device, config)).rejects.toThrow(`equalizer/${name}: ${message}`);
  });
});
