import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { adaptive } from "./adaptive.ts";
import { equalizer } from "./equalizer.ts";
import { mimo } from "./mimo.ts";
import { refusal } from "./testing.ts";
import { turbo } from "./turbo.ts";
import { wifi } from "./wifi.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-unused-"));
afterAll(() => rmSync(folder, { recursive: true }));

const made = join(folder, "made.cf32");
writeFileSync(made, new Float32Array(2000));

it.each([
  [
    "receive MADE --seed 2",
    /receive: --seed describes the signal that was sent, .*\. Add --known if .*; else leave it out/,
  ],
  ["receive MADE --equalizers mmse --ebn0 12", /receive: --ebn0 describes the signal/],
  ["receive MADE --rays 0,0,0", /receive: --(rays|channel) describes the signal/],
  ["synthesize --out a.wav --cma-passes 3", /synthesize: --cma-passes has no effect on samples, and WAV keeps/],
  ["flow --list fm-receiver", /flow: --list reads no graph; leave out fm-receiver/],
  ["flow --list --pages 3", /flow: --pages has no effect with --list; leave it out/],
  ["flow fm-receiver --grc a.grc --json -", /flow: --json has no effect with --grc/],
  ["flow fm-receiver --grc a.grc --pages 2", /flow: --pages has no effect with --grc, which runs no graph/],
  ["decode-signals MADE --decoders ook --corrected-bits 2", /--corrected-bits has no effect without the decoder modes/],
  ["turbo-decode --in a.npy --out b.npy --crc 24A", /turbo-decode: --crc has no effect without --stop crc/],
  ["bench --suite sweeps --default-limits", /bench: --default-limits has no effect on --suite sweeps/],
  ["adaptive --theory --packets 5", /adaptive: --packets has no effect with --theory, which simulates no packet/],
  ["adaptive --theory --default-limits", /adaptive: --default-limits has no effect with --theory/],
  ["equalizer-solvers --equalizers mmse", /equalizer-solvers: --equalizers has no effect on the solvers/],
  ["convolution --range 16:*2:64", /convolution: --range has no effect without --sweep; leave it out/],
  [
    "convolution --sweep batch --batch 3",
    /convolution: --batch has no effect with --sweep batch, whose values --range/,
  ],
])("refuses an option that would be ignored, and says what to do: %s", async (line, message) => {
  const { code, stderr } = await refusal(line.replace("MADE", made).split(" "));
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

it.each([
  ["turbo --algorithm log-map --scale 0.7", ["scale has no effect here: it needs the algorithm max-log"]],
  ["mimo --code none --iterations 3", ["iterations has no effect here: it needs a code that is decoded in iter"]],
  ["mimo --snr 1:1:3 --ebn0 1:1:3", ["snr has no effect here: it needs points as SNR, not as Eb/N0"]],
  ["wifi --channel awgn --delay-spread 80", ["delay-spread has no effect here: it needs the channel exponential"]],
  ["adaptive --equalizers mmse --step 0.1", ["step has no effect here: it needs an equalizer with a step"]],
  [
    "equalizer --equalizers mmse --dfe-bits 3 --channel 2 --rays 0,0,0",
    ["rays has no effect here: it needs the channel custom", "dfe-bits has no effect here: it needs the equalizer dfe"],
  ],
])("tells each field that has no effect in the configuration, and continues: %s", async (line, notes) => {
  // A shard that does not exist ends the command before it needs a GPU.
  const { stderr } = await refusal([...line.split(" "), "--shard", "9/2"]);
  const [command] = line.split(" ");
  for (const note of notes) expect(stderr).toContain(`${command}: --${note}`);
  expect(stderr.match(/has no effect/g)).toHaveLength(notes.length);
  expect(stderr).toMatch(/: a shard is INDEX\/COUNT/);
});

const SWEEPS = { equalizer, adaptive, turbo, mimo, wifi };
const EXAMPLES = Object.values(SWEEPS)
  .flatMap(({ text }) => text?.examples ?? [])
  .filter((line) => !/--(resume|shard|theory)/.test(line));

it.each(EXAMPLES)("accepts the options of its own example: %s", async (line) => {
  const { stderr } = await refusal([...line.replace(/ --json \S+/, "").split(" "), "--shard", "9/2"]);
  expect(stderr).not.toContain("has no effect");
  expect(stderr).toMatch(/: a shard is INDEX\/COUNT/);
});
