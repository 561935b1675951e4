import { describe, expect, it } from "vitest";
import { declarationsOf } from "../../gpu/declarations.ts";
import { parseDeclarations } from "../../gpu/parse-declarations.ts";
import { tableLayers } from "./block-table.ts";
import { decoderText } from "./decoder-text.ts";
import { WIMAX_CODES } from "./code.ts";

const layers = tableLayers(WIMAX_CODES[0]);
const shapes = (["workgroup", "storage"] as const).flatMap((beliefs) =>
  (["registers", "storage"] as const).flatMap((messages) => [
    { beliefs, messages, kept: "edges", keeps: false } as const,
    { beliefs, messages, kept: "edges", keeps: true } as const,
    { beliefs, messages, kept: "least", keeps: false } as const,
  ]),
);

describe("text of the LDPC decoder", () => {
  it.each(shapes)("declares the bindings that a parser finds: %j", async (shape) => {
    const text = decoderText({ ...shape, layers, z: 24, schedule: "layered", rows: 1, checks: 1 });
    const parsed = parseDeclarations(text);
    const declared = await declarationsOf([text]);
    expect(new Set(declared.bindings)).toEqual(new Set(parsed.bindings));
    expect(declared.overrides).toEqual(parsed.overrides);
  });
});
