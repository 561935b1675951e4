import { describe, expect, it } from "vitest";
import { Steps } from "../../flow/graph/steps.ts";
import { Python } from "./python.ts";

const python = new Python(new Steps(2 ** 20));
for (const [name, value] of Object.entries({ fs: 48000, gain: 2 })) {
  python.define(name, { value, node: { kind: "name", name, at: 0, depth: 1, parts: [] }, follows: true });
}
const variables = {
  taps: "firdes.low_pass(1, fs, 5e3, 1e3)",
  point: "0.5-1j",
  points: "[1, 1j, -1, -1j]",
  name: '"a.wav"',
};
for (const [name, text] of Object.entries(variables)) python.define(name, python.named(text));

describe("graphs/grc/python", () => {
  it.each([
    ["2.5e6", 2.5e6],
    ["1_000", 1000],
    ["-3", -3],
    ["fs/2", "fs / 2"],
    ["2*math.pi*5e3/fs", "2 * pi * 5e3 / fs"],
    ["int(fs / 1e3)", "int(fs / 1e3)"],
    ["(int)(fs/7)", "int(fs / 7)"],
    ["(gain)", "gain"],
    ["-(gain+1)**2/(3-(2-gain))", "-(gain + 1)**2 / (3 - (2 - gain))"],
    ["len(taps)", "len(firdes.low_pass(1, fs, 5e3, 1e3))"],
    ["len(points)*fs", "len([1, 1j, -1, -1j]) * fs"],
    ["sum(np.array([1,2])/4)", "sum(array([1, 2]) / 4)"],
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
    ["gain*2+1j", ["gain * 2", 1]],
    ["point", [0.5, -1]],
    ["2*point", ["2 * 0.5", "2 * -1"]],
    ["gain*1j - 3", [-3, "gain"]],
    ["(1+2j)/gain", ["1 / gain", "2 / gain"]],
    ["np.exp(1j*math.pi/gain)", ["cos(pi / gain)", "sin(pi / gain)"]],
    ["point*point", [-0.75, -1]],
    ["(1+1j)*(gain-1j)", [3, 1]],
  ])("reads %s as real and imaginary part", (text, parts) => expect(python.complexFields(text)).toEqual(parts));

  it.each<[string, unknown]>([
    ["[1, 2, 3]", [1, 2, 3]],
    ["(1, 2,)", [1, 2]],
    ["(1,)", [1]],
    ["[]", []],
    ["[1]*3", "[1] * 3"],
    ["2*[1, -1]", "2 * [1, -1]"],
    ["[1] + [2j]", "[1] + [2j]"],
    ["[1, 1-2j, 3*(0.5)]", [1, [1, -2], 1.5]],
    ["points", "[1, 1j, -1, -1j]"],
    ["points[", undefined],
    ["np.array([1, 2])", "array([1, 2])"],
    ["np.array([1, 2])*2 + 1", "array([1, 2]) * 2 + 1"],
    ["list(range(0, 6, 2))", "list(range(0, 6, 2))"],
    ["np.ones(2)/4", "ones(2) / 4"],
    ["numpy.arange(3)", "arange(3)"],
    ["[gain, -gain, 1j*gain]", "[gain, -gain, 1j * gain]"],
    ["[gain]*2 + points", "[gain] * 2 + [1, 1j, -1, -1j]"],
    ["taps", "firdes.low_pass(1, fs, 5e3, 1e3)"],
    ["filter.firdes.low_pass(1,fs,5e3,1e3,fft.window.WIN_HANN)", "firdes.low_pass(1, fs, 5e3, 1e3, window.WIN_HANN)"],
    ["[x for x in range(3)]", undefined],
    ["[1]*1e9", undefined],
    ["[1]*0.5", undefined],
    ["circle", undefined],
    ["[".repeat(3000), undefined],
    ["firdes.unheard_of(1)", undefined],
    ["__import__('os').system('true')", undefined],
    ["3", undefined],
    ["[1e999]", undefined],
  ])("reads %.30s as a list", (text, list) => {
    if (list === undefined) expect(() => python.list(text)).toThrow(RangeError);
    else expect(python.list(text)).toEqual(list);
  });

  it("reads texts", () => {
    expect([python.text("'x'"), python.text("name"), python.text("x")]).toEqual(["x", "a.wav", "x"]);
  });

  it("gives values where an expression would be too long for a graph, with a note", () => {
    const long = `[${Array.from({ length: 6000 }, () => "gain").join(",")}]`;
    expect(python.list(long)).toHaveLength(6000);
    expect(python.notes.at(-1)).toMatch(/^The expression \[gain,gain.*… is too long for Threeray/);
  });
});
