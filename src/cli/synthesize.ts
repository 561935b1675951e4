import { receiverSettings, recordingLength, SCENARIO } from "../core/telemetry/experiment/scenario.ts";
import { SCENARIO_USES } from "../core/telemetry/experiment/uses.ts";
import { synthesize as makeRecording } from "../core/telemetry/experiment/synthesize.ts";
import { defaultPageBlocks } from "../core/telemetry/experiment/page.ts";
import { SAMPLE_RATE } from "../core/telemetry/packet.ts";
import { command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, writeSignal } from "./files.ts";
import { UsageError } from "./options.ts";
import { refuseUnused, tellWithoutEffect } from "./unused-options.ts";
import { ONE_SCENARIO, oneScenario } from "./scenario.ts";
import { shownSamples } from "./steps.ts";

export const synthesize = command({
  name: "synthesize",
  usage: "--out NAME.sigmf-meta [options]",
  about: "Writes the samples that a sweep's receiver gets for a scenario. SigMF also stores the scenario.",
  examples: ["synthesize --channel 2 --ebn0 15 --packets 50 --seed 1 --out made.sigmf-meta"],
  extras: {
    "out FILE": { output: signalFiles, description: `File for the recording. ${SIGNAL_FILES}` },
  },
  ...ONE_SCENARIO,
  async run({ given, own }) {
    const scenario = oneScenario("synthesize", given);
    // Receivers of the recording may have other equalizers.
    const { rays } = SCENARIO_USES;
    tellWithoutEffect("synthesize", SCENARIO, { rays }, scenario, given);
    if (!own.out) throw new UsageError("synthesize: --out NAME.sigmf-meta is missing");
    if (own.out.endsWith(".wav")) {
      refuseUnused(
        "synthesize",
        given,
        Object.keys(receiverSettings(scenario)),
        "on samples, and WAV keeps nothing else",
      );
    }
    const host = await dawnHost();
    const page = defaultPageBlocks(await host.get());
    const chunks = shownSamples("synthesize", host, page, (gpu, from, pageBlocks) =>
      makeRecording(gpu, scenario, from, { pageBlocks }),
    );
    await writeSignal(own.out, { sampleRate: SAMPLE_RATE, samples: recordingLength(scenario), scenario }, chunks);
    return 0;
  },
});
