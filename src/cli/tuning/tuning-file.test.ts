import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { version } from "../../../package.json";
import type { KeptTuning } from "../../core/tuning/kept-tunings.ts";
import { runCommand } from "../commands.ts";
import { cli } from "../testing.ts";
import { forgetTunings, keepTuning, keptSizes, keptTunings, tuningPath } from "./tuning-file.ts";

const adapter = { name: "made up, WebGPU", vendor: "a", architecture: "b", driver: "driver 1", software: false };
const { software: _, ...named } = adapter;
const tuning: KeptTuning = {
  adapter: named,
  version,
  measured: "2026-01-01T00:00:00.000Z",
  timing: "timestamp query",
  kernels: { "fir/direct": { size: 32, gain: 1.25 } },
};

describe("cli/tuning-file", () => {
  let folder: string;
  let told: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "threeray-tuning-"));
    vi.stubEnv("XDG_CACHE_HOME", folder);
    told = "";
    vi.spyOn(process.stderr, "write").mockImplementation((text) => Boolean((told += String(text))));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [{ XDG_CACHE_HOME: "/caches" }, "linux", /^\/caches\/threeray\/tuning\.json$/],
    [{ XDG_CACHE_HOME: "relative" }, "linux", /\/\.cache\/threeray\/tuning\.json$/],
    [{}, "darwin", /\/Library\/Caches\/threeray\/tuning\.json$/],
    [{ LOCALAPPDATA: "/local" }, "win32", /^\/local\/threeray\/tuning\.json$/],
  ] as const)("is in the folder for caches: %j on %s", (env, platform, path) => {
    expect(tuningPath(env, platform)).toMatch(path);
  });

  it("keeps the sizes of each adapter, and forgets them", () => {
    expect(keptSizes(adapter)).toEqual({});
    keepTuning(tuning);
    keepTuning({ ...tuning, adapter: { ...named, vendor: "another" } });
    keepTuning({ ...tuning, kernels: { "fir/direct": { size: 64, gain: 1.1 } } });
    expect(keptTunings().tunings).toHaveLength(2);
    expect(keptSizes(adapter)).toEqual({ "fir/direct": 64 });
    expect(told).toBe("");
    expect([forgetTunings(), forgetTunings()]).toEqual([true, false]);
    expect(keptSizes(adapter)).toEqual({});
  });

  it("drops an old choice once, and says so", () => {
    keepTuning({ ...tuning, version: "0.0.1" });
    expect(keptSizes(adapter)).toEqual({});
    expect(told).toMatch(/drops the workgroup sizes of made up, WebGPU: they were measured with Threeray 0\.0\.1/);
    told = "";
    expect(keptSizes(adapter)).toEqual({});
    expect(told).toBe("");
  });

  it("names a damaged file, uses the usual sizes, and can remove the file", () => {
    mkdirSync(dirname(tuningPath()), { recursive: true });
    writeFileSync(tuningPath(), '{"format": "threeray tun');
    expect(keptSizes(adapter)).toEqual({});
    expect(told).toContain(`${tuningPath()}: it is not JSON. \`tune\` writes it again, \`tune --forget\` removes it.`);
    expect(forgetTunings()).toBe(true);
    expect(keptTunings()).toEqual({ tunings: [] });
  });

  it.each([
    ["a folder in its place", () => mkdirSync(tuningPath(), { recursive: true })],
    ["a file in place of its folder", () => writeFileSync(dirname(tuningPath()), "")],
  ])("names %s, which it can neither write nor remove", (_what, obstruct) => {
    obstruct();
    expect(keptSizes(adapter)).toEqual({});
    expect(told).toMatch(/tuning\.json: .*folder.* XDG_CACHE_HOME can name another folder/);
    expect(() => keepTuning(tuning)).toThrow(`${tuningPath()}: cannot be written: `);
    expect(() => forgetTunings()).toThrow(`${tuningPath()}: cannot be removed: `);
  });

  it("gets its name together with another output, or neither does", () => {
    const beside = join(folder, "measured.json");
    const written = [[beside, "{}"]] as const;
    keepTuning(tuning, written);
    expect(readFileSync(beside, "utf8")).toBe("{}");
    expect(keptTunings().tunings).toHaveLength(1);

    rmSync(beside);
    forgetTunings();
    mkdirSync(tuningPath());
    expect(() => keepTuning(tuning, written)).toThrow(`${tuningPath()}: cannot be written: `);
    expect(readdirSync(folder)).toEqual(["threeray"]);
  });

  it.each([
    [() => mkdirSync(tuningPath(), { recursive: true }), [], 1, /tuning\.json: cannot be written: it is a folder/],
    [() => {}, ["--json", "threeray/tuning.json"], 2, /--json and the kept choice/],
  ])("stops the command before it measures", async (prepare, args, code, message) => {
    prepare();
    mkdirSync(dirname(tuningPath()), { recursive: true });
    expect(await runCommand(["tune", ...args.map((arg) => arg.replace(/^threeray/, dirname(tuningPath())))])).toBe(
      code,
    );
    expect(told).toMatch(message);
    expect(told).not.toMatch(/software|measured/);
  });

  it.runIf(process.platform === "linux")("names a folder of /proc, where no folder can be made", () => {
    vi.stubEnv("XDG_CACHE_HOME", "/proc/nowhere");
    expect(() => keepTuning(tuning)).toThrow(`${tuningPath()}: cannot be written: no folder can be made in /proc`);
  });

  it("is written by the command, which measures on this adapter, and read by --show", async () => {
    let printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((printed += String(text))));
    const { code, stdout, stderr } = await cli(["tune", "--kernels", "flow/fused", "--seconds", "8"]);
    expect(stdout).toMatch(/^kernel .*\nBlocks of one sample in graphs /);
    expect(stderr).toMatch(/[01] of 1 measured kernels are faster with another size/);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(tuningPath(), "utf8")).tunings).toHaveLength(1);
    expect(await runCommand(["tune", "--show"])).toBe(0);
    expect(printed).toMatch(/, measured 20/);
  });
});
