import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helpOf } from "./commands.ts";
import { checkDistinct } from "./distinct-files.ts";
import { refusal } from "./testing.ts";

let folder: string;
const file = (name: string) => join(folder, name);
const named = (name: string) => ({ path: name.startsWith("/dev/") ? name : file(name), by: name });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "threeray-distinct-"));
  mkdirSync(file("sub"));
  writeFileSync(file("a"), "old");
  linkSync(file("a"), file("hard"));
  symlinkSync("a", file("soft"));
  symlinkSync("soft", file("softer"));
  symlinkSync("sub", file("door"));
  symlinkSync("sub/new", file("dangling"));
  execFileSync("bash", ["-c", 'mkfifo "$0"', file("pipe")]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("cli/distinct-files", () => {
  it.each([
    ["a", "a"],
    ["a", "./a"],
    ["a", "sub/../a"],
    ["a", "soft"],
    ["hard", "softer"],
    // None of these exists yet.
    ["new", "./new"],
    ["sub/new", "door/new"],
    ["sub/new", "dangling"],
    ["new", "sub/../new"],
  ])("%s and %s are one file", (one, other) => {
    const [first, second] = [named(one), named(other)];
    expect(() => checkDistinct({ reads: [], writes: [first, second] })).toThrow(
      `${one} and ${other} write the same file`,
    );
    for (const [read, written] of [
      [first, second],
      [second, first],
    ]) {
      expect(() => checkDistinct({ reads: [read], writes: [written] })).toThrow(
        `${written.by} would overwrite the file that ${read.by} reads`,
      );
    }
    expect(() => checkDistinct({ reads: [first, second], writes: [] })).not.toThrow();
  });

  it.each([
    ["a", "b"],
    ["new", "sub/new"],
    ["a", "none/a"],
    ["/dev/null", "/dev/null"],
    ["pipe", "pipe"],
    ["sub", "door"],
  ])("%s and %s are no one file", (one, other) => {
    const [first, second] = [named(one), named(other)];
    expect(() => checkDistinct({ reads: [], writes: [first, second] })).not.toThrow();
    expect(() => checkDistinct({ reads: [first], writes: [second] })).not.toThrow();
  });

  it("compares new names as the disk does, in upper and lower case", () => {
    writeFileSync(file("case"), "");
    const isIgnored = readdirSync(folder).includes("case") && exists("CASE");
    const check = () => checkDistinct({ reads: [], writes: [named("New.json"), named("nEW.json")] });
    if (isIgnored) expect(check).toThrow("write the same file");
    else expect(check).not.toThrow();
  });

  function exists(name: string): boolean {
    try {
      readFileSync(file(name));
      return true;
    } catch {
      return false;
    }
  }
});

const overviews = await Promise.all(["--help", "sweep --help"].map((line) => helpOf(line.split(" "))));
const commands = overviews.flatMap((overview) =>
  [...(overview as string).matchAll(/^ {2}(sweep \S+|\S+) {2,}/gm)].map(([, name]) => name),
);

/** Ways to give a command a file: its positional, and its options. */
async function placesOf(command: string): Promise<string[]> {
  const help = (await helpOf([...command.split(" "), "--help"])) as string;
  const [, positional = ""] = new RegExp(`^Usage: .*${command} ([A-Z]\\S*)`).exec(help) ?? [];
  const options = [...help.matchAll(/^ {2}(--\S+) FILE/gm)].map(([, name]) => name);
  return /FILE|CONFIG|\.json/.test(positional) ? ["", ...options] : options;
}

it("refuses each pair of uses of one file in each command, unless both read it", async () => {
  writeFileSync(file("same.wav"), "");
  const allowed: string[] = [];
  for (const command of commands) {
    const places = await placesOf(command);
    for (const [i, one] of places.entries()) {
      for (const other of places.slice(i + 1)) {
        const args = [one, file("same.wav"), other, `${folder}/sub/../same.wav`].filter(Boolean);
        const { code, stderr } = await refusal([...command.split(" "), ...args]);
        expect(code, stderr).toBe(2);
        if (!/the same file|would overwrite the file/.test(stderr)) allowed.push(`${command} ${one} ${other}`);
      }
    }
  }
  expect(allowed).toEqual([
    ...["equalizer", "adaptive", "turbo", "mimo", "wifi"].map((name) => `${name} --json --resume`),
    "flow  --in",
    "grade  --lecture",
    // A result takes the place of the one that it completes; a test below looks at configurations.
    "sweep run  --json",
  ]);
});

describe("files that would be lost", () => {
  const graph = (blocks: [string, string, object][], connections: [string, string][]) =>
    JSON.stringify({
      format: "threeray flow",
      version: 1,
      variables: [],
      blocks: blocks.map(([id, type, parameters]) => ({ id, type, parameters, position: [0, 0] })),
      connections: connections.map(([from, to]) => ({ from: [from, "out"], to: [to, "in"] })),
    });
  const made = ["s", "signal-source", {}] as const;
  const sink = (id: string, name: string, format = "raw") => [id, "file-sink", { name, format }] as const;
  const cases: [name: string, files: Record<string, string>, args: string[], message: string][] = [
    [
      "two sinks with one file",
      {
        "g.json": graph(
          [[...made], [...sink("p", "DIR/t.f")], [...sink("q", "DIR/./t.f")]],
          [
            ["s", "p"],
            ["s", "q"],
          ],
        ),
      },
      ["flow", "DIR/g.json"],
      "the block p and the block q write the same file, DIR/t.f, which is DIR/./t.f",
    ],
    [
      "a sink and the data of another one's pair",
      {
        "g.json": graph(
          [[...made], [...sink("p", "DIR/t.sigmf-data")], [...sink("q", "DIR/t.sigmf-meta", "sigmf")]],
          [
            ["s", "p"],
            ["s", "q"],
          ],
        ),
      },
      ["flow", "DIR/g.json"],
      "the block p and the block q write the same file, DIR/t.sigmf-data",
    ],
    [
      "a sink and the report",
      { "g.json": graph([[...made], [...sink("p", "DIR/r.json")]], [["s", "p"]]) },
      ["flow", "DIR/g.json", "--json", "DIR/r.json"],
      "--json and the block p write the same file",
    ],
    [
      "a sink and its source",
      {
        "g.json": graph(
          [["s", "recording-source", { name: "DIR/x.cf32" }], [...sink("p", "DIR/./x.cf32")]],
          [["s", "p"]],
        ),
        "x.cf32": "12345678",
      },
      ["flow", "DIR/g.json"],
      "the block p would overwrite the file that the block s reads",
    ],
    [
      "a sink and the recording of --in",
      {
        "g.json": graph([["s", "recording-source", {}], [...sink("p", "DIR/x.sigmf-meta", "sigmf")]], [["s", "p"]]),
        "x.sigmf-data": "12345678",
      },
      ["flow", "DIR/g.json", "--in", "DIR/x.sigmf-meta"],
      "the block p would overwrite the file that --in reads, DIR/x.sigmf-meta",
    ],
    [
      "a sink and its graph",
      { "g.json": graph([[...made], [...sink("p", "DIR/g.json")]], [["s", "p"]]) },
      ["flow", "DIR/g.json"],
      "the block p would overwrite the file that the command reads",
    ],
    [
      "an exported graph and its source",
      { "g.grc": "options: {}\nblocks: []\nconnections: []\n" },
      ["flow", "DIR/g.grc", "--grc", "DIR/g.grc"],
      "--grc would overwrite the file that the command reads",
    ],
    [
      "a configuration and its result",
      { "c.json": '{"lab":"turbo","version":1,"length":40,"ebn0":"1","codewords":1}' },
      ["sweep", "run", "DIR/c.json", "--json", "DIR/c.json"],
      "--json would overwrite the file that sweep run reads",
    ],
  ];

  it.each(cases)("are refused before anything is written: %s", async (_, files, args, message) => {
    const own = mkdtempSync(join(folder, "case-"));
    const inside = (text: string) => text.replaceAll("DIR", relative(process.cwd(), own));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(own, name), inside(content));
    const { code, stderr } = await refusal(args.map(inside));
    expect(stderr).toContain(inside(message));
    expect(code).toBe(2);
    expect(readdirSync(own).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const [name, content] of Object.entries(files)) {
      expect(readFileSync(join(own, name), "utf8")).toBe(inside(content));
    }
  });
});
