import { recordingLength, type Scenario } from "../core/experiments/scenario.ts";
import { synthesize as makeRecording } from "../core/experiments/synthesize.ts";
import { defaultPageBlocks } from "../core/experiments/sweep.ts";
import { resilient } from "../core/gpu/host.ts";
import { SAMPLE_RATE } from "../core/soqpsk/packet.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { writeRecording } from "./files.ts";
import { type ExtraOption, helpText, readArguments, UsageError } from "./options.ts";
import { createProgress, interruptSignal } from "./terminal.ts";

const extras = {
  out: { value: "NAME.sigmf-meta", description: "The recording's metadata; the samples go beside it. .sigmf makes an archive." },
} satisfies Record<string, ExtraOption>;

const about = "Writes a scenario's recording as SigMF: the very samples that a sweep's receiver gets.";

export const synthesize: Command = {
  about,
  help: () => helpText("synthesize --out NAME.sigmf-meta [options]", about, extras, true),
  async run(args) {
    const { positionals, scenario, ebn0s, extras: own } = readArguments(args, extras);
    if (positionals.length) throw new UsageError(`synthesize: takes no file, got "${positionals[0]}"`);
    if (!own.out) throw new UsageError("synthesize: --out NAME.sigmf-meta is missing");
    if (ebn0s.length !== 1) throw new UsageError(`synthesize: --ebn0 takes one value, got ${ebn0s.length}`);
    const host = await dawnHost();
    const signal = interruptSignal();
    const progress = createProgress("synthesize");
    const complete = await writeRecording(own.out, describe(scenario), chunks());
    progress.end();
    return complete ? 0 : 1;

    async function* chunks() {
      const pageBlocks = defaultPageBlocks(await host.get());
      const run = (gpu: Awaited<ReturnType<typeof host.get>>, from: number, blocks?: number) =>
        makeRecording(gpu, scenario, from, { signal, pageBlocks: blocks });
      for await (const step of resilient(host, 0, run, { pageBlocks })) {
        progress.update(step.progress);
        yield step.samples;
      }
    }
  },
};

function describe(scenario: Scenario) {
  return { sampleRate: SAMPLE_RATE, samples: recordingLength(scenario), scenario };
}
