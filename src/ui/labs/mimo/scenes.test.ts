import { describe, expect, it } from "vitest";
import { type Traversal, traverseOrders } from "#core/mimo/experiment/vector.ts";
import type { BitsPerSymbol } from "#core/constellation/constellation.ts";
import { testNormals } from "#core/gpu/testing.ts";
import { scenesOf } from "./scenes.ts";

const NOISE = 0.3;

function traversal(antennas: number, bitsPerSymbol: BitsPerSymbol, seed: number, count = 1): Traversal {
  const channel = testNormals(seed, 2 * antennas ** 2);
  const received = testNormals(seed + 1000, 2 * antennas);
  const { orders, llr } = traverseOrders(channel, received, bitsPerSymbol, NOISE, { orders: count, sorting: "norm" });
  const points = 2 ** bitsPerSymbol;
  const sent = Array.from({ length: antennas }, (_, stage) => (stage * 7) % points);
  return { antennas, points, bitsPerSymbol, sent, orders, llr };
}

describe("Scenes of a traversal", () => {
  it.each([
    [1, 2],
    [2, 4],
    [4, 2],
    [3, 4],
  ] as const)("%i streams, %i bits per symbol", (M, B) => {
    const found = traversal(M, B, 40 + M);
    const scenes = scenesOf(found, NOISE);
    const Q = 2 ** B;
    // A start, a reduction to each further stage, the extensions and the verdict of each list, and the end.
    expect(scenes).toHaveLength(1 + (M - 1) + (M * (M - 1)) / 2 + M + 1);
    expect(scenes.map(({ kind }) => kind).filter((kind) => kind === "verdict")).toHaveLength(M);
    for (const { kind, stage, list, considered, extended, paths, distances, hypotheses } of scenes) {
      expect(distances.values).toHaveLength(Q);
      for (const [vertex, path] of paths.entries()) expect(path[distances.stage]).toBe(vertex);
      if (kind === "reduction" || kind === "extension") expect(considered).toHaveLength(Q * Q);
      if (kind === "extension") expect(extended).toHaveLength(Q * (list - stage));
      if (kind !== "verdict") continue;
      expect(distances.stage).toBe(list);
      for (const { bit, vertex, distance, llr } of hypotheses) {
        expect(vertex.map((one) => (one >> (B - 1 - bit)) & 1)).toEqual([0, 1]);
        expect(distance[0] - distance[1]).toBeCloseTo(llr, 9);
      }
    }
    expect(
      scenes
        .at(-1)
        ?.hypotheses.map(({ llr }) => llr)
        .toSorted(),
    ).toEqual(found.llr.toSorted());
  });

  it("separate survivors that continue from those that end", () => {
    const scenes = scenesOf(traversal(4, 4, 9), NOISE);
    const last = scenes.findLast(({ kind }) => kind === "reduction")!;
    // Each stage except the first has a branch into every vertex; it continues where another branch leaves the vertex.
    expect(last.trunk.length + last.ended.length).toBe(3 * 16);
    for (const { stage, to } of last.trunk.filter(({ stage }) => stage > 0)) {
      expect(last.trunk.some((next) => next.stage === stage - 1 && next.from === to)).toBe(true);
    }
    for (const { stage, to } of last.ended) {
      expect(last.trunk.some((next) => next.stage === stage - 1 && next.from === to)).toBe(false);
    }
  });

  it("show each order's own streams, and the best hypotheses of all orders at the end", () => {
    const found = traversal(3, 2, 77, 3);
    const expected = found.llr.toSorted();
    for (const [order, { antennas }] of found.orders.entries()) {
      const scenes = scenesOf(found, NOISE, order);
      const verdicts = scenes.filter(({ kind }) => kind === "verdict");
      expect(verdicts.map(({ hypotheses }) => hypotheses[0].stream)).toEqual(antennas.toReversed());
      for (const { streams, sent } of scenes) {
        expect(sent).toEqual(streams.map((stream) => found.sent[stream]));
      }
      expect(
        scenes
          .at(-1)
          ?.hypotheses.map(({ llr }) => llr)
          .toSorted(),
      ).toEqual(expected);
    }
    const used = new Set(
      scenesOf(found, NOISE)
        .at(-1)!
        .hypotheses.flatMap(({ order }) => order),
    );
    expect(used.size).toBeGreaterThan(1);
  });
});
