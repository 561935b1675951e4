import { interleaveChannels, together } from "../core/capture/channels.ts";
import { derivedFrom } from "../core/capture/derived.ts";
import { recordedSignal } from "../core/capture/signal.ts";
import { resamplerBlocks } from "../core/resampling/blocks.ts";
import { designResampler } from "../core/resampling/design.ts";
import { chainDelay, outputSamples } from "../core/flow/graph/rate.ts";
import { checkPage } from "../core/flow/run/run-graph.ts";
import { runStream } from "../core/flow/run/run-stream.ts";
import { command } from "./command.ts";
import { dawnHost, fromTheBeginning } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, tellLost, writeSignal } from "./files.ts";
import { jsonOption, orUsage, typedNumber, UsageError } from "./options.ts";
import { CHANNELS_OPTION, openChannels, tellNonFinite } from "./recorded.ts";
import { writeJson } from "./output.ts";
import { createProgress, print } from "./terminal.ts";

export const resample = command({
  name: "resample",
  usage: "--in FILE --up 99 --down 448 --out FILE.sigmf-meta [options]",
  about: "Changes a recording's sample rate by up/down with a polyphase filter, in one or two stages.",
  examples: ["resample --in made.sigmf-meta --up 99 --down 448 --out slow.sigmf-meta"],
  extras: {
    "in FILE": { input: true, isRequired: true, description: "The recording: SigMF, WAV, NumPy or raw." },
    ...CHANNELS_OPTION,
    "out FILE": {
      output: signalFiles,
      isRequired: true,
      description: `File for the resampled signal. ${SIGNAL_FILES}`,
    },
    "up N": "Output samples for each --down input samples. Default 1.",
    "down N": "Input samples for each --up output samples. Default 1.",
    "attenuation DB": "Attenuation of aliases and images in dB. Default 80.",
    "pass SHARE": "Pass band as a fraction of the lower Nyquist frequency. Default 0.8.",
    "stages 1|2": "Number of stages. Default: the number with fewer multiplications.",
    "page N": "Samples per transfer to the GPU. Default 262144.",
    json: jsonOption("a report"),
  },
  async run({ own }) {
    const numberOf = (name: keyof typeof own, unit = "") => {
      const text = own[name];
      const value = text === undefined ? undefined : typedNumber(text, unit);
      if (!Number.isNaN(value)) return value;
      throw new UsageError(`resample: --${name} must be a number, got "${text}"`);
    };
    const design = orUsage(() =>
      designResampler({
        up: numberOf("up") ?? 1,
        down: numberOf("down") ?? 1,
        attenuation: numberOf("attenuation", "dB"),
        pass: numberOf("pass"),
        stages: numberOf("stages") as 1 | 2 | undefined,
      }),
    );
    const page = numberOf("page") ?? 2 ** 18;
    orUsage(() => checkPage(page));
    const recordings = await openChannels(own.in, own["input-channel"]);
    const [recording] = recordings;
    const channels = recordings.map((one) => recordedSignal(one));
    const [x] = channels;
    const blocks = resamplerBlocks(design, x.kind);
    const samples = outputSamples(blocks, x.samples);
    const sampleRate = recording.sampleRate && (recording.sampleRate * design.up) / design.down;
    const start = performance.now();
    const { up, down, multiplications } = design;
    const delay = chainDelay(blocks);
    const content = {
      ...tellLost(derivedFrom(recording, { samples, up, down, delay })),
      samples,
      channels: channels.length,
      sampleRate,
      real: x.kind === "real",
    };
    const width = x.kind === "real" ? 1 : 2;
    await fromTheBeginning(await dawnHost(), async (gpu) => {
      const progress = createProgress("resample");
      async function* chunks() {
        for await (const steps of together(channels.map((channel) => runStream(gpu, channel, blocks, { page })))) {
          progress.update(steps[0].progress);
          yield interleaveChannels(
            steps.map((step) => step.samples),
            width,
          );
        }
      }
      await writeSignal(own.out, content, chunks());
      progress.end();
    });
    const seconds = (performance.now() - start) / 1000;
    const stages = design.stages.map(({ up, down, taps }) => ({ up, down, taps: taps.length }));
    const report = {
      experiment: "resample",
      up,
      down,
      stages,
      multiplications,
      from: x.samples,
      samples,
      delay,
      channels: channels.length,
      rate: sampleRate ?? null,
      nonFinite: tellNonFinite(...channels),
    };
    if (own.json) writeJson(own.json, { ...report, seconds });
    else {
      const how = stages.map((stage) => `${stage.up}/${stage.down} with ${stage.taps} taps`).join(", then ");
      const at = sampleRate === undefined ? "" : ` at ${sampleRate} Hz`;
      const all = channels.length > 1 ? ` of ${channels.length} channels` : "";
      print(`${x.samples} → ${samples} samples${all}${at}, late by ${delay.toFixed(1)} samples: ${how}\n`);
    }
    return 0;
  },
});
