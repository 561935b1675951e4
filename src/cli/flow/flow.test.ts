import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readNpyHeader } from "../../core/capture/formats/npy-array.ts";
import { fileSource, openFile } from "../files.ts";
import { testRandom } from "../../core/gpu/testing.ts";
import { madeModeS, octetsOf } from "../../core/signals/decoders/mode-s/testing.ts";
import type { CheckedGraph } from "../../core/flow/graph/checked-graph.ts";
import type { DecodedFrame } from "../../core/signals/decoders/decoder.ts";
import { noFrames } from "./flow.ts";
import { bash, cli, refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-flow-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

type Blocks = Readonly<Record<string, readonly [type: string, parameters?: object]>>;

/** Writes a graph, and returns its path. */
function graph(name: string, blocks: Blocks, connections: readonly string[], variables: object = {}): string {
  const content = {
    format: "threeray flow",
    version: 1,
    title: name,
    variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
    blocks: Object.entries(blocks).map(([id, [type, parameters = {}]]) => ({ id, type, parameters, position: [0, 0] })),
    connections: connections.map((line) => {
      const [from, to] = line.split(" ").map((end) => end.split("."));
      return { from, to };
    }),
  };
  writeFileSync(file(name), JSON.stringify(content));
  return file(name);
}

/** A list of six samples, scaled, to files of all kinds. */
const scaled = graph(
  "scaled.json",
  {
    list: ["list-source", { items: [1, [0, 1], -1, [0, -1], 0.5, 0], repeats: "no", rate: 48000 }],
    gain: ["multiply-constant", { constant: "gain" }],
    level: ["number-sink", { value: "rms", over: "run", unit: "V" }],
    parts: ["complex-to-parts"],
    bits: ["threshold", { output: "bits" }],
    sigmf: ["file-sink", { name: file("out.sigmf-meta") }],
    npy: ["file-sink", { format: "npy", name: file("out") }],
    raw: ["file-sink", { format: "raw", name: file("out") }],
    wav: ["file-sink", { type: "real", name: file("out.wav") }],
    decided: ["file-sink", { type: "bits", format: "raw", name: file("out") }],
  },
  [
    "list.out gain.in",
    "gain.out sigmf.in",
    "gain.out npy.in",
    "gain.out raw.in",
    "gain.out parts.in",
    "parts.real wav.in",
    "parts.real level.in",
    "parts.real bits.in",
    "bits.out decided.in",
  ],
  { gain: 2 },
);

const piped = graph(
  "piped.json",
  { in: ["pipe-source"], gain: ["multiply-constant", { constant: 2 }], out: ["file-sink", { name: "-" }] },
  ["in.out gain.in", "gain.out out.in"],
);

const endless = graph(
  "endless.json",
  { tone: ["signal-source"], out: ["file-sink", { format: "npy", name: file("endless") }] },
  ["tone.out out.in"],
);

const radio = graph("radio.json", { radio: ["radio-source"], end: ["null-sink"] }, ["radio.out end.in"]);

describe("command line, flow", () => {
  it("runs a graph: files of all kinds, numbers, settings", async () => {
    const args = ["flow", scaled, "--set", "gain=3", "--set", "level.unit=mV", "--page", "4", "--json", "-"];
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ experiment: "flow", graph: "scaled.json", pages: 2, items: 6, complete: true });
    expect(report.results.level).toMatchObject({ kind: "number", unit: "mV" });
    expect(report.results.level.value).toBeCloseTo(3 * Math.sqrt(2.25 / 6), 6);
    const expected = [3, 0, 0, 3, -3, 0, 0, -3, 1.5, 0, 0, 0];
    const recording = await openFile(file("out.sigmf-meta"));
    expect(recording).toMatchObject({ sampleRate: 48000, samples: 6 });
    expect(Array.from(await recording.read(0, 6))).toEqual(expected);
    expect(await recording.verify?.()).toBe(true);
    expect(Array.from(new Float32Array(new Uint8Array(readFileSync(file("out.cf32"))).buffer))).toEqual(expected);
    expect(await readNpyHeader(fileSource(file("out.npy")))).toMatchObject({ shape: [6] });
    expect(Array.from(new Float32Array(new Uint8Array(readFileSync(file("out.npy"))).buffer, 128))).toEqual(expected);
    const wav = await openFile(file("out.wav"));
    expect(wav).toMatchObject({ sampleRate: 48000, samples: 6 });
    expect(Array.from(await wav.read(0, 6)).filter((_, i) => i % 2 === 0)).toEqual([3, 0, -3, 0, 1.5, 0]);
    expect(Array.from(readFileSync(file("out.u8")))).toEqual([1, 0, 0, 0, 1, 0]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("reads and writes pipes of any length", async () => {
    // 100,003 samples and 5 bytes of another one, in pieces that cut samples.
    const write = `const { stdout } = process; const x = new Float32Array(200008).map((_, i) => i); const b = new Uint8Array(x.buffer, 0, 800029); let at = 0; (function next() { if (at < b.length) stdout.write(b.subarray(at, at += 9973), next); })()`;
    const { stdout, stderr } = await bash(
      `node -e '${write}' | threeray flow ${piped} --page 8192 > ${file("piped.cf32")}; echo \${PIPESTATUS[@]}`,
    );
    expect(stdout).toBe("0 0\n");
    expect(stderr).toBe("The last 5 bytes of standard input are no whole sample; they are left out.\n");
    const numbers = new Float32Array(new Uint8Array(readFileSync(file("piped.cf32"))).buffer);
    expect(numbers.length).toBe(200_006);
    expect(numbers.every((value, i) => value === 2 * i)).toBe(true);
  });

  it("counts a complex sample with a NaN in a pipe as zero, as in a file, and says so", async () => {
    const samples = new Uint8Array(Float32Array.of(1, 2, Number.NaN, 3, 4, -Infinity, 5, 6).buffer);
    for (const name of ["odd.cf32", "odd-raw.bin"]) writeFileSync(file(name), samples);
    const sink = ["file-sink", { name: file("even.cf32"), format: "raw" }] as const;
    const taken = graph("taken.json", { in: ["recording-source"], out: sink }, ["in.out out.in"]);
    const raw = ["recording-source", { name: file("odd-raw.bin"), format: "cf32_le" }] as const;
    const bare = graph("bare.json", { in: raw, out: sink }, ["in.out out.in"]);
    for (const line of [
      `flow ${taken} --in - < ${file("odd.cf32")}`,
      `flow ${taken} --in ${file("odd.cf32")}`,
      `flow ${bare}`,
    ]) {
      rmSync(file("even.cf32"), { force: true });
      const { code, stderr } = await bash(`threeray ${line}`);
      expect(stderr).toContain("in: 2 of the samples that it read hold a NaN or an infinity; they count as zero.\n");
      expect(code).toBe(0);
      const numbers = new Float32Array(new Uint8Array(readFileSync(file("even.cf32"))).buffer);
      expect([...numbers]).toEqual([1, 2, 0, 0, 0, 0, 5, 6]);
    }
  });

  it("says which files it did not write when the reader of its output has enough", async () => {
    const both = graph(
      "both.json",
      {
        tone: ["signal-source"],
        out: ["file-sink", { name: "-" }],
        kept: ["file-sink", { name: file("kept.npy"), format: "npy" }],
      },
      ["tone.out out.in", "tone.out kept.in"],
    );
    const { stdout, stderr } = await bash(
      `threeray flow ${both} --page 4096 | head -c 100000 | wc -c; echo \${PIPESTATUS[@]}`,
    );
    expect(stdout.trim().split(/\s+/)).toEqual(["100000", "1", "0", "0"]);
    expect(stderr).toContain(
      `The reader of standard output has ended. No other file was written: ${file("kept.npy")}.\n`,
    );
  });

  it("ends without a failure when the reader of its output has enough", async () => {
    const { stdout } = await bash(
      `threeray flow ${endless} --set out.name=- --page 4096 | head -c 100000 | wc -c; echo \${PIPESTATUS[@]}`,
    );
    expect(stdout.trim().split(/\s+/)).toEqual(["100000", "0", "0", "0"]);
  });

  it("lists no frames where a receiver finds none", () => {
    const blocks = [
      { id: "frames", type: "frames-sink" },
      { id: "end", type: "null-sink" },
    ] as unknown as CheckedGraph["blocks"];
    expect(noFrames({ blocks })).toEqual({ frames: { kind: "frames", frames: [] } });
  });

  it("gives the frames that decode-signals gives", async () => {
    const octets = octetsOf("8d4840d6202cc371c32ce0576098");
    const frames = [{ octets, at: 300.4 }];
    const samples = madeModeS(testRandom(3), { length: 1000, rate: 2.4e6, sigma: 0.05 }, frames);
    writeFileSync(file("air.cf32"), samples);
    const air = { name: file("air.cf32"), rate: 2.4e6 };
    const path = graph("air.json", { air: ["recording-source", air], frames: ["signal-decoder"] }, [
      "air.out frames.in",
    ]);
    const [flow, command] = await Promise.all([
      cli(["flow", path, "--json", "-"]),
      cli(["decode-signals", air.name, "--rate", "2.4M", "--decoders", "modes", "--json", "-"]),
    ]);
    const right = JSON.parse(command.stdout).frames.map(
      ({ start, centreHz, snrDb, correctedBits, hex, fields }: DecodedFrame) => ({
        time: start / 2.4e6,
        hex,
        facts: { start, centreHz, snrDb, correctedBits, ...fields },
      }),
    );
    expect(right).toHaveLength(1);
    expect(JSON.parse(flow.stdout).results.frames).toEqual({ kind: "frames", frames: right });
  });

  it("finishes its files whole when it is interrupted", async () => {
    const { code, stdout, stderr } = await cli(["flow", endless, "--page", "4096"], (child, stderr) => {
      if (stderr.includes("No source of this graph ends") && !child.killed)
        setTimeout(() => child.kill("SIGINT"), 2500);
    });
    expect(code).toBe(130);
    expect(stderr).toContain("Stopping and keeping the results so far");
    const items = Number(/pages, (\d+) items/.exec(stdout)?.[1]);
    const { shape } = await readNpyHeader(fileSource(file("endless.npy")));
    expect(shape).toEqual([items]);
    expect(readFileSync(file("endless.npy")).length).toBe(128 + 8 * items);
  });

  it.each([
    ["no graph", [], "flow: name one graph, got none"],
    ["a missing file", [file("none.json")], "none.json: cannot be opened (no such file)"],
    [
      "an unknown variable",
      [scaled, "--set", "gian=2"],
      "there is no variable or block “gian”; the graph has gain, list.…",
    ],
    [
      "an unknown parameter",
      [scaled, "--set", "gain.factor=2"],
      "the block gain has no parameter “factor”; its parameters: type",
    ],
    ["a setting without a value", [scaled, "--set", "gain"], '--set takes NAME=VALUE, got "gain"'],
    ["a value that does not fit", [scaled, "--set", "gain=1/0"], "cannot run.\ngain: The variable gain: "],
    [
      "SigMF of bits",
      [scaled, "--set", "decided.format=sigmf"],
      "decided has bits, and SigMF holds real and complex samples",
    ],
    [
      "two sinks with one file",
      [scaled, "--set", `sigmf.name=${file("out.cf32")}`, "--set", "sigmf.format=raw"],
      " write the same file, ",
    ],
    [
      "a folder that does not exist",
      [scaled, "--set", "raw.name=/none/x"],
      "/none/x.cf32: cannot be written, there is no folder /none",
    ],
    ["a radio", [radio], "flow: radio needs a radio, which only the page can open; here use rtl_sdr"],
    [
      "a preset that is not there",
      ["fm-reciever"],
      "there is no preset fm-reciever; did you mean fm-receiver? flow --list",
    ],
    ["a recording that no block takes", [scaled, "--in", "x.wav"], "--in x.wav has no effect"],
    ["a recording for a preset that makes its signal", ["fm-receiver", "--in", "x.wav"], "--in x.wav has no effect"],
    ["a sample type without a pipe", [scaled, "--format", "cu8"], "--format is the sample type of standard input"],
    [
      "a sample type of a file",
      [radio, "--in", "x.raw", "--format", "cu8"],
      "the name of a file tells its own, for example x.cu8",
    ],
    [
      "a sample type of a block that has one",
      [piped, "--format", "cu8"],
      "--format has no effect on in, which has its own; change it with --set in.format=cu8",
    ],
    ["an unknown sample type", [radio, "--in", "-", "--format", "xyz"], 'the sample type "xyz" is unknown'],
  ])("refuses %s with exit code 2", async (_, args, message) => {
    const { code, stderr } = await refusal(["flow", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("lists presets and blocks, and writes a preset for GNU Radio Companion", async () => {
    const { stdout } = await cli(["flow", "--list"]);
    expect(stdout).toContain("  fm-receiver: FM receiver\n");
    expect(stdout).toContain("  multiply-constant: Multiply by a constant. Multiplies each item by a constant.\n");
    const { code, stderr } = await cli(["flow", "fm-receiver", "--grc", file("fm.grc")]);
    expect(stderr).toContain("The block station1 (Broadcast station) is left out: GNU Radio has no such block.\n");
    expect(code).toBe(0);
    expect(readFileSync(file("fm.grc"), "utf8")).toContain(
      "firdes.low_pass(1, 960000, 90000, 40000, window.WIN_HAMMING, 6.76)",
    );
  });

  it("checks an imported graph: unknown blocks are named, exit code 2", async () => {
    writeFileSync(
      file("radio.grc"),
      "blocks:\n- {name: sink, id: uhd_usrp_sink, parameters: {}}\n- {name: n, id: analog_noise_source_x, parameters: {type: complex}}\nconnections: [[n, '0', sink, '0']]\n",
    );
    const { code, stdout, stderr } = await cli(["flow", file("radio.grc"), "--check"]);
    expect(stderr).toBe("Threeray has no block for sink (uhd_usrp_sink).\n");
    expect(stdout).toContain('sink: There is no block type "grc:uhd_usrp_sink".');
    expect(code).toBe(2);
  });
});
