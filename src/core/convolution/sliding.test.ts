import { describe, expect, it } from "vitest";
import { SLIDING_FILTERS, SLIDING_SIGNALS, slideConvolution } from "./sliding.float64.ts";

describe.each(SLIDING_SIGNALS.flatMap((signal) => SLIDING_FILTERS.map((filter) => ({ signal, filter }))))(
  "sliding convolution of $signal with $filter",
  (choice) => {
    const { x, h, y, points, blocks } = slideConvolution(choice);

    it("has the product of the sums as the sum of its outputs", () => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(y)).toBeCloseTo(sum(x) * sum(h), 12);
    });

    it("gets every output once from the kept part of its blocks", () => {
      const kept = blocks.flatMap(({ circular, discarded }) => circular.slice(discarded));
      expect(kept.length).toBeGreaterThanOrEqual(y.length);
      y.forEach((value, n) => expect(kept[n]).toBeCloseTo(value, 12));
      blocks.forEach(({ first, discarded, circular }, b) => {
        expect(first + discarded).toBe(b * (points - discarded));
        expect(circular).toHaveLength(points);
      });
    });
  },
);

it("has wrapped outputs that differ from the convolution", () => {
  const { y, blocks } = slideConvolution({ signal: "noise", filter: "decay" });
  const [, { first, circular, discarded }] = blocks;
  for (let i = 0; i < discarded; i++) expect(Math.abs(circular[i] - y[first + i])).toBeGreaterThan(1e-3);
});
