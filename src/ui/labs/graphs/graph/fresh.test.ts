import { describe, expect, it } from "vitest";
import { addBlock, connect, disconnect, EMPTY } from "./edits.ts";
import { freshAfter, isQuiet, NOTHING_FRESH } from "./fresh.ts";

const block = (id: string) => ({ id, type: id, parameters: {}, position: [0, 0] as const });
const unconnected = (id: string, port: string) => ({ block: id, port, message: "", isUnconnected: true as const });

describe("labs/graphs/graph/fresh", () => {
  const old = addBlock(EMPTY, block("old"));
  const added = addBlock(old, block("new"));
  const wired = connect(added, { from: ["old", "out"], to: ["new", "a"] });
  const first = freshAfter(NOTHING_FRESH, old, added);
  const second = freshAfter(first, added, wired);

  it("says nothing about inputs of a new block that have had no connection", () => {
    expect(isQuiet(first, unconnected("new", "a"))).toBe(true);
    expect(isQuiet(second, unconnected("new", "b"))).toBe(true);
  });

  it("tells an input that has lost its connection, blocks of an opened graph, and other problems", () => {
    const third = freshAfter(second, wired, disconnect(wired, ["new.a"]));
    expect(isQuiet(third, unconnected("new", "a"))).toBe(false);
    expect(isQuiet(second, unconnected("old", "in"))).toBe(false);
    expect(isQuiet(first, { block: "new", message: "" })).toBe(false);
    expect(isQuiet(NOTHING_FRESH, unconnected("new", "a"))).toBe(false);
  });
});
