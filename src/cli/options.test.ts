import { describe, expect, it } from "vitest";
import { helpOf } from "./commands.ts";
import { typedNumber, wholeNumber } from "./options.ts";
import { refusal } from "./testing.ts";

/** The names of an overview, and what stands behind each. */
const rowsOf = (overview: string) =>
  [...overview.matchAll(/^ {2}(sweep \S+|\S+) *(.*)$/gm)].map(([, name, about]) => ({ name, about }));

const overviews = await Promise.all([["--help"], ["sweep", "--help"]].map((args) => helpOf(args) as Promise<string>));

describe("command line, numbers", () => {
  it.each([
    ["1e6", "", 1e6],
    ["64k", "", 64_000],
    ["10 ms", "s", 0.01],
    ["0.25", "s", 0.25],
    ["−3 dB", "dB", -3],
    ["0x10", "", Number.NaN],
    ["10 ms", "Hz", Number.NaN],
    ["", "s", Number.NaN],
  ])("reads %j for the unit %j", (text, unit, value) => {
    expect(typedNumber(text, unit)).toBe(value);
  });

  it("takes whole numbers with a prefix", () => {
    expect(wholeNumber("page", "64k", { max: 1e6 })).toBe(64_000);
    expect(() => wholeNumber("page", "1.5", { max: 8 })).toThrow(
      '--page must be a whole number from 0 to 8, got "1.5"',
    );
    expect(() => wholeNumber("page", "-1", { min: 1 })).toThrow("--page must be a whole number of at least 1");
  });
});

describe("command line, help", () => {
  it.each(overviews)("lists all commands, apart from what they do", (overview) => {
    const rows = rowsOf(overview);
    expect(rows.length).toBeGreaterThan(7);
    for (const { name, about } of rows) {
      expect(`${name}: ${about}`).toMatch(/^(sweep )?[a-z-]+: [A-Z].*\.$/);
      if (!name.startsWith("sweep ")) expect(about.length, name).toBeLessThan(120);
    }
  });

  it.each(overviews.flatMap(rowsOf).map(({ name }) => name))("%s --help consists of whole sentences", async (name) => {
    const help = (await helpOf([...name.split(" "), "--help"])) as string;
    expect(await helpOf(["help", ...name.split(" ")])).toBe(help);
    expect(help).toContain(`Usage: threeray ${name} `);
    expect(help).not.toMatch(/undefined|NaN|\[object|Default(:? \.|:? ?$|: ,)|: \.|\.\.|,,| ,| \.$/m);
    const options = help.split("\nExamples:\n")[0].split("Options:\n")[1];
    for (const option of options?.split(/\n(?= {2}--)/) ?? []) {
      // The name and its placeholder, then at least two spaces or a new line, then the description.
      const [, described] = /^ {2}--\S+(?: \S+)?(?: {2,}|\n +)(\S.*)$/m.exec(option) ?? [];
      expect(described, option).toMatch(/^\S.*[^\s.]\.$/);
    }
  });
});

describe("command line, bad usage", () => {
  it.each(["__proto__", "toString", "constructor", "hasOwnProperty", ""])(
    "refuses the unknown command %j",
    async (name) => {
      const { code, stderr } = await refusal([name]);
      expect(stderr).toContain(`There is no command "${name}".`);
      expect(code).toBe(2);
    },
  );

  it.each([
    [["trubo"], /^There is no command "trubo".\nDid you mean turbo\? threeray --help lists all commands\.\n$/],
    [["help", "nonsense"], /^There is no command "nonsense".\nthreeray --help lists all commands\.\n$/],
    [["--verison"], /^There is no command "--verison".\nDid you mean --version\? threeray --help lists all/],
    [["filter", "--desing", "{}"], /^Unknown option '--desing'\. Did you mean --design\?\n/],
    [
      ["sweep", "run", "a.json", "--gpu", "1"],
      /Did you mean --gpus\?\nthreeray sweep run --help lists the options\.\n$/,
    ],
    [["filter", "--json"], /^--json needs a value\n/],
    [["filter", "--json", "--out", "a.wav"], /^--json needs a value\n/],
    [["measure", "a.wav", "--bits=yes"], /^--bits takes no value\n/],
    [["filter", "--json", " "], /--json FILE\|- is empty/],
    [["filter", "--seed", "1", "--seed", "2"], /--seed was given twice; give it once/],
    [["filter", "--json", "a.wav", "--out", "a.wav"], /write the same file/],
    [["filter", "--__proto__", "1"], /Unknown option '--__proto__'/],
    [["filter", "--in", "src"], /src: is a folder, expected a file; name one of the files in it/],
    [["receive", "src"], /src: is a folder/],
    [["bench-table", "src"], /src: is a folder/],
    [["mimo-detect", "--in", "none.json"], /none.json: cannot be opened \(no such file\)/],
    [["mimo-detect", "--in", "README.md"], /README.md: cannot be read as JSON/],
    [["mimo-detect", "--in", "package.json"], /package.json: vectors: nt must be a whole number > 0/],
    [["mimo-detect", "--in", "package.json", "--clip", "-1"], /clip must be a number from/],
    [["mimo-detect", "--in", "a.json", "--clip", "4"], /--clip has no effect on mtt; leave it out/],
    [["mimo-detect", "--in", "a.json", "--detector", "kbest", "--orders", "2"], /--orders has no effect on kbest/],
    [["turbo-decode", "--in", "package.json", "--out", "a.npy"], /package.json: not a NumPy file. Save one with/],
    [
      ["turbo-decode", "--in", "a.npy", "--out", "b.npy", "--algorithm", "log-map", "--scale", "1"],
      /turbo-decode: --scale has no effect on log-map; leave it out/,
    ],
    [["receive", "package.json"], /package.json: is of an unknown kind, expected a recording/],
    [["receive", "a.wav", "--equalizer", "mmse"], /add --bits FILE/],
    [["receive", "a.wav", "--ebn0", "1,2"], /receive: --ebn0 takes one value, got 2/],
    [["receive", "a.wav", "--ebn0", "auto"], /receive: --ebn0 takes one value, got auto/],
    [["synthesize", "--rays", ""], /a ray's attenuationDb must be a number from 0 to 80, got NaN/],
    [["synthesize", "--rays", "0,0"], /a ray's delayNs must be a number from -500 to 1200, got undefined/],
    [["synthesize", "--rays", "0,0,0,5"], /a ray has no number 4; it has attenuationDb, phaseDeg, delayNs/],
    [["synthesize", "--seed", "1e400"], /seed must be a whole number from 0 to 4294967295, got Infinity/],
    [["synthesize", "--ebn0", "NaN"], /--ebn0: a range is FROM:STEP:TO, .*; not a number in: "NaN"/],
    [["turbo", "--ebn0", "1:1e-9:2"], /turbo: ebn0: a range is .*; at most 1000 numbers, more in: "1:1e-9:2"/],
    [["bench", "extra"], /bench: takes no file, got "extra"/],
    [["bench", "--suite", "nothing"], /bench: no case has "nothing" in its name/],
    [
      ["filter", "--in", "a.wav", "--signal", "chirp"],
      /filter: --signal describes a made signal, and --in gives a rec/,
    ],
    [
      ["filter", "--in", "a.wav", "--snr", "10"],
      /filter: --snr describes a made signal, and --in gives a recording; leave/,
    ],
    [["filter", "--in", "a.wav", "--signal", "recording"], /^a.wav: cannot be opened/],
    [["filter", "--page-size", "3"], /^Unknown option '--page-size'\n/],
    [["bench-compare", "package.json", "package.json"], /package.json: is not a result of bench/],
    [["wifi-receive", "a.cf32", "--page", "1.5k", "--rate", "x"], /--rate must be a number/],
    [["wifi-receive", "a.cf32", "--page", "0.1"], /--page must be a whole number from 1 to 1073741824, got "0.1"/],
    [["resample", "--in", "a.wav", "--out", "b.wav", "--up", "two"], /resample: --up must be a number, got "two"/],
    [["equalizer", "--page-blocks", "0"], /--page-blocks must be a whole number of at least 1, got "0"/],
  ])("refuses %j and says why", async (args, message) => {
    const { code, stderr } = await refusal(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it.each([
    ["filter", "--json", "none/a.json", /there is no folder none; make it first/],
    ["filter", "--out", "none/a.wav", /there is no folder/],
    ["resample", "--out", "none/a.wav", /there is no folder/],
    ["demodulate", "--out", "none/a.wav", /there is no folder/],
    ["equalizer", "--json", "none/a.json", /there is no folder/],
    ["turbo", "--json", "none/a.json", /there is no folder/],
    ["mimo", "--json", "none/a.json", /there is no folder/],
    ["wifi", "--json", "none/a.json", /there is no folder/],
    ["wifi-synthesize", "--out", "none/a.wav", /there is no folder/],
    ["convolution", "--json", "none/a.json", /there is no folder/],
    ["bench", "--json", "none/a.json", /there is no folder/],
    ["merge", "--json", "none/a.json", /there is no folder/],
    ["mimo-detect", "--json", "none/a.json", /there is no folder/],
    ["turbo-decode", "--out", "none/a.npy", /there is no folder/],
    ["synthesize", "--out", "none/a.sigmf", /there is no folder/],
    ["receive", "--bits", "none/a", /there is no folder/],
    ["filter", "--out", "made.sigmf-meta/", /made.sigmf-meta\/: is the name of a folder; name a file in it/],
    ["filter", "--json", "src", /src: is the name of a folder; name a file in it/],
    ["synthesize", "--out", "out.mp3", /out.mp3: the name gives no known format. NAME.sigmf-meta writes/],
    ["filter", "--out", "-", /-: a recording is not written to standard output. NAME.sigmf-meta writes/],
    [
      "encode",
      "--out",
      "-",
      /^--out - is not written to standard output; name a file, or \.\/- for a file of that name/,
    ],
    ["receive", "--bits", "-", /^--bits - is not written to standard output/],
    ["filter", "--json", "package.json/a", /a part of the path is a file, not a folder/],
  ])("checks output files before any work: %s %s %s", async (command, option, name, message) => {
    const { code, stderr } = await refusal([command, option, name]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
