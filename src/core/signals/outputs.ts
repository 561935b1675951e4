import { parseDatatype } from "../capture/datatype.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { parametersOf } from "../lectures/variant.ts";
import type { Detection } from "./detection.ts";
import { MADE_EXAMPLES, madeExample } from "./examples.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import { measureRecording } from "./measuring/measure.ts";

/** A scenario names an example, and may have a selection and a station. Only examples that the generator makes have outputs: a link holds no file. */
function read(scenario: string) {
  const given = parametersOf(scenario);
  const name = given.get("example") ?? "";
  return { made: madeExample(name), name, select: given.get("select"), station: given.get("station") };
}
type RecordingScenario = ReturnType<typeof read>;

const FULL_SCALE = 32_768;

/** Makes an example as the page does, and measures its signals in float64, in the order of their starts. */
async function signalsOf({ made, name }: RecordingScenario): Promise<Detection[]> {
  if (!made) {
    const names = Object.keys(MADE_EXAMPLES).join(", ");
    throw new RangeError(`the recording "${name}" is a file, and outputs need one that Threeray makes: ${names}`);
  }
  const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, ...made.options };
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

/** The signals of the last recording: a student submits several selections of one. */
let last: { name: string; signals: Promise<Detection[]> } | undefined;

function measured(scenario: RecordingScenario): Promise<Detection[]> {
  if (last?.name !== scenario.name) last = { name: scenario.name, signals: signalsOf(scenario) };
  return last.signals;
}

function open(_: unknown, scenario: RecordingScenario) {
  const signals = once(() => measured(scenario));
  const { rate } = { ...GENERATOR_DEFAULTS, ...scenario.made?.options };
  return {
    scenario,
    signals,
    rate,
    /** @param which Its number from 1 in the order of the starts, or a class: then the first signal of it. */
    async signal(which: string) {
      const all = await signals();
      const found = all[Number(which) - 1] ?? all.find((one) => one.class === which);
      if (found) return found;
      throw new RangeError(`the recording has no signal ${which}; it has ${all.map((one) => one.class).join(", ")}`);
    },
  };
}

/**
 * Returns the part of the selection and a signal's box, in time and in its 99 % bandwidth, that both have in common: 0 to 1.
 *
 * @throws RangeError for a selection of another form.
 */
function overlapOf(select: string | undefined, { start, stop, centreHz, bandwidthHz }: Detection, rate: number) {
  if (select === undefined) return 0;
  const [from, count, low, high] = select.split(":").map(Number);
  if (!(count > 0 && high > low && Number.isFinite(from))) {
    throw new RangeError(`select must be START:COUNT:LOW:HIGH, got "${select}"`);
  }
  const [lowest, highest] = [centreHz - bandwidthHz / 2, centreHz + bandwidthHz / 2].map((hz) => hz / rate);
  const common = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c));
  const both = common(from, from + count, start, stop) * common(low, high, lowest, highest);
  return both / (count * (high - low) + (stop - start) * (highest - lowest) - both);
}

const { number, name } = outputLines<RecordingScenario, ReturnType<typeof open>>();
const missing = Number.NaN;
/** Signals are counted from 1 in the order of their starts. */
const all = ({ made }: RecordingScenario) => Array.from({ length: made?.options.bursts ?? 0 }, (_, i) => String(i + 1));
/** Their numbers, and their classes. */
const named = (scenario: RecordingScenario) => [...all(scenario), ...new Set(scenario.made?.options.classes)];

/** What lectures ask about the signals in a recording that Threeray makes, as the card Signal shows them. */
export const outputs = labOutputs({
  read,
  usual({ name: example, select, station }) {
    const parts = Object.entries({ select, station }).flatMap(([field, text]) => (text ? [`${field}=${text}`] : []));
    return `recordings?${["v=1", `example=${example}`, ...parts].join("&")}`;
  },
  fields: {
    schema: { fields: {} },
    more: [
      { name: "example", label: "Recording", value: "", choices: Object.keys(MADE_EXAMPLES) },
      { name: "select", label: "Selection", value: "" },
      { name: "station", label: "Station", value: "" },
    ],
  },
  open,
  table: {
    signals: number("Signals that are found", "", async ({ signals }) => (await signals()).length),
    durationMs: number(
      "Duration",
      "ms",
      async ({ signal, rate }, i) => (1e3 * ((await signal(i)).stop - (await signal(i)).start)) / rate,
      named,
    ),
    snrDb: number("SNR in the 99 % bandwidth", "dB", async ({ signal }, i) => (await signal(i)).snrDb, named),
    bandwidthKHz: number("99 % bandwidth", "kHz", async ({ signal }, i) => (await signal(i)).bandwidthHz / 1e3, named),
    bandwidth3dBKHz: number(
      "−3 dB width",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).bandwidth3dBHz ?? missing) / 1e3,
      named,
    ),
    symbolRateKBd: number(
      "Symbol rate",
      "kBd",
      async ({ signal }, i) => ((await signal(i)).symbolRateHz ?? missing) / 1e3,
      named,
    ),
    carrierKHz: number(
      "Carrier, from the centre of the recording",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).carrierOffsetHz ?? missing) / 1e3,
      named,
    ),
    deviationKHz: number(
      "Frequency deviation",
      "kHz",
      async ({ signal }, i) => ((await signal(i)).deviationHz ?? missing) / 1e3,
      named,
    ),
    modulationIndex: number(
      "Modulation index",
      "",
      async ({ signal }, i) => (await signal(i)).modulationIndex ?? missing,
      named,
    ),
    bits: number("Bits", "bits", async ({ signal }, i) => (await signal(i)).bits?.length ?? missing, named),
    overlap: number(
      "Overlap of the selection with a signal’s box, as a part of both",
      "",
      async ({ signal, scenario, rate }, which) => overlapOf(scenario.select, await signal(which), rate),
      named,
    ),
    tuningKHz: number(
      "Distance of the station from a signal’s centre",
      "kHz",
      async ({ signal, scenario }, which) =>
        Math.abs(Number(scenario.station ?? 0) - (await signal(which)).centreHz) / 1e3,
      named,
    ),
    class: name("Class of the first signal", async ({ signal }) => (await signal("1")).class),
  },
});
