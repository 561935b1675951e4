import {
  decodeFields,
  defaultNumbers,
  encodeFields,
  encodeNumbers,
  takeNumbers,
} from "../../../configuration/address.ts";
import { onDevice } from "../../../experiment.ts";
import {
  bitRate,
  frameRate,
  labOutputs,
  leastOf,
  logCurve,
  outputLines,
  sweptRows,
} from "../../../lectures/lab-outputs.ts";
import { once } from "../../../once.ts";
import { inspectCodeword } from "./codeword.ts";
import { decodersOf, TURBO } from "./experiment.ts";
import { TURBO_INSPECTION } from "./inspection.ts";
import { turboSweep } from "./sweep.ts";

/** The fields of an inspection on which outputs depend. */
const { at, codeword, decoder } = TURBO_INSPECTION;
const VIEW = { at, codeword, decoder };

function read(fragment: string) {
  const view = defaultNumbers(VIEW);
  // Other fields of an inspection change no output.
  const others = Object.fromEntries(["target", "stage", "stages", "iteration", "bits"].map((name) => [name, () => {}]));
  const config = TURBO.parse(decodeFields(TURBO, fragment, { ...others, ...takeNumbers("turbo", VIEW, view) }));
  return { config, view: { ...view, decoder: Math.min(view.decoder, decodersOf(config).length - 1) } };
}
type TurboScenario = ReturnType<typeof read>;

function open(context: Parameters<typeof onDevice>[0], { config, view }: TurboScenario) {
  const rows = once(() => sweptRows(context, turboSweep, { ...config, ebn0: String(view.ebn0Db) }));
  return {
    decoders: decodersOf(config).map((_, i) => String(i + 1)),
    seen: once(() => onDevice(context, (gpu) => inspectCodeword(gpu, config, view))),
    /** The point at the inspected Eb/N0, of a decoder by its number from 1. */
    point: async (number: string) => (await rows()).find(({ decoder }) => decoder === Number(number) - 1)!,
    curve: once(() => sweptRows(context, turboSweep, config)),
  };
}

const { number, rate, name, curve } = outputLines<TurboScenario, ReturnType<typeof open>>();
const decoders = ({ config }: TurboScenario) => decodersOf(config).map((_, i) => String(i + 1));
const iterations = ({ config, view }: TurboScenario) =>
  Array.from({ length: decodersOf(config)[view.decoder].iterations + 1 }, (_, i) => String(i));

/** What lectures ask about the Turbo lab. Decoders are counted from 1, iteration 0 is the channel alone. */
export const outputs = labOutputs({
  read,
  usual: ({ config, view }) => `turbo?${[...encodeFields(TURBO, config), ...encodeNumbers(VIEW, view)].join("&")}`,
  fields: { schema: TURBO, numbers: VIEW },
  open,
  table: {
    bitErrors: number(
      "Wrong bits of the codeword after an iteration",
      "bits",
      async ({ seen }, i) => (await seen()).errors[Number(i)],
      iterations,
    ),
    finalErrors: number("Wrong bits of the codeword after the last iteration", "bits", async ({ seen }) =>
      (await seen()).errors.at(-1)!,
    ),
    iterationsNeeded: number("Iterations until all bits of the codeword are right", "", async ({ seen }) => {
      const { errors } = await seen();
      const right = errors.findLastIndex((count) => count > 0) + 1;
      return right < errors.length ? right : Number.NaN;
    }),
    "information.first": number(
      "Information of decoder 1 after the last iteration",
      "bits per bit",
      async ({ seen }) => (await seen()).information.at(-1)!.first,
    ),
    "information.second": number(
      "Information of decoder 2 after the last iteration",
      "bits per bit",
      async ({ seen }) => (await seen()).information.at(-1)!.second,
    ),
    ber: rate("Bit error rate at the inspected Eb/N0", async ({ point }, i) => bitRate(await point(i)), decoders),
    fer: rate("Frame error rate at the inspected Eb/N0", async ({ point }, i) => frameRate(await point(i)), decoders),
    frameErrors: number(
      "Frames in error at the inspected Eb/N0",
      "frames",
      async ({ point }, i) => (await point(i)).frameErrors,
      decoders,
    ),
    meanIterations: number(
      "Mean iterations at the inspected Eb/N0",
      "",
      async ({ point }, i) => (await point(i)).meanIterations ?? Number.NaN,
      decoders,
    ),
    "best.fer": name("Number of the decoder with the fewest frame errors", async ({ decoders: all, point }) => {
      const counts = new Map(await Promise.all(all.map(async (i) => [i, (await point(i)).frameErrors] as const)));
      return leastOf(all, (i) => counts.get(i)!);
    }),
    logBer: curve(
      "log₁₀ of the bit error rate over Eb/N0",
      "",
      async ({ curve: points }, i) =>
        logCurve(
          (await points())
            .filter((row) => row.decoder === Number(i) - 1)
            .map(({ ebn0Db, ber }) => ({ db: ebn0Db, rate: ber })),
        ),
      decoders,
    ),
    errorsByIteration: curve("Wrong bits of the codeword by iteration", "bits", async ({ seen }) => {
      const { errors } = await seen();
      return { x: errors.keys(), y: errors };
    }),
  },
});
