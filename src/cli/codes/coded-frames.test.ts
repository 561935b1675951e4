import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { npyHeader } from "../../core/capture/formats/npy-array.ts";
import { NR_VECTORS } from "../../core/codes/ldpc/testing.ts";
import { randomRows } from "../../core/random/testing.ts";
import { refusal as run } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-coded-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, type: string, shape: [number, number], values: Uint8Array | Float32Array): string {
  writeFileSync(file(name), Buffer.concat([npyHeader(type, shape), new Uint8Array(values.buffer)]));
  return file(name);
}

const valuesOf = (name: string) => [...readFileSync(file(name)).subarray(128)];

describe("encode and decode", () => {
  it.each([
    ["turbo:40", 40, 132, ["--algorithm", "log-map", "--iterations", "2", "--windows", "5", "--stop", "sign"]],
    ["wimax-ldpc:576:1/2", 288, 576, ["--algorithm", "min-sum", "--scale", "0.8", "--stop", "checks"]],
    ["convolutional:133,171", 25, 62, []],
  ])("encode frames of %s, and decode them", async (code, information, length, options) => {
    const rows = randomRows(3, 3, information);
    const bits = write("bits.npy", "|u1", [3, information], Uint8Array.from(rows.flat()));
    const args = ["encode", "--code", code, "--in", bits, "--out", file("coded.npy")];
    expect(await run(args)).toMatchObject({ code: 0 });
    const coded = valuesOf("coded.npy");
    expect(coded).toHaveLength(3 * length);
    // Every ninth bit was not received.
    const values = Float32Array.from(coded, (bit, i) => (i % 9 ? 6 * bit - 3 : 0));
    const llrs = write("llrs.npy", "<f4", [3, length], values);
    const decoding = ["decode", "--code", code, "--in", llrs, "--out", file("decided.npy"), ...options];
    expect(await run(decoding)).toMatchObject({ code: 0 });
    expect(readFileSync(file("decided.npy"))).toEqual(readFileSync(bits));
  });

  it("encodes NR's LDPC codewords from another encoder, and decodes them in a flooding schedule", async () => {
    const { name, frames } = NR_VECTORS.find((vector) => vector.name === "nr-ldpc:275:510")!;
    const [information, codewords] = [frames.map((one) => one.information), frames.map((one) => one.codeword)];
    const bits = write("bits.npy", "|u1", [frames.length, 275], Uint8Array.from(information.flat()));
    expect(await run(["encode", "--code", name, "--in", bits, "--out", file("coded.npy")])).toMatchObject({ code: 0 });
    expect(valuesOf("coded.npy")).toEqual(codewords.flat());
    const values = Float32Array.from(codewords.flat(), (bit, i) => (i % 11 ? 6 * bit - 3 : 0));
    const llrs = write("llrs.npy", "<f4", [frames.length, 510], values);
    const decoding = ["--algorithm", "min-sum", "--scale", "1", "--schedule", "flooding", "--iterations", "20"];
    const args = ["decode", "--code", name, "--in", llrs, "--out", file("decided.npy"), ...decoding];
    expect(await run(args)).toMatchObject({ code: 0 });
    expect(readFileSync(file("decided.npy"))).toEqual(readFileSync(bits));
  });

  it("writes no file for wrong frames, and tells their place", async () => {
    const out = file("never.npy");
    const encode = (path: string, code = "lte-40") => run(["encode", "--code", code, "--in", path, "--out", out]);
    const decode = (path: string, ...more: string[]) =>
      run(["decode", "--code", "lte-40", "--in", path, "--out", out, ...more]);
    const two = write("two.npy", "|u1", [2, 40], new Uint8Array(80).fill(2, 79));
    expect((await encode(two)).stderr).toMatch(/two.npy: bits must be 0 or 1, got 2 in frame 1, place 39\n/);
    const narrow = write("narrow.npy", "|u1", [2, 39], new Uint8Array(78));
    expect((await encode(narrow)).stderr).toMatch(/rows of 39 values, expected 40 information bits for lte-40; check/);
    const none = write("none.npy", "|u1", [0, 40], new Uint8Array(0));
    expect((await encode(none)).stderr).toMatch(/holds no frame, expected at least one row of 40 information bits/);
    const wide = write("wide.npy", "<f4", [1, 133], new Float32Array(133));
    expect((await encode(wide)).stderr).toMatch(/an array of f4 \(1, 133\), expected uint8/);
    expect((await decode(wide)).stderr).toMatch(/rows of 133 values, expected 132 LLRs for lte-40; check --code/);
    const infinite = write("infinite.npy", "<f4", [1, 132], new Float32Array(132).fill(Infinity, 7));
    const { code, stderr } = await decode(infinite);
    expect(stderr).toMatch(/infinite.npy: LLRs must be finite, got Infinity in frame 0, place 7\n/);
    expect(code).toBe(2);
    const llrs = write("zeros.npy", "<f4", [1, 132], new Float32Array(132));
    expect((await decode(llrs, "--windows", "7")).stderr).toMatch(/windows must be a divisor of the length 40/);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it.each([
    [["--algorithm", "min-sum"], /--algorithm must be one of max-log, log-map for lte-40, got "min-sum"/],
    [["--stop", "checks"], /--stop must be one of none, sign, crc for lte-40, got "checks"/],
    [["--stop", "crc"], /--stop crc checks the last information bits; name their CRC with --crc 24A or 24B/],
    [["--iterations", "17"], /--iterations must be a whole number from 1 to 16, got "17"/],
    [["--scale", "x"], /--scale must be a number from 0 to 1, got "x"/],
    [["--algorithm", "log-map", "--scale", "0.7"], /--scale has no effect on .* with algorithm log-map/],
    [["--schedule", "flooding"], /--schedule has no effect on Turbo codes/],
    [["--crc", "24A"], /--crc has no effect on .* and stop none/],
  ])("decode refuses %j", async (options, message) => {
    const llrs = write("zeros.npy", "<f4", [1, 132], new Float32Array(132));
    const { code, stderr } = await run([
      "decode",
      "--code",
      "lte-40",
      "--in",
      llrs,
      "--out",
      file("x.npy"),
      ...options,
    ]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it("need a code and both files", async () => {
    for (const command of ["encode", "decode"]) {
      const { code, stderr } = await run([command, "--in", "x.npy"]);
      expect(stderr).toMatch(`${command}: --code NAME, --in FILE.npy and --out FILE.npy are all needed`);
      expect(code).toBe(2);
    }
  });
});
