import { describe, expect, it } from "vitest";
import { derivedFrom } from "./derived.ts";
import type { Annotation, Capture } from "./recording.ts";

const annotation = (start: number, count: number, label = ""): Annotation => ({ start, count, label, metadata: {} });
const capture = (start: number, count: number, centerFrequency: number, datetime?: string): Capture => {
  return { start, count, centerFrequency, datetime, metadata: { "core:frequency": centerFrequency } };
};
const source = (annotations: Annotation[], captures: Capture[] = [capture(0, 1000, 1e8)]) => ({
  sampleRate: 1000,
  metadata: { "core:author": "A", "core:hw": "H" },
  captures,
  annotations,
});
const placesOf = (list: readonly Annotation[]) => list.map(({ start, count }) => [start, count]);

describe("capture/derived", () => {
  it("keeps metadata, and all of an annotation but its place", () => {
    const whole = { ...annotation(100, 50, "burst"), comment: "c", edges: [1, 2] as const, metadata: { "x:y": 3 } };
    const derived = derivedFrom(source([whole]), { samples: 1000, delay: 7 });
    expect(derived.annotations).toEqual([{ ...whole, start: 107 }]);
    expect(derived.metadata).toEqual({ "core:author": "A", "core:hw": "H" });
    expect(derived.captures).toEqual([capture(0, 1000, 1e8)]);
    expect(derived.lost).toBe(0);
  });

  it.each([
    ["a filter's delay", { samples: 1000, delay: 50 }, [800, 100], [850, 100]],
    ["half a sample", { samples: 1000, delay: 0.5 }, [800, 100], [801, 100]],
    ["a cut end", { samples: 1000, delay: 50 }, [900, 80], [950, 50]],
    ["half the rate", { samples: 500, up: 1, down: 2 }, [800, 100], [400, 50]],
    ["half the rate with a delay", { samples: 500, up: 1, down: 2, delay: 27.5 }, [800, 100], [428, 50]],
    ["99/448 of the rate", { samples: 221, up: 99, down: 448 }, [448, 448], [99, 99]],
    ["a higher rate", { samples: 3000, up: 3, down: 1 }, [10, 1], [30, 3]],
    ["less than a sample of the new rate", { samples: 10, up: 1, down: 100 }, [510, 3], [5, 1]],
    ["a place without a length", { samples: 500, up: 1, down: 2 }, [100, 0], [50, 0]],
  ] as const)("places an annotation after %s", (_, derivation, [start, count], expected) => {
    expect(placesOf(derivedFrom(source([annotation(start, count)]), derivation).annotations)).toEqual([expected]);
  });

  it("counts annotations that begin past the end", () => {
    const { annotations, lost } = derivedFrom(source([annotation(100, 9), annotation(960, 9), annotation(999, 1)]), {
      samples: 1000,
      delay: 50,
    });
    expect(placesOf(annotations)).toEqual([[150, 9]]);
    expect(lost).toBe(2);
  });

  it("moves captures after the first, with the time of their samples", () => {
    const times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.400Z"];
    const captures = [capture(0, 400, 1e8, times[0]), capture(400, 600, 2e8, times[1])];
    const derived = derivedFrom(source([], captures), { samples: 500, up: 1, down: 2, delay: 10 });
    expect(derived.captures).toMatchObject([
      { start: 0, count: 210, centerFrequency: 1e8, datetime: times[0] },
      // 10 samples at 500 samples/s are 20 ms.
      { start: 210, count: 290, centerFrequency: 2e8, datetime: "2026-01-01T00:00:00.420Z" },
    ]);
    const still = derivedFrom(source([], captures), { samples: 1000 });
    expect(still.captures).toEqual(captures);
  });

  it("leaves out captures that no sample is left of", () => {
    const captures = [capture(0, 10, 1), capture(10, 2, 2), capture(12, 978, 3), capture(990, 10, 4)];
    const { captures: kept } = derivedFrom(source([], captures), { samples: 98, up: 1, down: 10 });
    expect(kept.map(({ start, count, centerFrequency }) => [start, count, centerFrequency])).toEqual([
      [0, 1, 1],
      [1, 97, 3],
    ]);
  });
});
