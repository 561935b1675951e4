import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { DATATYPES } from "./extensions.ts";
import { nameHints } from "./file-name.ts";
import { openRaw } from "./formats/raw.ts";

/** Rows of the table of docs/recordings.md whose head begins so, by the heads of their columns. */
function tableOf(head: string): Record<string, string>[] {
  const lines = readFileSync("docs/recordings.md", "utf8").split("\n");
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", ""));
  const first = lines.findIndex((line) => line.startsWith(head));
  const names = cells(lines[first]);
  const rows = lines.slice(
    first + 2,
    lines.findIndex((line, i) => i > first && !line.startsWith("|")),
  );
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, i) => [names[i], cell])));
}

const number = (cell: string) => (cell ? Number.parseFloat(cell) : undefined);
const bytes = new Uint8Array(64).fill(1);

describe("docs/recordings.md lists what is known", () => {
  it("has the extensions and their types", () => {
    const listed = tableOf("| Extensions").flatMap((row) =>
      row.Extensions.split(" ").map((name) => [name, row["SigMF type"]]),
    );
    expect(Object.fromEntries(listed)).toEqual(DATATYPES);
  });

  it.each(tableOf("| Program").map((row) => [row.Example, row] as const))("reads %s", async (name, row) => {
    const { sampleRate, centerFrequency, datetime, unclear, notes } = nameHints(name);
    const asked = row.Rate.endsWith(", asked");
    expect(unclear ?? sampleRate).toBe(number(row.Rate));
    expect(unclear !== undefined).toBe(asked);
    expect(centerFrequency).toBe(number(row.Frequency));
    expect(datetime).toBe(/^\d/.test(row.Time) ? row.Time : undefined);
    expect(notes.length > 0).toBe(row.Time === "local, left out");
    if (!row.Type) return;
    const recording = await openRaw(fromBytes(name, bytes));
    expect(recording).toMatchObject({ sampleRate: number(row.Rate), uncertain: asked, datatype: { name: row.Type } });
    expect(recording.captures[0].datetime).toBe(datetime);
  });
});
