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
import { ADAPTIVE, isFinished } from "./experiment.ts";
import { ADAPTIVE_INSPECTION } from "./inspection.ts";
import { adaptiveSweep } from "./sweep.ts";
import { theoryOf } from "./theory.ts";

/** The field of an inspection on which outputs depend. */
const VIEW = { at: ADAPTIVE_INSPECTION.at };

function read(fragment: string) {
  const view = defaultNumbers(VIEW);
  let mu: number | undefined;
  const given = decodeFields(ADAPTIVE, fragment, {
    ...Object.fromEntries(["packet", "shown", "target"].map((name) => [name, () => {}])),
    ...takeNumbers("adaptive", VIEW, view),
    // Links have another name for the step size.
    mu: (text) => void (mu = Number(text)),
  });
  return { config: ADAPTIVE.parse(mu === undefined ? given : { step: mu, ...given }), view };
}
type AdaptiveScenario = ReturnType<typeof read>;

function open(context: Context, { config, view }: AdaptiveScenario) {
  const here = { ...config, ebn0: String(view.ebn0Db), esn0: "", snr: "" };
  const rows = once(() => sweptRows(context, adaptiveSweep, here));
  return {
    config,
    equalizers: config.equalizers,
    point: async (name: string) => (await rows()).find((one) => one.equalizer === name && isFinished(one, config))!,
    swept: once(() => sweptRows(context, adaptiveSweep, config)),
    theory: once(() => theoryOf(here)[0]),
  };
}

const { number, rate, name, curve } = outputLines<AdaptiveScenario, ReturnType<typeof open>>();
const equalizers = ({ config }: AdaptiveScenario) => config.equalizers;
const missing = Number.NaN;

/** What lectures ask about adaptive equalizers: counts at the inspected Eb/N0, and theory, which is computed in float64. */
export const outputs = labOutputs({
  read,
  usual({ config, view }) {
    const mu = config.step === ADAPTIVE.defaults.step ? [] : [`mu=${config.step}`];
    return `adaptive?${[...encodeFields(ADAPTIVE, config, ["step"]), ...mu, ...encodeNumbers(VIEW, view)].join("&")}`;
  },
  open,
  table: {
    ber: rate("Bit error rate", async ({ point }, one) => bitRate(await point(one)), equalizers),
    per: rate("Packet error rate", async ({ point }, one) => frameRate(await point(one)), equalizers),
    errors: number("Wrong bits", "bits", async ({ point }, one) => (await point(one)).errors, equalizers),
    steadyMse: rate(
      "Mean squared error at the end of the packets",
      async ({ point }, one) => {
        const { steadyMse, steadyMse95, frames } = await point(one);
        return { rate: steadyMse, ci95: steadyMse95, units: frames };
      },
      equalizers,
    ),
    openShare: rate(
      "Share of the packets whose eye is open",
      async ({ point }, one) => {
        const { openShare, openShare95, frames } = await point(one);
        return { rate: openShare, ci95: openShare95, units: frames };
      },
      equalizers,
    ),
    diverged: number(
      "Packets that diverged",
      "packets",
      async ({ point }, one) => (await point(one)).diverged,
      equalizers,
    ),
    "best.ber": name("Equalizer with the fewest wrong bits", async ({ equalizers: all, point }) => {
      const counts = new Map(
        await Promise.all(all.map(async (one) => [one as string, (await point(one)).errors] as const)),
      );
      return leastOf(all, (one) => counts.get(one)!);
    }),
    "theory.mfbDb": number("Matched-filter bound", "dB", ({ theory }) => theory().mfbDb ?? missing),
    "theory.zfDb": number(
      "SNR of zero forcing with any number of taps",
      "dB",
      ({ theory }) => theory().zfDb ?? missing,
    ),
    "theory.mmseDb": number("SNR of MMSE with any number of taps", "dB", ({ theory }) => theory().mmseDb ?? missing),
    "theory.dfeDb": number(
      "SNR of decision feedback with any number of taps",
      "dB",
      ({ theory }) => theory().dfeDb ?? missing,
    ),
    "theory.finiteMmseDb": number(
      "SNR of MMSE with the scenario's taps",
      "dB",
      ({ theory }) => theory().finiteMmseDb ?? missing,
    ),
    "theory.mlseLossDb": number(
      "Loss of MLSE by the closest pair of sequences",
      "dB",
      ({ theory }) => theory().mlseLossDb ?? missing,
    ),
    "theory.eigenvalueSpread": number(
      "Largest over smallest eigenvalue of the input",
      "",
      ({ theory }) => theory().eigenvalueSpread ?? missing,
    ),
    "theory.stableStep": number(
      "Step up to which the mean of LMS converges",
      "",
      ({ theory }) => theory().stableStep?.mean ?? missing,
    ),
    logBer: curve(
      "log₁₀ of the bit error rate over Eb/N0",
      "",
      async ({ config, swept }, one) =>
        logCurve(
          (await swept())
            .filter((point) => point.equalizer === one && isFinished(point, config))
            .map(({ ebn0Db, ber }) => ({ db: ebn0Db, rate: ber })),
        ),
      equalizers,
    ),
    learning: curve(
      "Mean squared error over symbols",
      "",
      async ({ point }, one) => {
        const { bin, mse } = (await point(one)).learning ?? { bin: 1, mse: [] };
        return { x: mse.map((_, i) => (i + 0.5) * bin), y: mse };
      },
      equalizers,
    ),
  },
});
