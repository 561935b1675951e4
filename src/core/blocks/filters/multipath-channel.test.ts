import { describe, expect, it } from "vitest";
import { sinkItems, testGraph } from "../../flow/graph/graph.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import { errorDb } from "../../gpu/testing.ts";
import { CATALOGUE } from "../catalogue.testing.ts";
import { inFloat64 } from "../testing.ts";

const RAYS = { gains: "0,-6,-3", phases: "30,90,-45", delays: "0.25,2.5,-1.75" };

describe("blocks/filters/multipath-channel", () => {
  // The images of the interpolation lie 80 dB lower.
  it.each([0.03, -0.2, 0.37])("multiplies a tone of %d cycles per sample by Σ g·e^{j(φ − 2πfd)}", (f) => {
    const x = Array.from({ length: 400 }, (_, i) => {
      const angle = 2 * Math.PI * f * (i >> 1);
      return i % 2 ? Math.sin(angle) : Math.cos(angle);
    });
    const { out } = inFloat64("multipath-channel", RAYS, { in: x });
    // The earliest ray arrives after 15 samples.
    const rays = [
      [1, 30, 2 + 15],
      [10 ** -0.3, 90, 4.25 + 15],
      [10 ** -0.15, -45, 15],
    ];
    const expected = Array.from({ length: 200 }, (_, n) =>
      rays.map(([g, phase, d]) => {
        const angle = 2 * Math.PI * f * (n - d) + (Math.PI * phase) / 180;
        return [g * Math.cos(angle), g * Math.sin(angle)];
      }),
    ).flatMap((all) => [0, 1].map((part) => all.reduce((sum, ray) => sum + ray[part], 0)));
    expect(errorDb(out.slice(120), Float64Array.from(expected.slice(120)))).toBeLessThan(-75);
  });

  // 7·10⁻⁹·10⁹, 50·10⁻⁹·20·10⁶ and 2.3 − 0.3 are not whole in floating point.
  it.each([
    ["samples", "5,7"],
    ["samples", "0.3,2.3"],
    ["ns", "50,150"],
  ])("copies samples where the delays differ by whole samples: %s, %s", (unit, delays) => {
    const given = { type: "real", gains: "0,-20", phases: "0,180", delays, unit };
    const place = { hz: { in: 20e6 }, isOnCycle: false };
    const { out } = inFloat64("multipath-channel", given, { in: [1, 2, 3, 0] }, 0, place);
    for (const [n, value] of [1, 2, 2.9, -0.2].entries()) expect(out[n]).toBeCloseTo(value, 12);
  });

  it.each([
    ["complex", RAYS],
    ["real", { gains: "0,-3", phases: "0,180", delays: "0,300.5" }],
  ] as const)("of %s samples equals float64 in a graph, page by page", async (type, rays) => {
    const items = Array.from({ length: 700 }, (_, n) =>
      type === "real" ? Math.sin(n * n) : [Math.sin(n * n), Math.cos(3 * n * n)],
    );
    const checked = checkGraph(
      testGraph(
        {
          list: ["list-source", { type, items, repeats: "no" }],
          channel: ["multipath-channel", { type, ...rays }],
          end: ["file-sink", { type }],
        },
        ["list.out channel.in", "channel.out end.in"],
      ),
      CATALOGUE,
    );
    expect(checked.problems).toEqual([]);
    const { out } = inFloat64("multipath-channel", { type, ...rays }, { in: items.flat() });
    const found = (await sinkItems(checked, { page: 333 })).get("end") ?? [];
    expect(errorDb(Float32Array.from(found.slice(0, out.length)), out)).toBeLessThan(-110);
  });

  it.each([
    [{ gains: "0,1,2" }, "got 3 gains, 1 phases and 2 delays"],
    [{ type: "real", phases: "0,90" }, "A ray of real samples has the phase 0, 180"],
    [{ unit: "ns" }, "Delays in nanoseconds need a sample rate"],
    [{ delays: "0,3000" }, "The delays span 3000 samples, more than 2000"],
  ])("refuses %j", (parameters, message) => {
    expect(() => inFloat64("multipath-channel", parameters, { in: [] })).toThrow(message);
  });
});
