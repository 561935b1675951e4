import type { Place, Report, SinkBlock, Stream } from "../../flow/build/block-factory.ts";
import { PORTS, type PortType } from "../../flow/graph/port.ts";
import { AUDIO_RATES, type AudioSink } from "./audio-sink.ts";
import type { FileSink } from "./file-sink.ts";
import { othersNote } from "./finite-items.ts";
import { createFrameReader } from "./frame-reader.ts";
import { inputNames } from "./time-sink.ts";
import { stated } from "../definition.ts";

/** The whole page of a port, to fetch. */
const wholePage = ({ buffer, length }: Stream, type: PortType, vector = 1) => ({
  buffer,
  size: length * vector * PORTS[type].bytes,
});

const nothing = () => {};

type Items = Extract<Report, { kind: "items" }>["items"];

/** Sinks that need all items fetch them as they are. */
export function createFileSink({ type, vector, rate, integers }: FileSink): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    ...stated({ rate }),
    variableRates: ["in"],
    create: async (_, { inputs }) => ({
      label: "file-sink",
      reads: [wholePage(inputs.in, type, vector)],
      take([fetched], page): Report | undefined {
        const { count, hz } = page.inputs.in;
        if (count === 0) return undefined;
        const words = wordsOf(type, fetched, (count * vector * PORTS[type].bytes) / 4);
        const items = type === "integer" ? lowestBits(words, integers) : words;
        return { kind: "items", type, vector, items, hz: rate > 0 ? rate : hz, tags: page.tags };
      },
      reset: nothing,
      destroy: nothing,
    }),
  };
}

/** Typed arrays of fewer bits keep the lowest ones. */
function lowestBits(words: Items, integers: FileSink["integers"]): Items {
  if (integers === "int32") return words;
  return integers === "int16" ? Int16Array.from(words) : Int8Array.from(words);
}

function wordsOf(type: PortType, bytes: ArrayBuffer, length: number): Items {
  if (type === "integer") return new Int32Array(bytes, 0, length);
  return type === "bits" || type === "frames" ? new Uint32Array(bytes, 0, length) : new Float32Array(bytes, 0, length);
}

/** @throws RangeError for a sample rate that no browser can play. */
export function createAudioSink({ channels, volume, rate }: AudioSink, place: Place): SinkBlock {
  const names = inputNames(channels);
  const hz = place.hz[names[0]] ?? rate;
  if (hz < AUDIO_RATES.least || hz > AUDIO_RATES.most) {
    throw new RangeError(
      `The sample rate must be from ${AUDIO_RATES.least} to ${AUDIO_RATES.most} Hz, got ${hz} Hz. Add a rational resampler before this block.`,
    );
  }
  let gain = volume;
  /** Samples of the run that no loudspeaker can play. */
  let others = 0;
  return {
    kind: "sink",
    consumes: Object.fromEntries(names.map((name) => [name, 1])),
    ...stated({ rate }, names[0]),
    variableRates: channels === 1 ? names : [],
    create: async (_, { inputs }) => ({
      label: "audio-sink",
      reads: names.map((name) => wholePage(inputs[name], "real")),
      take(fetched, page): Report | undefined {
        const { count } = page.inputs[names[0]];
        if (count === 0) return undefined;
        const samples = new Float32Array(channels * count);
        for (const [channel, bytes] of fetched.entries()) {
          const values = new Float32Array(bytes);
          for (let n = 0; n < count; n++) {
            const sample = Math.fround(gain * values[n]);
            if (Number.isFinite(sample)) samples[channels * n + channel] = sample;
            else others++;
          }
        }
        return { kind: "audio", samples, channels, hz, ...othersNote(others, "silent") };
      },
      set: (next: AudioSink) => void (gain = next.volume),
      reset: () => void (others = 0),
      destroy: nothing,
    }),
  };
}

export function createFramesSink(): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(_, { inputs }) {
      const reader = createFrameReader();
      return {
        label: "frames-sink",
        reads: [wholePage(inputs.in, "frames")],
        take([fetched], page): Report | undefined {
          const frames = reader.read(new Uint32Array(fetched, 0, page.inputs.in.count), page.tags);
          return frames.length > 0 ? { kind: "frames", frames } : undefined;
        },
        reset: () => reader.reset(),
        destroy: nothing,
      };
    },
  };
}
