import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOutput } from "./output.ts";
import { writeTogether } from "./write-together.ts";

let folder: string;
let printed: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeray-together-"));
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((printed += String(text))));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("writes all files and then standard output, or nothing", () => {
  const file = (name: string) => join(folder, name);
  const begin = () => {
    const output = createOutput(file("bits"));
    output.write("01");
    return output;
  };
  mkdirSync(file("folder"));
  const wrong = [
    [file("a"), "A"],
    ["-", "B"],
    [file("folder"), "C"],
  ] as const;
  expect(() => writeTogether(wrong, [begin()])).toThrow(`${file("folder")}: cannot be written: it is a folder`);
  expect([readdirSync(folder), printed]).toEqual([["folder"], ""]);

  writeTogether(wrong.slice(0, 2), [begin()]);
  expect(readdirSync(folder)).toEqual(["a", "bits", "folder"]);
  expect([readFileSync(file("a"), "utf8"), readFileSync(file("bits"), "utf8"), printed]).toEqual(["A", "01", "B"]);
});
