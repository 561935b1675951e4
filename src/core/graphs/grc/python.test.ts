import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { firdes } from "./firdes.ts";
import { Python } from "./python.ts";
import { GNU_RADIO } from "./testing.ts";

const python = new Python(
  { fs: 48000, gain: 2 },
  {
    taps: "firdes.low_pass(1, fs, 5e3, 1e3)",
    point: "0.5-1j",
    points: "[1, 1j, -1, -1j]",
    name: '"a.wav"',
    circle: "circle",
  },
);

describe("graphs/grc/python", () => {
  it.each([
    ["2.5e6", 2.5e6],
    ["1_000", 1000],
    ["-3", -3],
    ["fs/2", "fs/2"],
    ["2*math.pi*5e3/fs", "2*pi*5e3/fs"],
    ["int(fs / 1e3)", "int(fs / 1e3)"],
    ["(gain)", "(gain)"],
    ["len(taps)", 115],
    ["len(nothing)", "len(nothing)"],
    ["", ""],
  ])("reads %s as a field", (text, value) => expect(python.field(text)).toBe(value));

  it.each([
    ["1+2j", [1, 2]],
    ["1 - 2j", [1, -2]],
    ["-0.5j", [0, -0.5]],
    ["1e-3j", [0, 1e-3]],
    ["1e-3-2e+1j", [1e-3, -20]],
    ["(0.6+0.6j)", [0.6, 0.6]],
    ["complex(gain, -1)", ["gain", -1]],
    ["gain", ["gain", 0]],
    ["gain*2+1j", ["gain*2", 1]],
    ["point", [0.5, -1]],
  ])("reads %s as real and imaginary part", (text, parts) => expect(python.complexFields(text)).toEqual(parts));

  it.each<[string, [number, number][] | undefined]>([
    [
      "[1, 2, 3]",
      [
        [1, 0],
        [2, 0],
        [3, 0],
      ],
    ],
    [
      "(1, gain)",
      [
        [1, 0],
        [2, 0],
      ],
    ],
    ["(1,)", [[1, 0]]],
    ["[]", []],
    [
      "[1]*3",
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    [
      "2*[1, -1]",
      [
        [1, 0],
        [-1, 0],
        [1, 0],
        [-1, 0],
      ],
    ],
    [
      "[1] + [2j]",
      [
        [1, 0],
        [0, 2],
      ],
    ],
    [
      "points",
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ],
    ],
    [
      "np.array([1, 2])",
      [
        [1, 0],
        [2, 0],
      ],
    ],
    ["[x for x in range(3)]", undefined],
    ["[1]*1e9", undefined],
    ["circle", undefined],
    ["[".repeat(3000), undefined],
    ["firdes.unheard_of(1)", undefined],
    ["__import__('os').system('true')", undefined],
  ])("reads %.30s as a list", (text, list) => expect(python.list(text)?.map(({ re, im }) => [re, im])).toEqual(list));

  it("reads texts", () => {
    expect([python.text("'x'"), python.text("name"), python.text("x")]).toEqual(["x", "a.wav", "x"]);
  });

  it("designs the filter of a variable", () => {
    expect(python.list("taps")).toHaveLength(115);
  });
});

const designs: [string, (number | string)[]][] = [
  ["low_pass", [1, 48000, 5000, 1000]],
  ["low_pass", [2.5, 1, 0.1, 0.05, "window.WIN_KAISER", 5]],
  ["high_pass", [1, 48000, 5000, 700, "window.WIN_HANN"]],
  ["band_pass", [1, 48000, 5000, 7000, 1000, "window.WIN_BLACKMAN"]],
  ["band_reject", [0.5, 48000, 5000, 7000, 1000, "window.WIN_RECTANGULAR"]],
  ["low_pass", [1, 10, 2, 1, "window.WIN_BLACKMAN_hARRIS"]],
  ["root_raised_cosine", [1, 4, 1, 0.35, 44]],
  ["root_raised_cosine", [1, 4, 1, 0.25, 41]],
  ["root_raised_cosine", [2, 2, 1, 1, 21]],
  ["gaussian", [1, 4, 0.35, 16]],
  ["gaussian", [1, 8, 0.5, 33]],
];

describe("graphs/grc/firdes", () => {
  it.skipIf(!GNU_RADIO)("gives the taps of GNU Radio", () => {
    const calls = designs.map(([name, values]) => `list(firdes.${name}(${values.join(", ")}))`).join(",");
    const script = `import json\nfrom gnuradio.filter import firdes\nfrom gnuradio.fft import window\nprint(json.dumps([${calls}]))`;
    const expected = JSON.parse(execFileSync(GNU_RADIO as string, ["-c", script], { encoding: "utf8" })) as number[][];
    for (const [i, [name, values]] of designs.entries()) {
      const taps = firdes(name, values) ?? [];
      expect(taps.length, name).toBe(expected[i].length);
      const error = Math.max(...taps.map((tap, k) => Math.abs(tap - expected[i][k])));
      expect(error, `${name} ${values.join(", ")}`).toBeLessThan(2e-7 * Math.max(...expected[i].map(Math.abs), 1));
    }
  });

  it("gives nothing for what it does not know", () => {
    expect(firdes("hilbert", [11])).toBeUndefined();
    expect(firdes("low_pass", [1, 48000, "cutoff", 1000])).toBeUndefined();
    expect(firdes("low_pass", [1, 48000, 5000, 1e-9])).toBeUndefined();
    expect(firdes("constructor", [1])).toBeUndefined();
  });
});
