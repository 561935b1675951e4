import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createOutput, writeText } from "./output.ts";
import { visible } from "../core/configuration/visible.ts";
import { createProgress, interruptSignal, untilInterrupted } from "./terminal.ts";
import { bash, cli, refusal } from "./testing.ts";

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

describe("control characters", () => {
  it.each([
    ["\u001b[31mred", "\\u001b[31mred"],
    ["a\rb\u0007\0", "a\\u000db\\u0007\\u0000"],
    // An 8-bit control sequence, and a text that turns its direction.
    ["\u009b2J \u202egpj.exe", "\\u009b2J \\u202egpj.exe"],
    ["a,b\r\n1,2\r\n", "a,b\r\n1,2\r\n"],
    ["a\r\r\nb\r", "a\\u000d\r\nb\\u000d"],
    ["two\nlines\tand α ≤ 1 % “é”", "two\nlines\tand α ≤ 1 % “é”"],
  ])("become visible: %j", (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it("of JSON keep their meaning", () => {
    const value = { "\u009b": "\u001b\u202e\u007f\r\n" };
    expect(JSON.parse(visible(JSON.stringify(value, null, 2)))).toEqual(value);
  });

  it("of file names and of blocks do not reach the terminal", async () => {
    const block = { id: "a\u001b]0;title\u0007", type: "no\u009b2Jthing", parameters: {}, position: [0, 0] };
    const graph = { format: "threeray flow", version: 1, variables: [], blocks: [block], connections: [] };
    writeFileSync(file("\u001b[2J.json"), JSON.stringify(graph));
    for (const args of [
      ["flow", file("\u001b[2J.json")],
      ["receive", "none\u001b[2J.wav"],
      ["\u001b[2J"],
      ["filter", "--\u001b[2J"],
    ]) {
      const { code, stderr } = await refusal(args);
      expect(code).toBe(2);
      expect(stderr).toContain("\\u001b");
      // oxlint-disable-next-line no-control-regex
      expect(stderr).not.toMatch(/[\x1b\x07\x9b]/);
    }
  });

  it("are made visible in one place, through which all other files print", () => {
    const sources = readdirSync("src/cli", { recursive: true }).map(String);
    const writers = sources.filter((name) => {
      if (!name.endsWith(".ts") || /(\.test|testing)\.ts$/.test(name)) return false;
      return /std(out|err)\.write\((?!"",)|console\./.test(readFileSync(join("src/cli", name), "utf8"));
    });
    // A sink of a graph writes raw items to a pipe.
    expect(writers.toSorted()).toEqual(["flow/files.ts", "terminal.ts"]);
  });
});

it("keeps progress in one line of a terminal", () => {
  const [{ isTTY, columns }, write] = [process.stderr, vi.spyOn(process.stderr, "write").mockReturnValue(true)];
  try {
    Object.assign(process.stderr, { isTTY: true, columns: 40 });
    for (const name of ["fft", "convolution/overlap-save 186 taps, 3104 packets"])
      createProgress("bench").update(0, name);
    const shown = write.mock.calls.map(([text]) => String(text).slice("\r\u001b[K".length));
    expect(shown).toEqual(["bench   0 % fft", "bench   0 % convolution/overlap-save 1…"]);
    expect(shown[1]).toHaveLength(39);
  } finally {
    Object.assign(process.stderr, { isTTY, columns });
    write.mockRestore();
  }
});

it("succeeds when a reader closes the pipe early", async () => {
  const { stdout, stderr } = await bash("threeray filter --help | head -1; echo ${PIPESTATUS[0]}");
  expect(stdout).toMatch(/^Usage: .*\n0\n$/);
  expect(stderr).toBe("");
});

describe("a launcher", () => {
  /** Runs a child under supervision, which gets a signal once it has started. */
  const supervised = (child: string, signal: string) =>
    bash(
      `node --input-type=module -e '
        import { spawn } from "node:child_process";
        import { STDIO, supervise } from "./scripts/supervise.mjs";
        const child = spawn(process.execPath, ["-e", process.argv[1], process.argv[2]], { stdio: STDIO });
        child.on("message", () => process.kill(process.pid, "${signal}"));
        process.exitCode = await supervise(child, { answerMs: 100 });
      ' '${child}' '${file("temporary")}'`,
    );

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("ends a child that computes without a pause at %s, and removes its temporary files", async (signal, expected) => {
    writeFileSync(file("temporary"), "");
    const busy = `process.on("${signal}", () => {}); process.send({ unfinished: [process.argv[1]] }, () => { for (;;); })`;
    const { code, stderr } = await supervised(busy, signal);
    expect(stderr).toBe("\nThe command was too busy to stop, and was ended. What it had not written is lost.\n");
    expect(code).toBe(expected);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("waits for a child that answers", async () => {
    const heeds = `process.on("SIGTERM", () => { process.send({ heard: true }); setTimeout(() => process.exit(5), 300); }); process.send({ unfinished: [] }); setTimeout(() => {}, 5000);`;
    expect(await supervised(heeds, "SIGTERM")).toMatchObject({ code: 5, stderr: "" });
  });

  it("waits longer for a child that keeps the results of unfinished work", async () => {
    const busy = `process.on("SIGTERM", () => { process.send({ heard: true }); process.exit(5); }); process.send({ keeps: true }, () => { const end = performance.now() + 400; while (performance.now() < end); }); setTimeout(() => {}, 5000);`;
    expect(await supervised(busy, "SIGTERM")).toMatchObject({ code: 5, stderr: "" });
  });

  it("tells which signal ended a child that takes none", async () => {
    const takesNone = "process.send({ unfinished: [] }, () => { for (;;); })";
    expect(await supervised(takesNone, "SIGHUP")).toMatchObject({ code: 129, stderr: "" });
  });
});

describe("signals", () => {
  it("end the process by the system until a command keeps results or has temporary files", () => {
    const before = process.listenerCount("SIGTERM");
    const output = createOutput(file("a"));
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    output.finish();
    expect(process.listenerCount("SIGTERM")).toBe(before);
    interruptSignal();
    writeText(file("b"), "");
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  });

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

// The last test of this file: from here on, this process counts as interrupted.
it("an interrupted command does not wait for its step in progress", async () => {
  const signal = interruptSignal();
  async function* steps() {
    yield 1;
    yield 2;
    await new Promise(() => {});
    yield 3;
  }
  const spy = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  const [interrupt] = process.listeners("SIGTERM").slice(-1);
  const seen: number[] = [];
  try {
    for await (const step of untilInterrupted(steps())) {
      seen.push(step);
      if (step === 2) setTimeout(() => interrupt("SIGTERM"));
    }
    expect(spy).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Stopping and keeping the results so far."));
  } finally {
    spy.mockRestore();
  }
  expect(seen).toEqual([1, 2]);
  expect(signal.aborted).toBe(true);
});
