import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { missingFile } from "./sigmf-missing.ts";

const file = (name: string, content: unknown = "") =>
  fromBytes(name, new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)));

describe("capture/sigmf-missing", () => {
  it.each([
    ["metadata alone", [file("a.b.sigmf-meta", { global: {} })], "a.b.sigmf-data"],
    ["samples alone", [file("a.sigmf-data")], "a.sigmf-meta"],
    ["a data file of another name", [file("a.sigmf-meta", { global: { "core:dataset": "x.bin" } })], "x.bin"],
    [
      "two of three files",
      [file("b.sigmf-data"), file("a.sigmf-meta", { global: {} }), file("b.sigmf-meta")],
      "a.sigmf-data",
    ],
    ["a pair", [file("a.sigmf-data"), file("a.sigmf-meta", { global: {} })], undefined],
    [
      "metadata that were published alone",
      [file("a.sigmf-meta", { global: { "core:metadata_only": true } })],
      undefined,
    ],
    ["metadata that are no JSON", [file("a.sigmf-meta", "{")], undefined],
    ["other files", [file("a.wav"), file("b.cf32")], undefined],
  ])("of %s", async (_, files, name) => {
    expect(await missingFile(files)).toBe(name);
  });
});
