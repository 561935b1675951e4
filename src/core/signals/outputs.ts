import { parseDatatype } from "../capture/datatype.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { parametersOf } from "../lectures/variant.ts";
import type { Detection } from "./detection.ts";
import { MADE_EXAMPLES } from "./examples.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import { measureRecording } from "./measuring/measure.ts";

/** A scenario names an example. Only those that the generator makes have outputs: a link holds no file. */
function read(scenario: string): { example: keyof typeof MADE_EXAMPLES | undefined; name: string } {
  const name = parametersOf(scenario).get("example") ?? "";
  return { example: Object.hasOwn(MADE_EXAMPLES, name) ? (name as keyof typeof MADE_EXAMPLES) : undefined, name };
}
type RecordingScenario = ReturnType<typeof read>;

const FULL_SCALE = 32_768;

/** Makes an example as the page does, and measures its signals in float64, in the order of their starts. */
async function signalsOf({ example, name }: RecordingScenario): Promise<Detection[]> {
  if (!example) {
    const names = Object.keys(MADE_EXAMPLES).join(", ");
    throw new RangeError(`the recording "${name}" is a file, and outputs need one that Threeray makes: ${names}`);
  }
  const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, ...MADE_EXAMPLES[example] };
  const { content, numbers } = madeRecording(options, { format: "ci16" });
  const x = new Float32Array(2 * content.samples);
  let filled = 0;
  for await (const piece of numbers) {
    for (const value of piece) x[filled++] = value / FULL_SCALE;
  }
  const recording = {
    samples: content.samples,
    channels: 1,
    sampleRate: options.rate,
    datatype: parseDatatype("ci16_le"),
    captures: [],
    read: async (start: number, count: number) => x.slice(2 * start, 2 * (start + count)),
  };
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording, { bits: true })) found.push(...detections);
  return found.toSorted((a, b) => a.start - b.start);
}

function open(_: unknown, scenario: RecordingScenario) {
  const signals = once(() => signalsOf(scenario));
  const { rate } = { ...GENERATOR_DEFAULTS, ...(scenario.example && MADE_EXAMPLES[scenario.example]) };
  return { signals, rate, signal: async (number: string) => (await signals())[Number(number) - 1] };
}

const { number, name } = outputLines<RecordingScenario, ReturnType<typeof open>>();
const missing = Number.NaN;
/** Signals are counted from 1 in the order of their starts. */
const all = ({ example }: RecordingScenario) =>
  Array.from({ length: example ? MADE_EXAMPLES[example].bursts : 0 }, (_, i) => String(i + 1));

/** What lectures ask about the signals in a recording that Threeray makes, as the card Signal shows them. */
export const outputs = labOutputs({
  read,
  usual: ({ name: example }) => `recordings?v=1&example=${example}`,
  open,
  table: {
    signals: number("Signals that are found", "", async ({ signals }) => (await signals()).length),
    durationMs: number(
      "Duration",
      "ms",
      async ({ signal, rate }, i) => (1e3 * ((await signal(i)).stop - (await signal(i)).start)) / rate,
      all,
    ),
    snrDb: number("SNR in the 99 % bandwidth", "dB", async ({ signal }, i) => (await signal(i)).snrDb, all),
    bandwidthKHz: number("99 % bandwidth", "kHz", async ({ signal }, i) => (await signal(i)).bandwidthHz / 1e3, all),
    bandwidth3dBKHz: number(
      "−3 dB width",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).bandwidth3dBHz ?? missing) / 1e3,
      all,
    ),
    symbolRateKBd: number(
      "Symbol rate",
      "kBd",
      async ({ signal }, i) => ((await signal(i)).symbolRateHz ?? missing) / 1e3,
      all,
    ),
    carrierKHz: number(
      "Carrier, from the centre of the recording",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).carrierOffsetHz ?? missing) / 1e3,
      all,
    ),
    deviationKHz: number(
      "Frequency deviation",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).deviationHz ?? missing) / 1e3,
      all,
    ),
    modulationIndex: number(
      "Modulation index",
      "",
      async ({ signal }, i) => (await signal(i)).modulationIndex ?? missing,
      all,
    ),
    bits: number("Bits", "bits", async ({ signal }, i) => (await signal(i)).bits?.length ?? missing, all),
    class: name("Class of the first signal", async ({ signal }) => (await signal("1")).class),
  },
});
