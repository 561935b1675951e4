import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { constantBlock } from "./blocks.ts";
import { constantOperation } from "./constant.reference.ts";
import { type ConstantConfig, createConstantOperation } from "./constant.ts";
import { elementsError, noiseOf } from "./testing.ts";

type Case = Pick<ConstantConfig, "kind" | "operation" | "constant">;

const CASES: Case[] = [
  { kind: "real", operation: "add", constant: -0.625 },
  { kind: "real", operation: "multiply", constant: 1 / 3 },
  { kind: "complex", operation: "add", constant: [0.1, -2] },
  { kind: "complex", operation: "multiply", constant: [-0.3, 1.7] },
  { kind: "complex", operation: "multiply", constant: 2.5 },
  { kind: "integer", operation: "add", constant: 2 ** 31 - 1 },
  { kind: "integer", operation: "multiply", constant: -1_234_567_891 },
];

async function errorOf(one: Case, signals: number, length: number): Promise<number> {
  const x = noiseOf(one.kind, signals + length, signals * length);
  // What is right for the constant that float32 holds.
  const constant = one.kind === "integer" ? one.constant : ([one.constant].flat().map(Math.fround) as [number, number]);
  return elementsError(one.kind, [x], constantOperation(x, { ...one, constant }), (device, [input]) =>
    createConstantOperation(device, { ...one, signals, length, input }),
  );
}

describe("arithmetic/constant", () => {
  it.each(CASES)("$operation $constant, $kind", async (one) => {
    expect(await errorOf(one, 2, 5003)).toBeLessThan(-130);
  });

  it("works at any length", async () => {
    const sizes = [integer({ min: 1, max: 5 }), integer({ min: 1, max: 600 })] as const;
    const any = asyncProperty(constantFrom(...CASES), ...sizes, async (one, signals, length) => {
      expect(await errorOf(one, signals, length)).toBeLessThan(-120);
    });
    await assert(any, { numRuns: gpuRuns(15) });
  });

  it("takes another constant", async () => {
    const device = await testDevice();
    const input = upload(device, Float32Array.of(1, 2, 3, 4));
    const sizes = { signals: 1, length: 2, input };
    const plan = await createConstantOperation(device, {
      ...sizes,
      kind: "complex",
      operation: "multiply",
      constant: 0,
    });
    plan.setConstant([0, 1]);
    await run(device, plan);
    expect([...(await readFloats(device, plan.output, 4))]).toEqual([-2, 1, -4, 3]);
    plan.destroy();
  });

  it("is a block for streams", async () => {
    const x = noiseOf("complex", 8, 1000);
    const config = { kind: "complex", operation: "add", constant: [0.5, -0.25] } as const;
    const y = await streamed(constantBlock(config), x, { length: 300 });
    expect(errorDb(y, constantOperation(x, config))).toBeLessThan(-130);
  });

  it.each([
    [{ constant: [1, 2] as const }, "constant must be a finite number, got 1,2"],
    [{ constant: Infinity }, "constant must be a finite number, got Infinity"],
    [
      { kind: "complex" as const, constant: [1, Number.NaN] as const },
      "constant must be finite, a number or a pair, got 1,NaN",
    ],
    [{ kind: "integer" as const, constant: 0.5 }, "constant must be an i32, got 0.5"],
    [{ kind: "integer" as const, constant: 2 ** 31 }, "constant must be an i32, got 2147483648"],
    [{ length: 0 }, "length must be a positive integer, got 0"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", operation: "add", constant: 1, signals: 1, length: 4, input, ...wrong } as const;
    await expect(createConstantOperation(device, config)).rejects.toThrow(`arithmetic/constant: ${message}`);
  });
});
