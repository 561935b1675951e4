import { describe, expect, it } from "vitest";
import type { Detection } from "#core/signals/detection.ts";
import { orderedBy } from "./order.ts";

describe("labs/recordings/signals/order", () => {
  it("orders many signals by class, then from likely to unlikely, then by id, and reads each value once", () => {
    const classes = ["fsk", "am", "qpsk"];
    let reads = 0;
    const signals = Array.from({ length: 3000 }, (_, i) => ({
      id: (i * 7) % 3000,
      class: classes[i % 3],
      get confidence() {
        reads++;
        return (i % 5) / 8;
      },
    })) as unknown as Detection[];
    const up = orderedBy(signals, "class", false);
    expect(reads).toBe(signals.length);
    // Independent of the sort: the groups one after another, filtered from the signals in the order of their ids.
    const byId = Array.from({ length: 3000 }, (_, id) => signals.find((one) => one.id === id)!);
    const expected = ["am", "fsk", "qpsk"].flatMap((name) =>
      [0.5, 0.375, 0.25, 0.125, 0].flatMap((sure) =>
        byId.filter((one) => one.class === name && one.confidence === sure),
      ),
    );
    expect(up.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(orderedBy(signals, "class", true)).toEqual(up.toReversed());
  });

  it("orders centres as the table shows them, where the recording was tuned meanwhile", () => {
    const signals = [
      { id: 1, centreHz: 5, absoluteHz: 205 },
      { id: 2, centreHz: 9, absoluteHz: 109 },
    ] as Detection[];
    expect(orderedBy(signals, "centreHz", false).map(({ id }) => id)).toEqual([2, 1]);
  });
});
