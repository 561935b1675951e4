import { CaptureError } from "../../core/capture/capture-error.ts";
import type { DecodedFrame } from "../../core/signals/decoders/decoder.ts";
import {
  AUDIO_KINDS,
  type AudioKind,
  decodeRecording,
  decoderNotes,
  decodersFor,
  isSearched,
  runsOnGpu,
} from "../../core/signals/decoders/decode.ts";
import { DECODER_NAMES, type DecoderName, signalDecoders } from "../../core/signals/decoders/registry.ts";
import { command } from "../command.ts";
import { openFastGpu } from "../dawn.ts";
import { nameList } from "../help/help.ts";
import { jsonOption, oneWord, UsageError, wholeNumber } from "../options.ts";
import { writeJsonList } from "../output.ts";
import { MEASURED_RECORDING_OPTIONS, openWithRate, tellUnused } from "../recorded.ts";
import { tablePieces } from "../table.ts";
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
    const recording = await openWithRate("decode-signals", path, own);
    const { sampleRate } = recording;
    if (own.audio !== undefined && recording.datatype.complex) {
      tell(`${path}: holds I and Q samples; --audio ${audio} applies to recordings of real samples only.`);
    }
    const names = usable(path, () => decodersFor(recording, chosen, audio));
    for (const note of decoderNotes(recording, names)) tell(note);

    const progress = createProgress("decode-signals");
    const frames: DecodedFrame[] = [];
    let [share, samples] = [0, 0];
    let failure: CaptureError | undefined;
    const isHelped = names.some((name) => runsOnGpu(name) || isSearched(name, recording));
    const gpu = isHelped ? await openFastGpu(recording.samples) : undefined;
    try {
      for await (const step of untilInterrupted(decodeRecording(recording, names, { correctedBits, gpu }))) {
        for (const frame of step.frames) frames.push(frame);
        for (const message of step.messages) tell(message);
        samples = step.samples;
        share = step.progress;
        progress.update(share, counted(frames.length));
      }
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      failure = error;
    }
    gpu?.close();
    progress.end();
    tellUnused(path, recording);
    const complete = share === 1 && !failure;
    if (failure) tell(`${failure.message}\nThe frames that were found before follow.`);
    else if (!complete)
      tell(`Stopped after ${(100 * share).toFixed(0)} % of the work. The frames that were found so far follow.`);
    frames.sort((a, b) => a.start - b.start);
    if (own.json) {
      const counts = Object.fromEntries(
        names.map((name) => [name, frames.filter(({ decoder }) => decoder === name).length]),
      );
      const read = { file: path, sampleRateHz: sampleRate, samples, seconds: samples / sampleRate };
      writeJsonList(own.json, { ...read, counts }, "frames", frames);
    } else for (const piece of described(frames, sampleRate)) print(piece);
    return complete ? 0 : 1;
  },
});

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

/** Returns what a check of the recording returns; a recording of the wrong kind is bad usage. */
function usable<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof CaptureError) throw new UsageError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
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
