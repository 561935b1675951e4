import { CaptureError } from "../../core/capture/capture-error.ts";
import type { DecodedFrame, KernelDecoder } from "../../core/signals/decoders/decoder.ts";
import {
  AUDIO_KINDS,
  type AudioKind,
  decoderNotes,
  decodersFor,
  isSearched,
  runsOnGpu,
} from "../../core/signals/decoders/applicable.ts";
import { decodeRecording } from "../../core/signals/decoders/decode.ts";
import { DECODER_NAMES, type DecoderName, signalDecoders } from "../../core/signals/decoders/registry.ts";
import { command } from "../command.ts";
import { openFastGpu } from "../dawn.ts";
import { nameList } from "../help/help.ts";
import { type SortedTexts, textPieces } from "../item-texts.ts";
import { jsonOption, oneWord, UsageError, wholeNumber } from "../options.ts";
import { refuseUnused } from "../unused-options.ts";
import { writeJsonList, writeJsonTexts } from "../output.ts";
import { MEASURED_RECORDING_OPTIONS, openWithRate, refuseNonFinite, tellUnused, usable } from "../recorded.ts";
import { tablePieces } from "../table.ts";
import { createFrameThreads, type FrameThreads } from "../threads/frame-threads.ts";
import { createProgress, print, tell, untilInterrupted } from "../terminal.ts";

export const decodeSignals = command({
  name: "decode-signals",
  usage: "FILE [options]",
  about: "Decodes the signals of a recording: SigMF, WAV, NumPy or raw. It lists their frames.",
  details: `Decodes the signals of a recording: SigMF, WAV, NumPy or raw. It lists their frames.\n\nDecoders:\n${nameList(
    DECODER_NAMES.map((name) => [name, signalDecoders[name].title]),
  ).trimEnd()}`,
  examples: [
    "decode-signals airport.cu8 --rate 2.4M --frequency 1090M",
    "decode-signals capture.sigmf-meta --json frames.json",
  ],
  failure: "The work failed or was stopped, or a part of the recording could not be searched.",
  takes: "files",
  extras: {
    ...MEASURED_RECORDING_OPTIONS,
    "decoders A,B": {
      choices: DECODER_NAMES,
      isList: true,
      description: "The decoders that run. Default: all that the sample rate allows.",
    },
    "audio fm|off": "What real samples are: fm (FM audio) or off (no decoder takes them). Default fm.",
    "corrected-bits N": "Most bits that Mode S may correct in one frame: 0, 1 or 2. Default 1.",
    json: jsonOption("the frames"),
  },
  async run({ positionals, own }) {
    const path = oneWord("decode-signals: name one recording", positionals);
    const chosen = own.decoders === undefined ? undefined : decodersOf(own.decoders);
    const most = own["corrected-bits"];
    const correctedBits = most === undefined ? undefined : wholeNumber("corrected-bits", most, { max: 2 });
    const audio = own.audio === undefined ? "fm" : audioOf(own.audio);
    if (chosen && !chosen.includes("modes")) {
      refuseUnused("decode-signals", own, ["corrected-bits"], "without the decoder modes");
    }
    const recording = await openWithRate("decode-signals", path, own);
    const { sampleRate } = recording;
    if (own.audio !== undefined && recording.datatype.complex) {
      tell(`${path}: holds I and Q samples; --audio ${audio} applies to recordings of real samples only.`);
    }
    const names = usable(() => decodersFor(recording, chosen, audio), path);
    if (correctedBits !== undefined && !names.includes("modes")) {
      tell(`${path}: the decoder modes does not run on it, so --corrected-bits has no effect.`);
    }
    for (const note of decoderNotes(recording, names)) tell(note);

    const progress = createProgress("decode-signals");
    const frames: DecodedFrame[] = [];
    let [share, samples] = [0, 0];
    let failure: CaptureError | undefined;
    let isUnsearched = false;
    const isHelped = names.some((name) => runsOnGpu(name) || isSearched(name, recording));
    const gpu = isHelped ? await openFastGpu(recording.samples) : undefined;
    const options = { sampleRateHz: sampleRate, frequencyHz: recording.centerFrequency, correctedBits };
    // Decoders that take what no other one read need its frames here.
    const isAlone = gpu !== undefined && names.every((name) => runsOnGpu(name));
    const threads = isAlone ? createFrameThreads(options) : undefined;
    const kernels = threads && { modes: await threadedModeS(threads) };
    const counts = new Map(names.map((name): [string, number] => [name, 0]));
    const all = () => [...counts.values()].reduce((sum, count) => sum + count);
    /** When the first samples were decoded. */
    let begun: { samples: number; at: number } | undefined;
    try {
      try {
        const steps = decodeRecording(recording, names, { correctedBits, gpu, kernels });
        for await (const step of untilInterrupted(steps)) {
          for (const { decoder } of step.frames) counts.set(decoder, (counts.get(decoder) ?? 0) + 1);
          for (const frame of step.frames) frames.push(frame);
          if (threads) counts.set("modes", threads.count());
          for (const message of step.messages) tell(message);
          isUnsearched ||= step.isUnsearched === true;
          samples = step.samples;
          share = step.progress;
          begun ??= { samples, at: performance.now() };
          progress.update(share, counted(all()));
        }
      } catch (error) {
        if (!(error instanceof CaptureError)) throw error;
        failure = error;
      }
      gpu?.close();
      const texts = await threads?.end();
      if (threads) counts.set("modes", threads.count());
      progress.end();
      refuseNonFinite(path, recording);
      tellUnused(path, recording);
      const complete = share === 1 && !failure;
      const until = `sample ${samples} (${(samples / sampleRate).toFixed(3)} s)`;
      if (failure) tell(`${failure.message}\nThe frames before ${until} follow.`);
      else if (!complete)
        tell(`Stopped after ${(100 * share).toFixed(0)} % of the work. The frames that were found so far follow.`);
      frames.sort((a, b) => a.start - b.start);
      if (own.json) {
        const read = { file: path, sampleRateHz: sampleRate, samples, seconds: samples / sampleRate };
        const report = { ...read, counts: Object.fromEntries(counts) };
        if (texts) writeJsonTexts(own.json, report, "frames", texts);
        else writeJsonList(own.json, report, "frames", frames);
      } else for (const piece of described(texts ? framesOf(texts) : frames, sampleRate)) print(piece);
      if (isAlone && begun && samples > begun.samples) {
        const perSecond = (1000 * (samples - begun.samples)) / (performance.now() - begun.at);
        tell(
          `After the start, Threeray decoded ${Number((perSecond / 1e6).toPrecision(3))} million samples per second.`,
        );
      }
      return complete && !isUnsearched ? 0 : 1;
    } finally {
      // Last: the results are written then.
      await threads?.close();
    }
  },
});

/** Returns the decoder of Mode S on a GPU whose frames threads keep. */
async function threadedModeS({ reader }: FrameThreads): Promise<KernelDecoder> {
  const { decodeWith } = await import("../../core/signals/decoders/mode-s/kernel-decoder.plan.ts");
  return decodeWith(() => reader);
}

/** Returns the decoders that a list names. */
function decodersOf(text: string): DecoderName[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const found = DECODER_NAMES.find((known) => known === name.toLowerCase());
    if (found) return found;
    throw new UsageError(`--decoders must name decoders out of ${DECODER_NAMES.join(", ")}, got "${name}"`);
  });
}

function audioOf(text: string): AudioKind {
  const found = AUDIO_KINDS.find((kind) => kind === text);
  if (found) return found;
  throw new UsageError(`decode-signals: --audio must be ${AUDIO_KINDS.join(" or ")}, got "${text}"`);
}

/** Returns the frames of texts. */
function framesOf(texts: readonly SortedTexts[]): DecodedFrame[] {
  const decoder = new TextDecoder();
  return [...textPieces(texts)].flatMap((piece, i) => {
    const text = decoder.decode(i > 0 ? piece.subarray(1) : piece);
    return JSON.parse(`[${text}]`) as DecodedFrame[];
  });
}

const counted = (frames: number) => (frames === 1 ? "1 frame" : `${frames} frames`);

/** A value in one line: parts as JSON, and line ends of texts as escapes. */
export function inLine(value: unknown): string {
  const isList = Array.isArray(value) && value.every((one) => typeof one !== "object");
  if (typeof value === "object" && value !== null && !isList) return JSON.stringify(value);
  return String(value)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\n", String.raw`\n`);
}

/** Frames as a table for people. */
function* described(frames: readonly DecodedFrame[], sampleRate: number): Generator<string> {
  if (frames.length > 0) {
    yield* tablePieces(frames, [
      ["decoder", "decoder"],
      ["sample", "start"],
      ["time in s", ({ start }) => (start / sampleRate).toFixed(6)],
      ["SNR in dB", ({ snrDb }) => snrDb?.toFixed(1)],
      ["corrected bits", "correctedBits"],
      ["frame", ({ hex, bits }) => hex ?? bits],
      [
        "contents",
        ({ fields }) =>
          Object.entries(fields)
            .map(([name, value]) => `${name} ${inLine(value)}`)
            .join(", "),
      ],
    ]);
  }
  yield `${counted(frames.length)}\n`;
}
