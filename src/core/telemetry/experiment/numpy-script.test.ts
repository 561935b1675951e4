import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recording } from "../channel/recording.float64.ts";
import { testGpu } from "../../gpu/testing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { numpyScript } from "./numpy-script.ts";
import { DEFAULT_SCENARIO, recordingLength, type Scenario, scenarioPaths } from "./scenario.ts";
import { synthesize } from "./synthesize.ts";

const hasNumpy = spawnSync("python3", ["-c", "import numpy"]).status === 0;

/** What the script makes of a scenario, complex pairs. */
function run(scenario: Scenario, ...options: string[]): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), "threeray-"));
  try {
    const [script, samples] = ["scenario.py", "samples.npy"].map((name) => join(folder, name));
    writeFileSync(script, numpyScript(scenario));
    execFileSync("python3", [script, "--save", samples, ...options]);
    const file = readFileSync(samples);
    return new Float32Array(new Uint8Array(file.subarray(10 + file.readUInt16LE(8))).buffer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Largest distance, and the correlation. */
function compare(x: ArrayLike<number>, y: ArrayLike<number>) {
  expect(x.length).toBe(y.length);
  let [error, xx, yy, xy] = [0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    error = Math.max(error, Math.abs(x[i] - y[i]));
    [xx, yy, xy] = [xx + x[i] ** 2, yy + y[i] ** 2, xy + x[i] * y[i]];
  }
  return { error, correlation: xy / Math.sqrt(xx * yy) };
}

const SCENARIOS: Partial<Scenario>[] = [
  { channel: "1", packets: 2 },
  { channel: "measured-4", packets: 2, data: "pn11", timing: 0.35, phase: -70, firstOffset: 9000, seed: 4294967295 },
  {
    channel: "custom",
    rays: [
      { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
      { attenuationDb: 6, phaseDeg: -135, delayNs: -33.3 },
    ],
    packets: 1,
    frequencyOffset: -0.05,
    firstOffset: 0,
  },
];

describe.skipIf(!hasNumpy)("experiments/numpy-script (skipped without python3 and NumPy)", () => {
  it.each(SCENARIOS)("makes the same samples as the reference: $channel", (change) => {
    const scenario: Scenario = { ...DEFAULT_SCENARIO, ...change };
    const paths = scenarioPaths(scenario);
    const { data, seed, firstOffset, timing, frequencyOffset, phase } = scenario;
    const expected = recording(
      {
        source: data,
        seed,
        paths,
        firstOffset,
        timing,
        frequencyOffset,
        phase: (phase * Math.PI) / 180,
        noiseVariance: 0,
      },
      0,
      recordingLength(scenario),
    );
    const { error, correlation } = compare(run(scenario, "--noiseless"), expected);
    expect(error).toBeLessThan(1e-4);
    expect(correlation).toBeGreaterThan(0.99999);
  });

  it("makes the samples of the lab's receiver, with noise, for the requested number of packets", async () => {
    const scenario: Scenario = { ...DEFAULT_SCENARIO, packets: 3, channel: "3", ebn0: 12 };
    const parts = [];
    for await (const step of synthesize(await testGpu(), scenario, 0)) parts.push(step.samples);
    const samples = parts[0];
    const { error, correlation } = compare(run(scenario), samples);
    expect(error).toBeLessThan(1e-4);
    expect(correlation).toBeGreaterThan(0.99999);
    expect(run(scenario, "--packets", "1")).toEqual(run(scenario).subarray(0, samples.length - 4 * PACKET_SAMPLES));
  });
});
