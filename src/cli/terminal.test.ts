import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bash, cli } from "./testing.ts";

let folder: string;
const file = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeray-terminal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
// Builds the command line, if need be, before a shell limits the size of files.
beforeAll(async () => void (await cli(["--help"])));

const quick = "filter --samples 2000 --method cpu-sections";

describe("a full disk", () => {
  it("prints a message, and leaves an old JSON file unchanged", async () => {
    writeFileSync(file("old.json"), "old");
    const { code, stderr } = await bash(`ulimit -f 0; threeray ${quick} --json ${file("old.json")}`);
    expect(stderr).toContain("old.json: cannot be written: the file grows beyond what the system allows (EFBIG)");
    expect(code).toBe(1);
    expect(readFileSync(file("old.json"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["old.json"]);
  });

  it("prints a message, and leaves an old recording unchanged", async () => {
    writeFileSync(file("old.sigmf"), "old");
    const { code, stderr } = await bash(`ulimit -f 4; threeray ${quick} --out ${file("old.sigmf")}`);
    expect(stderr).toContain("old.sigmf: cannot be written: the file grows beyond");
    expect(code).toBe(1);
    expect(readFileSync(file("old.sigmf"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["old.sigmf"]);
  });

  it("prints a message for decided bits", async () => {
    const made = await cli("synthesize --ebn0 15 --packets 2 --out".split(" ").concat(file("made.sigmf")));
    expect(made.code).toBe(0);
    const receive = ["receive", file("made.sigmf"), "--equalizers", "mmse", "--bits"];
    const { code, stderr } = await cli([...receive, "/dev/full"]);
    expect(stderr).toContain("/dev/full: cannot be written: no space is left on the disk (ENOSPC)");
    expect(code).toBe(1);
  });

  it("prints a message for standard output, with exit code 1", async () => {
    for (const line of [`${quick} > /dev/full`, `${quick} --json - > /dev/full`, "--help > /dev/full"]) {
      const { code, stderr } = await bash(`threeray ${line}`);
      expect(stderr).toContain("standard output cannot be written: no space is left on the disk (ENOSPC)");
      expect(code).toBe(1);
    }
    const short = await bash(`ulimit -f 1; threeray filter --help > ${file("help")}`);
    expect(short.stderr).toContain("standard output cannot be written");
    expect(short.code).toBe(1);
  });
});

it("succeeds when a reader closes the pipe early", async () => {
  const { stdout, stderr } = await bash("threeray filter --help | head -1; echo ${PIPESTATUS[0]}");
  expect(stdout).toMatch(/^Usage: .*\n0\n$/);
  expect(stderr).toBe("");
});

describe("signals", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s leaves the old file, no other, and exit code %i", async (name, expected) => {
    writeFileSync(file("long.wav"), "old");
    let sent = false;
    const design = '{"type":"butterworth","order":2,"cutoff":0.1,"rate":48000}';
    const args = ["filter", "--samples", "6e7", "--page", "1e5", "--method", "cpu-sections", "--design", design];
    const { code, stderr } = await cli([...args, "--out", file("long.wav")], (child, said) => {
      if (sent || !said.includes("%")) return;
      sent = true;
      child.kill(name);
    });
    expect(stderr).toContain("Stopped; no file was written.");
    expect(code).toBe(expected);
    expect(readFileSync(file("long.wav"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["long.wav"]);
  });

  it.runIf(process.env.THREERAY_SLOW)("end a benchmark with the cases that it has timed", async () => {
    let sent = false;
    const args = ["bench", "--suite", "flow/", "--allow-software", "--json", file("some.json")];
    const { code, stdout, stderr } = await cli(args, (child, said) => {
      if (sent || !said.includes("flow/decided-groups")) return;
      sent = true;
      child.kill("SIGTERM");
    });
    expect(code).toBe(143);
    const { lines, left } = JSON.parse(readFileSync(file("some.json"), "utf8"));
    expect(lines.map(({ name }: { name: string }) => name)).toEqual(["flow/decided-groups one count"]);
    expect(stdout).toContain("flow/decided-groups one count");
    expect(stderr).toContain(`bench: interrupted; ${left} of ${left + 1} cases were not timed`);
  });
});
