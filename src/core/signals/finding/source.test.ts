import { describe, expect, it } from "vitest";
import { CaptureError } from "../../capture/capture-error.ts";
import { createReader, type ReadSegment, type SegmentSource } from "./source.ts";

/** A source that notes which segments it began to read. Reads at or after `broken` fail. */
function noted(ahead: number, broken = Infinity) {
  const begun: number[] = [];
  const released: number[] = [];
  const read = (start: number): Promise<ReadSegment> => {
    begun.push(start);
    if (start >= broken) return Promise.reject(new CaptureError("cut"));
    return Promise.resolve({
      count: start,
      samples: () => new Float32Array(0),
      clipping: () => ({ samples: [], limit: Infinity }),
      release: () => void released.push(start),
    });
  };
  const source: SegmentSource = { ahead, read, end: () => Promise.resolve() };
  const order = {
    endOf: (start: number) => start + 10,
    nextOf: (start: number) => (start < 40 ? start + 8 : undefined),
  };
  return { begun, released, reader: createReader(source, order) };
}

describe("signals/finding/source", () => {
  it("reads the expected segments ahead, and each once", async () => {
    const { begun, reader } = noted(3);
    expect((await reader.take(0)).count).toBe(0);
    expect(begun).toEqual([0, 8, 16]);
    expect((await reader.take(8)).count).toBe(8);
    expect(begun).toEqual([0, 8, 16, 24]);
    for (const start of [16, 24, 32, 40]) expect((await reader.take(start)).count).toBe(start);
    expect(begun).toEqual([0, 8, 16, 24, 32, 40]);
  });

  it("begins again where another segment follows than the expected one", async () => {
    const { begun, released, reader } = noted(2);
    await reader.take(0);
    expect((await reader.take(5)).count).toBe(5);
    expect(begun).toEqual([0, 8, 5, 13]);
    // The segment from sample 8 is not taken, so the reader returns its memory.
    expect(released).toEqual([8]);
    const { begun: alone, reader: plain } = noted(1);
    for (const start of [0, 5, 13]) await plain.take(start);
    expect(alone).toEqual([0, 5, 13]);
  });

  it("tells an error of a segment only when that segment is taken", async () => {
    const { reader } = noted(4, 16);
    expect((await reader.take(0)).count).toBe(0);
    expect((await reader.take(8)).count).toBe(8);
    await expect(reader.take(16)).rejects.toThrow("cut");
  });
});
