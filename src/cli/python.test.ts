import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "examples/python";
const python = (...args: string[]) =>
  spawnSync("python3", args, {
    cwd: FOLDER,
    encoding: "utf8",
    env: { ...process.env, THREERAY: `node ${resolve("scripts/cli.mjs")}`, PYTHONDONTWRITEBYTECODE: "1" },
  });

describe("examples in Python", () => {
  it("agree with NumPy", ({ skip }) => {
    if (python("-c", "import numpy").status !== 0) return skip("Python with NumPy is not installed on this machine");
    const { status, stderr } = python("-m", "unittest");
    expect(stderr).toMatch(/^Ran \d+ tests in .*\n\nOK$/m);
    expect(status).toBe(0);
  });

  it("include a notebook of format 4.5 without outputs and paths", () => {
    const text = readFileSync(`${FOLDER}/ber.ipynb`, "utf8");
    const { nbformat, nbformat_minor: minor, metadata, cells } = JSON.parse(text);
    expect([nbformat, minor, metadata.kernelspec.name]).toEqual([4, 5, "python3"]);
    expect(text).not.toMatch(/\/(home|root|Users|tmp|work)\//);
    expect(new Set(cells.map(({ id }: { id: string }) => id)).size).toBe(cells.length);
    for (const { cell_type: type, id, metadata: facts, source, ...others } of cells) {
      expect(id).toMatch(/^[\w-]{1,64}$/);
      expect([typeof facts, Array.isArray(source)]).toEqual(["object", true]);
      expect(others).toEqual(type === "code" ? { outputs: [], execution_count: null } : {});
    }
  });
});
