import { decodeFields, defaultNumbers, encodeFields, encodeNumbers, takeNumbers } from "../../configuration/address.ts";
import type { Context } from "../../experiment.ts";
import {
  bitRate,
  frameRate,
  labOutputs,
  leastOf,
  logCurve,
  outputLines,
  sweptRows,
} from "../../lectures/lab-outputs.ts";
import { once } from "../../once.ts";
import { type DetectorName, detectors } from "../registry.ts";
import { MIMO, receiversOf, sizesOf } from "./experiment.ts";
import { MIMO_INSPECTION } from "./inspection.ts";
import { mimoSweep } from "./sweep.ts";

/** The field of an inspection on which outputs depend. */
const VIEW = { at: MIMO_INSPECTION.at };

function read(fragment: string) {
  const view = defaultNumbers(VIEW);
  const ignored = ["frame", "use", "target", "compare", "watch", "order", "pass", "scene"];
  const others = Object.fromEntries(ignored.map((name) => [name, () => {}]));
  return { config: MIMO.parse(decodeFields(MIMO, fragment, { ...others, ...takeNumbers("mimo", VIEW, view) })), view };
}
type MimoScenario = ReturnType<typeof read>;

/** "mmse", or "mmse-pic.2" after two outer iterations. */
const receivers = ({ config }: MimoScenario) =>
  receiversOf(config).map(({ detector, outer }) => (outer === 1 ? detector : `${detector}.${outer}`));

function open(context: Context, scenario: MimoScenario) {
  const { config, view } = scenario;
  const rows = once(() => sweptRows(context, mimoSweep, { ...config, snr: String(view.snrDb), ebn0: "" }));
  const swept = once(() => sweptRows(context, mimoSweep, config));
  const names = receivers(scenario);
  return {
    config,
    names,
    point: async (name: string) => (await rows())[names.indexOf(name)],
    curve: async (name: string) => (await swept()).filter((_, i) => i % names.length === names.indexOf(name)),
  };
}

const { number, rate, name, curve } = outputLines<MimoScenario, ReturnType<typeof open>>();

/** What lectures ask about the MIMO lab: error rates at the SNR of the figures, for each receiver. */
export const outputs = labOutputs({
  read,
  usual: ({ config, view }) => `mimo?${[...encodeFields(MIMO, config), ...encodeNumbers(VIEW, view)].join("&")}`,
  fields: { schema: MIMO, numbers: VIEW },
  open,
  table: {
    ber: rate("Bit error rate after the decoder", async ({ point }, one) => bitRate(await point(one)), receivers),
    fer: rate("Frame error rate", async ({ point }, one) => frameRate(await point(one)), receivers),
    uncodedBer: rate(
      "Bit error rate before the decoder",
      async ({ point }, one) => {
        const { uncodedBer, uncodedCi95, frames } = await point(one);
        return { rate: uncodedBer, ci95: uncodedCi95, units: frames };
      },
      receivers,
    ),
    frameErrors: number(
      "Frames in error",
      "frames",
      async ({ point }, one) => (await point(one)).frameErrors,
      receivers,
    ),
    uncodedErrors: number(
      "Wrong bits before the decoder",
      "bits",
      async ({ point }, one) => (await point(one)).uncodedErrors,
      receivers,
    ),
    meanIterations: number(
      "Mean iterations of the decoder",
      "",
      async ({ point }, one) => (await point(one)).meanIterations ?? Number.NaN,
      receivers,
    ),
    operations: number(
      "Operations per channel use",
      "",
      ({ config }, one) =>
        (one === "all" ? config.detectors : [one as DetectorName]).reduce(
          (sum, name) => sum + detectors[name].operations({ ...sizesOf(config), uses: 1 }).operations,
          0,
        ),
      ({ config }) => [...config.detectors, "all"],
    ),
    "best.uncodedBer": name("Receiver with the fewest wrong bits before the decoder", async ({ names, point }) => {
      const counts = new Map(
        await Promise.all(names.map(async (one) => [one, (await point(one)).uncodedErrors] as const)),
      );
      return leastOf(names, (one) => counts.get(one)!);
    }),
    "best.fer": name("Receiver with the fewest frame errors", async ({ names, point }) => {
      const counts = new Map(
        await Promise.all(names.map(async (one) => [one, (await point(one)).frameErrors] as const)),
      );
      return leastOf(names, (one) => counts.get(one)!);
    }),
    logUncodedBer: curve(
      "log₁₀ of the bit error rate before the decoder",
      "",
      async ({ config, curve: points }, one) =>
        logCurve(
          (await points(one)).map((row) => ({ db: config.ebn0 === "" ? row.snrDb : row.ebn0Db, rate: row.uncodedBer })),
        ),
      receivers,
    ),
  },
});
