import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { helpOf } from "./commands.ts";
import { writeSignal } from "./files.ts";
import { openChannel, openChannels } from "./recorded.ts";
import { refusal } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-recorded-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Real samples, n · channels + channel. */
async function* numbered(samples: number, channels: number) {
  yield Float32Array.from({ length: samples * channels }, (_, i) => i);
}

beforeAll(async () => {
  for (const [name, channels] of [
    ["one", 1],
    ["two", 2],
  ] as const) {
    const content = { samples: 8, channels, real: true, sampleRate: 1000 };
    await writeSignal(file(`${name}.sigmf-meta`), content, numbered(8, channels));
  }
});

/** What a work prints to standard error. */
async function said<T>(work: () => Promise<T>): Promise<{ value: T; text: string }> {
  let text = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  try {
    return { value: await work(), text };
  } finally {
    spy.mockRestore();
  }
}

describe("cli/recorded", () => {
  it.each([
    ["one", undefined, 0, ""],
    ["one", "0", 0, ""],
    ["two", "0", 0, ""],
    ["two", "1", 1, ""],
    ["two", undefined, 0, "two.sigmf-meta: has 2 channels. Only channel 0 is used; --input-channel N takes another.\n"],
  ] as const)("opens a channel of %s, chosen by %s", async (name, chosen, channel, message) => {
    const { value, text } = await said(() => openChannel(file(`${name}.sigmf-meta`), chosen));
    const channels = name === "two" ? 2 : 1;
    expect(value).toMatchObject({ channels: 1, samples: 8 });
    expect([...(await value.read(3, 2))]).toEqual([3 * channels + channel, 0, 4 * channels + channel, 0]);
    expect(text.replace(folder, "").replace(/^\//, "")).toBe(message);
  });

  it("finds both files of a pair whose name has a line feed", async () => {
    const name = file("two\nlines.sigmf");
    await writeSignal(`${name}-meta`, { samples: 8, real: true, sampleRate: 1000 }, numbered(8, 1));
    for (const given of [`${name}-meta`, `${name}-data`]) {
      expect([...(await (await openChannel(given, "0")).read(3, 1))]).toEqual([3, 0]);
    }
  });

  it.each(["ä.raw", '"quoted" \\ back.raw', "plain.raw"])(
    "finds the dataset %s that metadata name",
    async (dataset) => {
      const metadata = JSON.parse(readFileSync(file("one.sigmf-meta"), "utf8"));
      metadata.global["core:dataset"] = dataset;
      // Python's json writes ASCII.
      writeFileSync(file("other.sigmf-meta"), JSON.stringify(metadata).replaceAll("ä", "\\u00e4"));
      copyFileSync(file("one.sigmf-data"), file(dataset));
      expect([...(await (await openChannel(file("other.sigmf-meta"), "0")).read(3, 1))]).toEqual([3, 0]);
    },
  );

  it("opens all channels without a word, or one", async () => {
    const { value: all, text } = await said(() => openChannels(file("two.sigmf-data"), undefined));
    expect(await Promise.all(all.map(async ({ read }) => (await read(7, 1))[0]))).toEqual([14, 15]);
    expect(text).toBe("");
    const { value: one } = await said(() => openChannels(file("two.sigmf-data"), "1"));
    expect(one.map(({ channels }) => channels)).toEqual([1]);
  });

  it.each([
    ["two", "2", /two.sigmf-meta: has 2 channels, 0 to 1; --input-channel must be one of them, got "2"/],
    ["one", "1", /one.sigmf-meta: has one channel, number 0; --input-channel must be 0, got "1"/],
    ["two", "-1", /two.sigmf-meta: has 2 channels, 0 to 1; .* got "-1"/],
    ["two", "1.5", /two.sigmf-meta: has 2 channels, 0 to 1; .* got "1.5"/],
  ])("refuses of %s the channel %s", async (name, chosen, message) => {
    await expect(openChannel(file(`${name}.sigmf-meta`), chosen)).rejects.toThrow(message);
    await expect(openChannels(file(`${name}.sigmf-meta`), chosen)).rejects.toThrow(message);
  });

  it("is what every command with recordings has options for", async () => {
    const commands = [...((await helpOf(["--help"])) as string).matchAll(/^ {2}([a-z-]+) {2}/gm)].map(
      ([, name]) => name,
    );
    const helps = await Promise.all(commands.map((name) => helpOf([name, "--help"])));
    const recorded = commands.filter((_, i) => /recording[^.]*: SigMF|The recording/.test(helps[i] as string));
    expect(recorded).toEqual([
      "filter",
      "resample",
      "demodulate",
      "receive",
      "wifi-receive",
      "measure",
      "decode-signals",
      "flow",
    ]);
    for (const name of recorded) expect(await helpOf([name, "--help"])).toContain("--input-channel N");
  });

  it("tells of a channel that is left, before other problems", async () => {
    const { code, stderr } = await refusal(["demodulate", "--in", file("two.sigmf-meta"), "--out", file("a.wav")]);
    expect(stderr).toContain("has 2 channels. Only channel 0 is used; --input-channel N takes another.\n");
    expect(code).toBe(2);
    const filter = await refusal(["filter", "--input-channel", "1"]);
    expect(filter.stderr).toContain("filter: --input-channel chooses a channel of a recording; name it with --in FILE");
    const both = await refusal(["flow", "radio", "--channel", "1", "--input-channel", "1"]);
    expect(both.stderr).toContain("flow: --channel and --input-channel mean the same; give one of them");
  });
});
