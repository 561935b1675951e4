import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { FILTERS, stableFilter } from "../core/filters/experiment.ts";
import { passSignal } from "../core/filters/pass.ts";
import { madeSignal } from "../core/filters/signal.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { DeviceLostError } from "../core/gpu/errors.ts";
import { createGpuHost } from "../core/gpu/host.ts";
import { dawn } from "../core/gpu/testing.ts";
import { fromTheBeginning } from "./dawn.ts";
import { openFile, writeSignal } from "./files.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-lost-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens devices one after another. All but the last are lost. */
function hostOf(devices: number) {
  let opened = 0;
  return {
    get: async () => ({ lost: ++opened < devices ? Promise.resolve() : new Promise(() => {}) }) as unknown as Gpu,
    opened: () => opened,
  };
}

describe("cli/dawn", () => {
  it("writes a file again from its beginning on another device, and says so", async () => {
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
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("start again from the beginning"));
    said.mockRestore();
    const written = await openFile(path);
    expect(Array.from(await written.read(0, 4)).filter((_, i) => i % 2 === 0)).toEqual([1, 2, 3, 4]);
    expect(await written.verify?.()).toBe(true);
  });

  it("filters a stream again when its device is lost in the middle", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const host = createGpuHost(await dawn());
    const design = { type: "butterworth", order: 4, cutoff: 0.1 } as const;
    const config = FILTERS.parse({ design, samples: 4000, page: 500, method: "scan" });
    const filter = await stableFilter(config);
    const write = (path: string, lose: boolean) =>
      fromTheBeginning(host, async (gpu) => {
        async function* chunks() {
          for await (const { first, samples } of passSignal(
            gpu,
            { filter, method: "scan", page: 500 },
            madeSignal(config),
          )) {
            if (lose && first === 1000) {
              lose = false;
              gpu.device.destroy();
            }
            yield samples;
          }
        }
        await writeSignal(path, { samples: 4000, real: true }, chunks());
      });
    const [lost, kept] = [join(folder, "lost.sigmf"), join(folder, "kept.sigmf")];
    await write(lost, true);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    await write(kept, false);
    const read = async (path: string) => (await openFile(path)).read(0, 4000);
    expect(await read(lost)).toEqual(await read(kept));
    host.close();
  });

  it("passes other errors on, and fails after several lost devices", async () => {
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
