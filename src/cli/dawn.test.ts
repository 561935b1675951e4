import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Gpu } from "../core/gpu/device.ts";
import { DeviceLostError } from "../core/gpu/errors.ts";
import { fromTheBeginning } from "./dawn.ts";
import { openFile, writeSignal } from "./files.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-lost-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens one device after another; all but the last are lost. */
function hostOf(devices: number) {
  let opened = 0;
  return {
    get: async () => ({ lost: ++opened < devices ? Promise.resolve() : new Promise(() => {}) }) as unknown as Gpu,
    opened: () => opened,
  };
}

describe("cli/dawn", () => {
  it("writes a file anew from its beginning on another device, and says so", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const host = hostOf(2);
    const path = join(folder, "anew.sigmf");
    await fromTheBeginning(host, async () => {
      const first = host.opened() === 1;
      async function* chunks() {
        yield Float32Array.of(first ? 9 : 1, 2);
        if (first) throw new DeviceLostError("gone");
        yield Float32Array.of(3, 4);
      }
      await writeSignal(path, { samples: 4, sampleRate: 8000, real: true }, chunks());
    });
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("what was written is written again"));
    said.mockRestore();
    const written = await openFile(path);
    expect(Array.from(await written.read(0, 4)).filter((_, i) => i % 2 === 0)).toEqual([1, 2, 3, 4]);
    expect(await written.verify?.()).toBe(true);
  });

  it("passes other errors on, and gives up when devices are lost again and again", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const refuse = (error: Error) => () => Promise.reject(error);
    const sound = hostOf(1);
    await expect(fromTheBeginning(sound, refuse(new RangeError("no")))).rejects.toThrow("no");
    expect(sound.opened()).toBe(1);
    const fragile = hostOf(100);
    await expect(fromTheBeginning(fragile, refuse(new DeviceLostError("gone")))).rejects.toThrow("gone");
    expect(fragile.opened()).toBe(6);
    said.mockRestore();
  });
});
