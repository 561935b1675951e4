import { describe, expect, it } from "vitest";
import type { PlanBlock } from "./block-factory.ts";
import { checkGraph } from "../graph/check-graph.ts";
import { testGraph } from "../graph/graph.testing.ts";
import { TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

const check = (...parts: Parameters<typeof testGraph>) => checkGraph(testGraph(...parts), TEST_BLOCKS);

describe("flow/variable-rates", () => {
  it("follows counts that the GPU decides through blocks of one sample to a sink", () => {
    const blocks = { source: ["counter"], pick: ["pick"], gain: ["gain"], sum: ["sum"], end: ["list"] } as const;
    const connections = [
      "source.out pick.in",
      "pick.out gain.in",
      "gain.out sum.a",
      "pick.out sum.b",
      "sum.out end.in",
    ];
    const { problems, edges, groups } = check(blocks, connections);
    expect(problems).toEqual([]);
    expect(edges.map(({ hasVariableRate }) => hasVariableRate)).toEqual([false, true, true, true, true]);
    expect(groups).toEqual([["gain", "sum"]]);
  });

  it("knows that two outputs of a block have equally many items where the GPU decides", () => {
    const port = (name: string) => ({ name, type: "real" }) as const;
    const twins = {
      ...TEST_BLOCKS.types.rate,
      ports: () => ({ inputs: [port("in")], outputs: ["a", "b", "c"].map(port) }),
    };
    const instance = { kind: "plan", consumes: { in: 2 }, produces: { a: 1, b: 1, c: 2 }, variableRates: ["in"] };
    const catalogue = {
      ...TEST_BLOCKS,
      types: { ...TEST_BLOCKS.types, twins },
      factories: { ...TEST_BLOCKS.factories, twins: () => instance as unknown as PlanBlock },
    };
    const problemsOf = (second: string) =>
      checkGraph(
        testGraph({ source: ["counter"], pick: ["pick"], twins: ["twins"], sum: ["sum"], end: ["list"] }, [
          "source.out pick.in",
          "pick.out twins.in",
          "twins.a sum.a",
          `twins.${second} sum.b`,
          "sum.out end.in",
        ]),
        catalogue,
      ).problems;
    expect(problemsOf("b")).toEqual([]);
    expect(problemsOf("c")).toMatchObject([{ block: "sum", port: "b" }]);
  });
});
