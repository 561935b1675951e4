import { describe, expect, it } from "vitest";
import { recordedSignal } from "./signal.ts";

describe("capture/signal", () => {
  it("takes a part of a real recording, with its tags", async () => {
    const read = async (start: number, count: number) =>
      Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : start + i / 2));
    const recording = {
      samples: 100,
      sampleRate: 8000,
      datatype: { name: "rf32_le", complex: false, number: "f32", bigEndian: false, bytes: 4 } as const,
      captures: [{ start: 0, count: 100, centerFrequency: 1e6, metadata: {} }],
      annotations: [{ start: 50, count: 5, label: "burst", metadata: {} }],
      read,
    };
    const signal = recordedSignal(recording, { start: 40, count: 20 });
    expect(signal).toMatchObject({ kind: "real", rate: 8000, samples: 20 });
    // It starts within a capture and has its radio frequency.
    expect(signal.tags).toEqual([
      { sample: 0, key: "rx_freq", value: 1e6 },
      { sample: 10, key: "annotation", value: "burst" },
    ]);
    expect(Array.from(await signal.read(15, 10))).toEqual([55, 56, 57, 58, 59]);
    const captures = [0, 50].map((start) => ({ start, count: 50, centerFrequency: 1e8 + start, metadata: {} }));
    expect(recordedSignal({ ...recording, captures, annotations: [] }, { start: 40, count: 20 }).tags).toEqual([
      { sample: 0, key: "rx_freq", value: 1e8 },
      { sample: 10, key: "rx_freq", value: 1e8 + 50 },
    ]);
  });
});

describe("capture/signal, of a recording with NaN or infinite samples", () => {
  it.each([true, false])("reads them as zero and counts each once: complex %s", async (complex) => {
    const pairs = Float32Array.from([NaN, 1, 2, 3, Infinity, 0, 4, 5, -Infinity, NaN, 6, 7]);
    if (!complex) for (const i of [1, 3, 7, 9, 11]) pairs[i] = 0;
    const recording = {
      samples: 6,
      datatype: { name: "cf32_le", complex, number: "f32", bigEndian: false, bytes: 8 } as const,
      captures: [],
      annotations: [],
      read: async (start: number, count: number) => pairs.slice(2 * start, 2 * (start + count)),
    };
    const signal = recordedSignal(recording);
    const whole = complex ? [0, 0, 2, 3, 0, 0, 4, 5, 0, 0, 6, 7] : [0, 2, 0, 4, 0, 6];
    const width = whole.length / 6;
    expect(signal.nonFinite?.()).toBe(0);
    expect([...(await signal.read(0, 3))]).toEqual(whole.slice(0, 3 * width));
    expect(signal.nonFinite?.()).toBe(2);
    expect([...(await signal.read(0, 6))]).toEqual(whole);
    expect([...(await signal.read(4, 2))]).toEqual(whole.slice(4 * width));
    expect(signal.nonFinite?.()).toBe(3);
  });
});
