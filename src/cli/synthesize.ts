import { recordingLength } from "../core/telemetry/experiment/scenario.ts";
import { synthesize as makeRecording } from "../core/telemetry/experiment/synthesize.ts";
import { defaultPageBlocks } from "../core/telemetry/experiment/page.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import { SAMPLE_RATE } from "../core/telemetry/packet.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, writeSignal } from "./files.ts";
import { type ExtraOption, helpText, UsageError } from "./options.ts";
import { ONE_SCENARIO_OPTIONS, readOneScenario } from "./scenario.ts";
import { createProgress } from "./terminal.ts";

const extras = {
  out: { value: "FILE", output: signalFiles, description: `File for the recording. ${SIGNAL_FILES}` },
} satisfies Record<string, ExtraOption>;

const about = "Writes the samples that a sweep's receiver gets for a scenario. SigMF also stores the scenario.";

export const synthesize: Command = {
  about,
  help: () => helpText("synthesize --out NAME.sigmf-meta [options]", about, extras, ONE_SCENARIO_OPTIONS),
  async run(args) {
    const { positionals, scenario, extras: own } = readOneScenario("synthesize", args, extras);
    if (positionals.length) throw new UsageError(`synthesize: takes no file, got "${positionals[0]}"`);
    if (!own.out) throw new UsageError("synthesize: --out NAME.sigmf-meta is missing");
    const host = await dawnHost();
    const pageBlocks = defaultPageBlocks(await host.get());
    const progress = createProgress("synthesize");
    const run = (gpu: Gpu, from: number, blocks?: number) => makeRecording(gpu, scenario, from, { pageBlocks: blocks });
    async function* chunks() {
      for await (const step of resilient(host, 0 as number, run, { page: pageBlocks })) {
        progress.update(step.progress);
        yield step.samples;
      }
    }
    const content = { sampleRate: SAMPLE_RATE, samples: recordingLength(scenario), scenario };
    await writeSignal(own.out, content, chunks());
    progress.end();
    return 0;
  },
};
