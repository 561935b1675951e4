import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFrameFiles, openFrameFiles } from "./frame-files.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-frame-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Parts whose words differ between seeds, parts and places. */
const partsOf = (seed: number, sizes: readonly number[]) =>
  sizes.map((size, part) => {
    const words = new Uint32Array(size / 4);
    for (let i = 0; i < words.length; i++) words[i] = Math.imul(i + 1, 2 * (8 * seed + part) + 1);
    return words.buffer;
  });

describe("cli/bench/stages/frame-files", () => {
  it("moves frames of several parts from one handle to another, each in its own place", async () => {
    makeFrameFiles(folder);
    // One part takes several pieces.
    const sizes = [48, 2 ** 24 + 4, 8];
    const [writer, reader] = [await openFrameFiles(folder), await openFrameFiles(folder)];
    for (const place of [2, 0, 1, 0]) await writer.write(place, partsOf(place, sizes));
    for (const place of [1, 0, 2]) {
      const parts = sizes.map((size) => new ArrayBuffer(size));
      await reader.read(place, parts);
      const equal = partsOf(place, sizes).map((part, i) => Buffer.from(part).equals(Buffer.from(parts[i])));
      expect(equal).toEqual([true, true, true]);
    }
    await expect(reader.read(9, partsOf(0, sizes))).rejects.toThrow(
      /a shared file ends at byte \d+, expected \d+ more/,
    );
    await writer.close();
    await reader.close();
  });
});
