import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOutput, createOutput, writeJsonList, writeText, writeWhole } from "./output.ts";
import { table, tablePieces } from "./table.ts";

describe("cli/output", () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  const textOf = (name: string) => readFile(file(name), "utf8");
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "threeray-output-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Pieces that alternate with another writer's pieces. */
  async function* pieces(letter: string, count: number) {
    for (let i = 0; i < count; i++) {
      await new Promise(setImmediate);
      yield letter.repeat(1000);
    }
  }

  it.each([0, 1, 2, 2500])("writes a report with a list of %i items as JSON", async (count) => {
    const items = Array.from({ length: count }, (_, i) => ({
      i,
      text: 'a\n"]',
      nested: { list: [i, []], nothing: null },
    }));
    writeJsonList(file("a"), { list: [[]], file: "]" }, "items", items);
    expect(await textOf("a")).toBe(`${JSON.stringify({ list: [[]], file: "]", items }, null, 2)}\n`);
  });

  it("makes a table of more rows than a call has arguments", () => {
    const rows = Array.from({ length: 130_000 }, (_, i) => [String(i), i === 129_999 ? "word" : ""]);
    const text = table(["number", "a"], rows);
    expect(text).toHaveLength("number  a\n".length + 130_000 * 7 + "  word".length);
    expect([...tablePieces([1, 20], [["n", (n) => n]])]).toEqual([" n\n", " 1\n20\n"]);
  });

  it("keeps one of two writers' files whole, and leaves a person's .part file alone", async () => {
    await writeFile(file("a.part"), "mine");
    await Promise.all([writeWhole(file("a"), pieces("x", 20)), writeWhole(file("a"), pieces("y", 40))]);
    expect(["x".repeat(20_000), "y".repeat(40_000)].includes(await textOf("a"))).toBe(true);
    expect(await textOf("a.part")).toBe("mine");
    expect(await readdir(folder)).toEqual(["a", "a.part"]);
  });

  it("keeps the old file, and nothing else, if the pieces fail", async () => {
    await writeFile(file("a"), "old");
    async function* failing() {
      yield "new";
      throw new Error("no more");
    }
    await expect(writeWhole(file("a"), failing())).rejects.toThrow("no more");
    expect(await textOf("a")).toBe("old");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("keeps the old file until the new one is finished", async () => {
    await writeFile(file("a"), "old");
    const output = createOutput(file("a"));
    output.write("new");
    expect(await textOf("a")).toBe("old");
    await output.flush();
    output.finish();
    output.discard();
    expect(await textOf("a")).toBe("new");
  });

  it("keeps a link, and the permissions of its target", async () => {
    await mkdir(file("results"));
    await writeFile(file("results/a"), "old");
    await chmod(file("results/a"), 0o640);
    await symlink("results/a", file("link"));
    writeText(file("link"), "new");
    expect(await textOf("results/a")).toBe("new");
    expect((await stat(file("results/a"))).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(["link", "results"]);
  });

  it("writes the target of a link that leads to no file yet", async () => {
    await mkdir(file("results"));
    await symlink("results/a", file("link"));
    checkOutput(file("link"));
    writeText(file("link"), "new");
    expect(await textOf("results/a")).toBe("new");
    await symlink("none/a", file("lost"));
    expect(() => checkOutput(file("lost"))).toThrow("there is no folder");
    await symlink("circle", file("circle"));
    expect(() => checkOutput(file("circle"))).toThrow("its links form a circle (ELOOP)");
    expect(await readdir(folder)).toEqual(["circle", "link", "lost", "results"]);
  });

  it("writes to a device in place, and names it if it is full", async () => {
    await writeWhole("/dev/null", ["text"]);
    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
    await expect(writeWhole("/dev/full", ["text"])).rejects.toThrow(
      "/dev/full: cannot be written: no space is left on the disk (ENOSPC)",
    );
  });

  it("checks a name before anything is written", async () => {
    await writeFile(file("a"), "old");
    checkOutput(file("a"));
    checkOutput(file("b"));
    checkOutput("/dev/null");
    expect(() => checkOutput("")).toThrow("the name of the file to write is empty");
    expect(() => checkOutput(folder)).toThrow("is the name of a folder; name a file in it");
    expect(() => checkOutput(file("new/"))).toThrow("is the name of a folder");
    expect(() => checkOutput(file("none/b"))).toThrow(`there is no folder ${file("none")}; make it first`);
    expect(() => checkOutput(file("a/b"))).toThrow("a part of the path is a file, not a folder");
    expect(() => checkOutput(file("n".repeat(300)))).toThrow("the name is too long");
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it.skipIf(process.getuid?.() === 0)(
    "refuses a folder and a file without write permission (skipped for root)",
    async () => {
      await writeFile(file("a"), "old", { mode: 0o400 });
      expect(() => checkOutput(file("a"))).toThrow("permission denied");
      await mkdir(file("locked"), { mode: 0o500 });
      expect(() => checkOutput(file("locked/b"))).toThrow("permission denied");
    },
  );
});
