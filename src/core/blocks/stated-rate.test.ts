import { describe, expect, it } from "vitest";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { testGraph } from "../flow/graph/graph.testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";

type Blocks = Parameters<typeof testGraph>[0];

const LIST = ["list-source", { type: "real", items: [1] }] as const;
const FILE = ["file-sink", { type: "real" }] as const;

/** Returns the rates of all connections, in the order of the graph. */
function ratesOf(blocks: Blocks, connections: readonly string[]) {
  const { edges, problems } = checkGraph(testGraph(blocks, connections), CATALOGUE);
  expect(problems).toEqual([]);
  return edges.map(({ hz }) => hz);
}

const chain = (blocks: Blocks) => {
  const ids = Object.keys(blocks);
  return ratesOf(
    blocks,
    ids.slice(1).map((id, i) => `${ids[i]}.out ${id}.in`),
  );
};

describe("blocks/stated-rate", () => {
  it.each<[string, Blocks, (number | undefined)[]]>([
    ["no block", { x: LIST, y: FILE }, [undefined]],
    ["a sample rate", { x: LIST, rate: ["sample-rate", { type: "real", rate: 32_000 }], y: FILE }, [32_000, 32_000]],
    [
      "a file",
      { x: LIST, half: ["keep-one-in-n", { type: "real", n: 2 }], y: ["file-sink", { type: "real", rate: 8000 }] },
      [16_000, 8000],
    ],
    ["a loudspeaker", { x: LIST, y: ["audio-sink", { rate: 44_100 }] }, [44_100]],
    ["a de-emphasis", { x: LIST, filter: ["de-emphasis", { rate: 48_000 }], y: FILE }, [48_000, 48_000]],
    ["a spectrum", { x: LIST, y: ["spectrum-sink", { type: "real", rate: 2e6 }] }, [2e6]],
    ["a waterfall", { x: LIST, y: ["waterfall-sink", { type: "real", rate: 2e6 }] }, [2e6]],
    ["a time figure", { x: LIST, y: ["time-sink", { type: "real", rate: 10 }] }, [10]],
    [
      "the first of two blocks, since no source names a rate",
      { x: LIST, rate: ["sample-rate", { type: "real", rate: 32_000 }], y: ["audio-sink"] },
      [32_000, 32_000],
    ],
    [
      "a source, since its name counts before others",
      {
        x: ["list-source", { type: "real", items: [1], rate: 200_000 }],
        filter: ["de-emphasis", { rate: 48_000 }],
        y: ["file-sink", { type: "real", rate: 8000 }],
      },
      [200_000, 200_000],
    ],
  ])("the rate is stated by %s", (_, blocks, expected) => {
    expect(chain(blocks)).toEqual(expected);
  });

  it("does not cross to another part of the graph", () => {
    const blocks = { a: LIST, b: LIST, y: FILE, z: ["file-sink", { type: "real", rate: 8000 }] } as const;
    expect(ratesOf(blocks, ["a.out y.in", "b.out z.in"])).toEqual([undefined, 8000]);
  });
});
