import { describe, expect, it } from "vitest";
import type { Graph } from "#core/flow/graph/graph.ts";
import {
  addBlock,
  connect,
  connectionId,
  disconnect,
  EMPTY,
  fragmentOf,
  freeId,
  idRefusal,
  moveBlocks,
  paste,
  removeBlocks,
  renameBlock,
  setDisabled,
  setParameter,
  variableRefusal,
} from "./edits.ts";

const block = (id: string) => ({ id, type: "multiply-constant", parameters: {}, position: [0, 0] as const });
const chain: Graph = {
  ...EMPTY,
  variables: [{ name: "fs", value: 1 }],
  blocks: ["a", "b", "c"].map(block),
  connections: [
    { from: ["a", "out"], to: ["b", "in"] },
    { from: ["b", "out"], to: ["c", "in"] },
  ],
};
const wires = ({ connections }: Graph) => connections.map(({ from, to }) => `${from.join(".")}>${to.join(".")}`);

describe("graphs/edits", () => {
  it("finds free ids", () => {
    expect(freeId([], "fir")).toBe("fir");
    expect(freeId([block("fir"), block("fir-2")], "fir")).toBe("fir-3");
    expect(freeId([block("fir-2")], "fir-2")).toBe("fir-3");
  });

  it("connects an input in place of its connection", () => {
    const next = connect(addBlock(chain, block("d")), { from: ["d", "out"], to: ["c", "in"] });
    expect(wires(next)).toEqual(["a.out>b.in", "d.out>c.in"]);
    expect(wires(disconnect(next, [connectionId(next.connections[1])]))).toEqual(["a.out>b.in"]);
  });

  it("removes blocks with their connections, and no others", () => {
    const next = removeBlocks(chain, ["c"]);
    expect(next.blocks.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(wires(next)).toEqual(["a.out>b.in"]);
  });

  it("renames a block in its connections", () => {
    expect(wires(renameBlock(chain, "b", "gain"))).toEqual(["a.out>gain.in", "gain.out>c.in"]);
    expect(idRefusal(chain, "b", "a")).toContain("Another block");
    expect(idRefusal(chain, "b", "a b")).toContain("letters");
    const long = "b".repeat(100);
    expect(freeId([{ ...chain.blocks[0], id: long }], long)).toBe(`${"b".repeat(90)}-2`);
    // A file with a longer name would be refused.
    expect(idRefusal(chain, "b", "b".repeat(101))).toContain("100");
    expect(idRefusal(chain, "b", "b")).toBeUndefined();
  });

  it("pastes copies with the connections between them", () => {
    const { graph, ids } = paste(chain, fragmentOf(chain, ["a", "b"]), [10, 20]);
    expect(ids).toEqual(["a-2", "b-2"]);
    expect(wires(graph).at(-1)).toBe("a-2.out>b-2.in");
    expect(graph.connections.length).toBe(3);
    expect(graph.blocks.at(-1)?.position).toEqual([10, 20]);
  });

  it("sets parameters, and gives them their defaults again", () => {
    const set = setParameter(chain, "b", "constant", 2);
    expect(set.blocks[1].parameters).toEqual({ constant: 2 });
    expect(setParameter(set, "b", "constant", undefined).blocks[1].parameters).toEqual({});
  });

  it("moves to whole pixels, and leaves no trace of a block that was enabled again", () => {
    expect(moveBlocks(chain, { a: [1.4, 2.6] }).blocks[0].position).toEqual([1, 3]);
    const there = setDisabled(chain, ["a"], true);
    expect(there.blocks[0].isDisabled).toBe(true);
    expect(JSON.stringify(setDisabled(there, ["a"], false))).toBe(JSON.stringify(chain));
  });

  it("refuses names of variables that expressions cannot use", () => {
    for (const name of ["", "2x", "a b", "a-b"]) expect(variableRefusal(chain, "fs", name)).toBeDefined();
    expect(variableRefusal(chain, "fs", "f_s2")).toBeUndefined();
  });
});
