import { array, assert, nat, property, record, string } from "fast-check";
import { expect, it } from "vitest";
import { jsonListPieces } from "./json-list.ts";

it("core/json-list writes what JSON.stringify does", () => {
  const report = { file: "a [b] {c}.cs16", counts: { modes: 2 } };
  assert(
    property(array(record({ text: string({ unit: "binary" }), list: array(nat()) })), (items) => {
      const text = `${JSON.stringify({ ...report, frames: items }, null, 2)}\n`;
      expect([...jsonListPieces(report, "frames", items)].join("")).toBe(text);
    }),
  );
});
