import { describe, expect, it } from "vitest";
import {
  errorDb,
  poison,
  readWords,
  run,
  TEST_INVOCATIONS,
  testDevice,
  testNormals,
  testRandom,
  upload,
} from "../../gpu/testing.ts";
import { instantsOf, symbolsAt } from "./synchronized-symbols.reference.ts";
import { createSynchronizedSymbols } from "./synchronized-symbols.ts";

const POISON = 0x7fc0dead;
const GROUP = TEST_INVOCATIONS;

/** Returns positions that advance by some 1/T, and seldom go back. */
function wandering(count: number, perSymbol: number): Uint32Array<ArrayBuffer> {
  const random = testRandom(count);
  const positions = new Uint32Array(count + 1);
  positions[0] = 2 ** 32 * random();
  for (let j = 1; j <= count; j++)
    positions[j] = positions[j - 1] + (2 ** 32 / perSymbol) * (1 + 1.5 * (random() - 0.5));
  return positions;
}

describe("blocks/synchronization/synchronized-symbols", () => {
  // Workgroups have 256 invocations.
  it.each([
    { kind: "complex", count: 1000, length: 1000, perSymbol: 4.3, delay: 20, seen: 0, phases: 0 },
    { kind: "real", count: 700, length: 1000, perSymbol: 2.7, delay: 3, seen: 5000, phases: 0 },
    { kind: "complex", count: 513, length: 513, perSymbol: 8.1, delay: 40, seen: 30, phases: 8 },
    { kind: "real", count: 257, length: 257, perSymbol: 2.9, delay: 9, seen: 9, phases: 5 },
    { kind: "real", count: 1, length: 1, perSymbol: 1.9, delay: 5, seen: 100, phases: 0 },
    { kind: "complex", count: 0, length: 300, perSymbol: 3, delay: 5, seen: 100, phases: 0 },
  ] as const)("agree with float64: %o", async ({ kind, count, length, perSymbol, delay, seen, phases }) => {
    const device = await testDevice();
    const width = kind === "complex" ? 2 : 1;
    const taps = testNormals(3, 11 * phases);
    const matched = phases > 0 ? { phases, length: 11, taps, timing: new Float64Array(1) } : undefined;
    const history = delay + 13;
    const before = Float32Array.from(testNormals(1, width * history));
    const x = Float32Array.from(testNormals(2, width * length));
    const positions = wandering(count, perSymbol);
    const instants = instantsOf({ seen, positions, delay });
    const tiles = Uint32Array.from({ length: Math.ceil((length + 1) / GROUP) }, (_, tile) => {
      return instants.filter(({ index }) => index < tile * GROUP).length;
    });
    const most = instants.length + 7;
    const plan = await createSynchronizedSymbols(device, {
      kind,
      length,
      history,
      delay,
      most,
      matched,
      x: upload(device, x),
      count: upload(device, Uint32Array.of(count)),
      recent: upload(device, before),
      seen: upload(device, Uint32Array.of(seen, seen, 0, 0)),
      positions: upload(device, positions),
      tiles: upload(device, tiles),
    });
    poison(device, plan.symbols);
    await run(device, plan);
    const words = await readWords(device, plan.symbols);
    const part = (n: number, component: number) => {
      if (n < 0) return before[width * (history + n) + component];
      return n < count ? x[width * n + component] : 0;
    };
    const expected = symbolsAt(instants, { width, delay, part, matched });
    const found = new Float32Array(words.buffer, 0, expected.length);
    // A weight has 14 products and quotients, and |Σ weights| reaches 4: some 50 roundings of 6e-8, or −110 dB.
    if (count > 1) expect(errorDb(found, expected)).toBeLessThan(-110);
    expect(words.subarray(expected.length).every((word) => word === POISON)).toBe(true);
    plan.destroy();
  });
});
