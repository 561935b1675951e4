import { array, assert, nat, property, record, string } from "fast-check";
import { expect, it } from "vitest";
import { jsonAround } from "../core/json-list.ts";
import { createItemTexts, textCount, textPieces } from "./item-texts.ts";

const report = { file: "a [b] {c}.cs16", counts: { modes: 2 } };

/** The items' texts, written as bytes by two in turns. */
function written(items: readonly { start: number }[]) {
  const writers = [0, 1].map(() => createItemTexts(({ start }: { start: number }) => start));
  for (let at = 0; at < items.length; at += 7) {
    const part = items.slice(at, at + 7);
    for (const [k, { add }] of writers.entries()) {
      const own = part.filter((_, i) => i % 2 === k);
      add(own, (i) => at + 2 * i + k);
    }
  }
  const lists = writers.map(({ sorted }) => sorted());
  expect(textCount(lists)).toBe(items.length);
  const { before, after } = jsonAround(report, "frames", items.length);
  const pieces = [...textPieces(lists)];
  return { pieces, text: before + Buffer.concat(pieces).toString() + after };
}

const item = record({ start: nat(20), text: string({ unit: "binary" }), list: array(nat()) });

it("cli/item-texts writes texts of bytes in the order of a number, equal numbers in the order in which they came", () => {
  assert(
    property(array(item), (items) => {
      const frames = items.toSorted((a, b) => a.start - b.start);
      expect(written(items).text).toBe(`${JSON.stringify({ ...report, frames }, null, 2)}\n`);
    }),
  );
  // Several chunks of memory, one of them for one long text.
  const items = Array.from({ length: 3000 }, (_, i) => ({ start: i ^ 1, text: "é".repeat(i === 70 ? 2e6 : 500) }));
  const frames = items.toSorted((a, b) => a.start - b.start);
  expect(written(items).text).toBe(`${JSON.stringify({ ...report, frames }, null, 2)}\n`);
  expect(written(frames).pieces.length).toBeLessThan(10);
});
