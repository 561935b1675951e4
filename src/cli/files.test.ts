import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile, writeSignal } from "./files.ts";

describe("files written", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "threeray-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const content = { samples: 3 * 2 ** 18, sampleRate: 48_000, real: true } as const;

  /** So many pieces of a mebibyte, and then, it may be, none. */
  async function* pieces(count: number, error?: Error) {
    for (let i = 0; i < count; i++) yield new Float32Array(2 ** 18).fill(i + 1);
    if (error) throw error;
  }

  it.each(["a.wav", "a.sigmf", "a.sigmf-meta"])("are there as a whole: %s", async (name) => {
    const path = join(folder, name);
    await writeSignal(path, content, pieces(3));
    const recording = await openFile(path);
    const read = await recording.read(2 ** 19 - 1, 2);
    expect([...read].filter((_, i) => i % 2 === 0)).toEqual([2, 3]);
    await Promise.all((await readdir(folder)).map((file) => rm(join(folder, file))));
  });

  it.each([0, 1, 2])("leave nothing behind where work fails after %i pieces", async (count) => {
    for (const name of ["a.wav", "a.sigmf", "a.sigmf-meta"]) {
      const failed = writeSignal(join(folder, name), content, pieces(count, new Error("gone")));
      await expect(failed).rejects.toThrow("gone");
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
