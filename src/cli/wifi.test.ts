import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cli, refusal } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-wifi-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));

describe("wifi", () => {
  const sweep = "wifi --rate-mbps 6,54 --bytes 20 --snr 3:9:12 --channel exponential:30 --packets 12 --seed 4".split(
    " ",
  );

  it("writes each rate's and estimator's packet errors, the same ones from shards, resumed and merged", async () => {
    const args = [...sweep, "--estimators", "genie,ls"];
    expect(await cli([...args, "--json", file("whole.json")])).toMatchObject({ code: 0 });
    const whole = json("whole.json");
    expect(whole).toMatchObject({
      experiment: "wifi",
      complete: true,
      config: { channel: "exponential", delaySpread: 30 },
    });
    const found = whole.results.map((row: any) => [row.rateMbps, row.snrDb, row.estimator, row.packets].join());
    expect(found).toEqual(
      [3, 12].flatMap((snr) => [6, 54].flatMap((rate) => ["genie", "ls"].map((name) => [rate, snr, name, 12].join()))),
    );
    for (const { packets, packetErrors, per, ci95 } of whole.results) {
      expect(per).toBe(packetErrors / packets);
      expect(ci95[0]).toBeLessThanOrEqual(per);
      expect(ci95[1]).toBeGreaterThanOrEqual(per);
    }
    expect(await cli([...args, "--shard", "1/2", "--json", file("first.json")])).toMatchObject({ code: 0 });
    expect(await cli(["merge", file("first.json"), "--json", file("half.json")])).toMatchObject({ code: 0 });
    expect(await cli(["wifi", "--resume", file("half.json"), "--json", file("resumed.json")])).toMatchObject({
      code: 0,
    });
    expect(json("resumed.json").results).toEqual(whole.results);
  });

  it("takes one estimator by name, and prints a table", async () => {
    const { code, stdout } = await cli([...sweep, "--estimator", "ls"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Mbit\/s +SNR dB +estimator +packets +errors +PER/);
    expect(stdout).toMatch(/54 +12 +ls +12 +\d+/);
    expect(stdout).not.toMatch(/genie/);
  });

  it.each<[string[], RegExp]>([
    [["--rate-mbps", "11"], /rateMbps must be one or more of 6, 9, 12, 18, 24, 36, 48, 54, got \["11"\]/],
    [["--bytes", "4096"], /bytes must be a whole number from 5 to 4095 bytes, got 4096/],
    [["--channel", "exponential:x"], /delaySpread must be a number from 0 to 500 ns, got NaN/],
    [["--channel", "exponential:"], /delaySpread must be a number from 0 to 500 ns, got ""/],
    [
      ["--channel", "exponential:5", "--delay-spread", "5"],
      /--channel exponential:NS and --delay-spread mean the same/,
    ],
    [["--channel", "fading"], /channel must be one of awgn, exponential, rays, measured-1, .* got "fading"/],
    [["--estimator", "zf"], /estimators must be one or more of genie, ls, .* got \["zf"\]/],
    [["--estimator", "ls", "--estimators", "ls"], /--estimator and --estimators mean the same; give one of them/],
    [["--snr", "2:1"], /snr: a range is FROM:STEP:TO/],
    [["packet.bin"], /wifi: takes no file, got "packet.bin"/],
    [["--snr", "auto", "--shard", "1/2"], /automatic points need the counts of all shards/],
  ])("refuses %j", async (args, message) => {
    expect(await refusal(["wifi", ...args])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});

describe("wifi-synthesize", () => {
  it.each([
    ["20", "made.sigmf-meta", "--rate-mbps 54,6 --bytes 100 --frames 3 --snr 30 --offset 30"],
    ["10", "made.wav", "--rate-mbps 24 --bytes 77 --frames 4 --channel awgn --bandwidth 10 --clock 20"],
  ])("writes frames that wifi-receive finds, %s MHz", async (width, name, args) => {
    expect(await cli(["wifi-synthesize", ...args.split(" "), "--out", file(name)])).toMatchObject({ code: 0 });
    const { code, stdout } = await cli(["wifi-receive", file(name), "--width", width, "--json", "-"]);
    expect(code).toBe(0);
    const { frames } = JSON.parse(stdout);
    const expected = width === "20" ? [6, 6, 6, 54, 54, 54] : [12, 12, 12, 12];
    const intact = frames.filter(({ fcsOk }: any) => fcsOk);
    expect(intact.map(({ rateMbps }: any) => rateMbps)).toEqual(expected);
    const types = intact.map(({ type }: any) => type);
    expect(types).toEqual(expected.map((_, i) => ["Beacon", "Data", "Ack"][i % 3]));
    expect(intact[2].addresses).toEqual([intact[1].addresses[1]]);
  });

  it.each<[string[], RegExp]>([
    [[], /--out NAME.sigmf-meta is missing/],
    [["--out", "x.sigmf", "--frames", "0"], /--frames must be a whole number from 1 to 1000000, got "0"/],
    [["--out", "x.sigmf", "--snr", "1:2:9"], /--snr takes one number in dB, got "1:2:9"/],
    [["--out", "x.mp3"], /the name gives no known format/],
    [["--out", "x.sigmf", "--bytes", "30"], /at least 36 octets, got --bytes 30; --content random takes fewer/],
    [["--out", "x.sigmf", "--content", "beacons"], /--content must be one of frames, random, got "beacons"/],
    [["--out", "x.sigmf", "--estimators", "ls"], /Unknown option '--estimators'/],
    [["--out", "x.sigmf", "a.bin"], /takes no file, got "a.bin"/],
  ])("refuses %j", async (args, message) => {
    const outcome = await refusal(["wifi-synthesize", ...args]);
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
