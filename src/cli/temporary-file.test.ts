import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openTemporary } from "./temporary-file.ts";

it("reads back what was written, leaves nothing behind, and says where no file can be made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "threeray-test-"));
  vi.stubEnv("TMPDIR", folder);
  try {
    const file = await openTemporary();
    for (const piece of [Uint8Array.of(1, 2, 3), Uint8Array.of(4)]) await file.write(piece);
    const content = await file.finish();
    expect(content.size).toBe(4);
    expect([...new Uint8Array(await content.slice(1, 9).arrayBuffer())]).toEqual([2, 3, 4]);
    await file.remove();
    expect(readdirSync(folder)).toEqual([]);
    vi.stubEnv("TMPDIR", join(folder, "none"));
    await expect(openTemporary()).rejects.toThrow(`${join(folder, "none")}: its folder does not exist (ENOENT)`);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
