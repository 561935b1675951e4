import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXTENSIONS } from "#core/capture/extensions.ts";
import { LABS } from "../../labs/registry.ts";

const text = readFileSync(new URL("../../../../public/manifest.webmanifest", import.meta.url), "utf8");
const manifest = JSON.parse(text) as {
  id?: string;
  start_url: string;
  scope: string;
  icons: { src: string }[];
  file_handlers: { action: string; accept: Record<string, string[]> }[];
};

describe("the manifest", () => {
  it("works in any folder of a server, and its icons exist", () => {
    // An id is relative to the server and not to the manifest, so pages in two folders would be one program.
    expect(manifest.id).toBeUndefined();
    expect([manifest.start_url, manifest.scope]).toEqual(["./", "./"]);
    const isThere = ({ src }: { src: string }) => existsSync(new URL(`../../../../public/${src}`, import.meta.url));
    expect(manifest.icons.filter((icon) => !isThere(icon))).toEqual([]);
  });

  it("names only files that the page opens, each once", () => {
    const handled = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
    const labs = Object.values(LABS).flatMap((lab) => ("files" in lab ? lab.files : []));
    const opened = new Set([...EXTENSIONS, ...labs, "json"].map((one) => `.${one}`));
    expect(handled.filter((one) => !opened.has(one))).toEqual([]);
    expect(new Set(handled).size).toBe(handled.length);
    expect(handled).toEqual(expect.arrayContaining(labs.map((one) => `.${one}`)));
  });
});
