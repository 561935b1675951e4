import { recordedSignal } from "../core/capture/signal.ts";
import { resamplerBlocks } from "../core/resampling/blocks.ts";
import { designResampler } from "../core/resampling/design.ts";
import { outputSamples, scaled } from "../core/flow/rate.ts";
import { checkPage, runStream } from "../core/flow/run.ts";
import type { Command } from "./command.ts";
import { dawnHost, fromTheBeginning } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, writeSignal } from "./files.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { openRecording, tellNonFinite } from "./recorded.ts";
import { writeJson } from "./output.ts";
import { createProgress, print } from "./terminal.ts";

const extras = {
  in: { value: "FILE", input: true, description: "The recording: SigMF, WAV, NumPy or raw." },
  out: {
    value: "FILE",
    output: signalFiles,
    description: `File for the resampled signal. ${SIGNAL_FILES}`,
  },
  up: { value: "N", description: "Output samples for each --down input samples. Default 1." },
  down: { value: "N", description: "Input samples for each --up output samples. Default 1." },
  attenuation: { value: "DB", description: "Attenuation of aliases and images in dB. Default 80." },
  pass: { value: "SHARE", description: "Pass band as a fraction of the lower Nyquist frequency. Default 0.8." },
  stages: { value: "1|2", description: "Number of stages. Default: the number with fewer multiplications." },
  page: { value: "N", description: "Samples per transfer to the GPU. Default 262144." },
  json: {
    value: "FILE|-",
    output: true,
    description: "Write a report as JSON to a file, or with - to standard output.",
  },
} satisfies Record<string, ExtraOption>;

const about = "Changes a recording's sample rate by up/down with a polyphase filter, in one or two stages.";

export const resample: Command = {
  about,
  help: () => helpText("resample --in FILE --up 99 --down 448 --out FILE.sigmf-meta [options]", about, extras),
  async run(args) {
    const { positionals, extras: own } = readArguments(args, extras);
    if (positionals.length) throw new UsageError(`resample: name the file with --in, got "${positionals[0]}"`);
    if (!own.in || !own.out) throw new UsageError("resample: --in FILE and --out FILE are both needed");
    const numberOf = (name: keyof typeof extras) => (own[name] === undefined ? undefined : Number(own[name]));
    const design = orUsage(() =>
      designResampler({
        up: numberOf("up") ?? 1,
        down: numberOf("down") ?? 1,
        attenuation: numberOf("attenuation"),
        pass: numberOf("pass"),
        stages: numberOf("stages") as 1 | 2 | undefined,
      }),
    );
    const page = numberOf("page") ?? 2 ** 18;
    orUsage(() => checkPage(page));
    const recording = await openRecording(own.in);
    const x = recordedSignal(recording);
    const blocks = resamplerBlocks(design, x.kind);
    const samples = outputSamples(blocks, x.samples);
    const sampleRate = recording.sampleRate && (recording.sampleRate * design.up) / design.down;
    const start = performance.now();
    const moved = (sample: number) => Math.min(samples - 1, Math.round(scaled(sample, design)));
    const captures = recording.captures.map(({ start: at, centerFrequency, datetime }) => {
      return { start: moved(at), centerFrequency, datetime };
    });
    const annotations = recording.annotations.map((annotation) => {
      const first = moved(annotation.start);
      return { ...annotation, start: first, count: Math.max(1, moved(annotation.start + annotation.count) - first) };
    });
    const content = { samples, sampleRate, real: x.kind === "real", captures, annotations };
    const out = own.out;
    await fromTheBeginning(await dawnHost(), async (gpu) => {
      const progress = createProgress("resample");
      async function* chunks() {
        for await (const step of runStream(gpu, x, blocks, { page })) {
          progress.update(step.progress);
          yield step.samples;
        }
      }
      await writeSignal(out, content, chunks());
      progress.end();
    });
    const seconds = (performance.now() - start) / 1000;
    const stages = design.stages.map(({ up, down, taps }) => ({ up, down, taps: taps.length }));
    const { up, down, multiplications } = design;
    const report = {
      experiment: "resample",
      up,
      down,
      stages,
      multiplications,
      from: x.samples,
      samples,
      rate: sampleRate ?? null,
      nonFinite: tellNonFinite(x),
    };
    if (own.json) writeJson(own.json, { ...report, seconds });
    else {
      const how = stages.map((stage) => `${stage.up}/${stage.down} with ${stage.taps} taps`).join(", then ");
      const at = sampleRate === undefined ? "" : ` at ${sampleRate} Hz`;
      print(`${x.samples} → ${samples} samples${at}: ${how}\n`);
    }
    return 0;
  },
};
