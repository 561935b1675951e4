import { decodeFields, defaultNumbers, encodeFields, encodeNumbers, takeNumbers } from "../../configuration/address.ts";
import { type Context, onDevice } from "../../experiment.ts";
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
import { decisionTables } from "../decision.ts";
import { adaptiveReceivers, ADAPTIVE, channelOf, exchangesOf, feedbackTapsOf, isFinished } from "./experiment.ts";
import { burstsOf } from "./figures/bursts.ts";
import { carriers } from "./figures/carriers.ts";
import { ADAPTIVE_INSPECTION } from "./inspection.ts";
import { KNOWN_OUTPUTS } from "./known-outputs.ts";
import { shownPoint } from "./learning.ts";
import { packet } from "./packet.ts";
import { settledAt } from "./study.ts";
import { adaptiveSweep } from "./sweep.ts";
import { theoryOf } from "./theory.ts";
import { transfer } from "./transfer.ts";

/** The fields of an inspection on which outputs depend. */
const VIEW = { at: ADAPTIVE_INSPECTION.at, packet: ADAPTIVE_INSPECTION.packet };

/** Coded bits behind transfer curves: as many on every device. */
const TRANSFER_BITS = 2 ** 13;

function read(fragment: string) {
  const view = defaultNumbers(VIEW);
  let mu: number | undefined;
  const given = decodeFields(ADAPTIVE, fragment, {
    ...Object.fromEntries(["shown", "target", "from", "steps"].map((name) => [name, () => {}])),
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
  const seen = once(() => onDevice(context, (gpu) => packet(gpu, config, view)));
  return {
    config,
    snrDb: shownPoint(config, view.ebn0Db).snrDb,
    equalizers: config.equalizers,
    /** The point of an equalizer after all its outer iterations, or with "map.2" after two. */
    async point(name: string) {
      const [equalizer, outer] = name.split(".");
      return (await rows()).find(
        (one) =>
          one.equalizer === equalizer && (outer === undefined ? isFinished(one, config) : one.outer === Number(outer)),
      )!;
    },
    async bursts(name: string) {
      const { wrong } = (await seen()).equalizers.find(({ equalizer }) => equalizer === name)!;
      return burstsOf(wrong ?? [], feedbackTapsOf(config, channelOf(config)));
    },
    /** The combined response of the packet's channel and an equalizer, complex; undefined without taps. */
    async combined(name: string) {
      return (await seen()).equalizers.find(({ equalizer }) => equalizer === name)!.taps?.combined?.taps;
    },
    carriers: once(() => onDevice(context, (gpu) => carriers(gpu, config, view))),
    transfer: once(() => onDevice(context, (gpu) => transfer(gpu, config, view.ebn0Db, TRANSFER_BITS))),
    swept: once(() => sweptRows(context, adaptiveSweep, config)),
    theory: once(() => theoryOf(here)[0]),
    seen,
  };
}

const { number, rate, name, curve } = outputLines<AdaptiveScenario, ReturnType<typeof open>>();
const equalizers = ({ config }: AdaptiveScenario) => config.equalizers;
/** Equalizers after all their outer iterations, and those with several after each: "map", "map.1", "map.2". */
const receivers = ({ config }: AdaptiveScenario) => [
  ...config.equalizers,
  ...adaptiveReceivers(config)
    .filter(({ equalizer }) => exchangesOf(equalizer, config).length > 1)
    .map(({ equalizer, outer }) => `${equalizer}.${outer}`),
];
/** Equalizers whose wrong symbols the figure of bursts shows. */
const shown = ({ config }: AdaptiveScenario) => config.equalizers.filter((name) => name !== "ofdm-loaded");
/** The two parts of a loop. */
const parts = ({ config }: AdaptiveScenario) =>
  config.code !== "none" && config.equalizers.includes("map") ? ["equalizer", "decoder"] : [];
const missing = Number.NaN;
/** The eye before the equalizers. */
const RECEIVED = "received";

/** Returns the phase of the strongest tap in degrees, modulo the angle that turns a constellation onto itself. */
function ownPhase(taps: ArrayLike<number>, turns: number): number {
  let at = 0;
  const power = (l: number) => taps[2 * l] ** 2 + taps[2 * l + 1] ** 2;
  for (let l = 1; l < taps.length / 2; l++) if (power(l) > power(at)) at = l;
  const degrees = (Math.atan2(taps[2 * at + 1], taps[2 * at]) * 180) / Math.PI;
  return degrees - (360 / turns) * Math.round((degrees * turns) / 360);
}

/** What lectures ask about adaptive equalizers: counts at the inspected Eb/N0, and theory, which is computed in float64. */
export const outputs = labOutputs({
  read,
  usual({ config, view }) {
    const mu = config.step === ADAPTIVE.defaults.step ? [] : [`mu=${config.step}`];
    return `adaptive?${[...encodeFields(ADAPTIVE, config, ["step"]), ...mu, ...encodeNumbers(VIEW, view)].join("&")}`;
  },
  fields: { schema: ADAPTIVE, names: { step: "mu" }, numbers: VIEW },
  open,
  table: {
    ber: rate("Bit error rate", async ({ point }, one) => bitRate(await point(one)), receivers),
    per: rate("Packet error rate", async ({ point }, one) => frameRate(await point(one)), receivers),
    errors: number("Wrong bits", "bits", async ({ point }, one) => (await point(one)).errors, receivers),
    packetErrors: number(
      "Packets with wrong bits",
      "packets",
      async ({ point }, one) => (await point(one)).frameErrors,
      receivers,
    ),
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
    bursts: number(
      "Bursts of wrong symbols in the packet",
      "bursts",
      async ({ bursts }, one) => (await bursts(one)).length,
      shown,
    ),
    wrongPerBurst: number(
      "Mean wrong symbols per burst in the packet",
      "symbols",
      async ({ bursts }, one) => {
        const all = await bursts(one);
        return all.reduce((sum, { wrong }) => sum + wrong, 0) / all.length;
      },
      shown,
    ),
    turnedBy: number(
      "Angle by which the packet's constellation is turned, without whole turns onto itself",
      "°",
      async ({ combined, config }, one) => {
        const taps = await combined(one);
        return taps ? Math.abs(ownPhase(taps, decisionTables(config.modulation).turns)) : missing;
      },
      equalizers,
    ),
    silentCarriers: number(
      "Carriers of the packet that loading leaves without bits",
      "carriers",
      async ({ carriers: of }) => (await of()).bits.filter((bits) => bits === 0).length,
    ),
    information: number(
      "Information at the output after the last outer iteration",
      "bits per bit",
      async ({ transfer: of }, part) => {
        const { first, second } = (await of())!.exchanges.at(-1)!;
        return part === "equalizer" ? first : second;
      },
      parts,
    ),
    eye: number(
      "Opening of the eye that 95 % of the decisions of the inspected packet exceed",
      "%",
      async (state, one) => {
        const { eye, equalizers: all } = await state.seen();
        const shown = one === RECEIVED ? eye : all.find(({ equalizer }) => equalizer === one)?.eye;
        return shown ? 100 * shown.opening : missing;
      },
      (scenario) => [RECEIVED, ...equalizers(scenario)],
    ),
    ...KNOWN_OUTPUTS,
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
    "theory.finiteDfeDb": number(
      "SNR of decision feedback with the scenario's taps",
      "dB",
      ({ theory }) => theory().finiteDfeDb ?? missing,
    ),
    "theory.mfbBer": number(
      "Bit error rate of one symbol alone after a matched filter, without a code",
      "",
      ({ theory }) => theory().mfbBer ?? missing,
    ),
    "theory.unionBer": number(
      "Union bound of the bit error rate of MLSE, without a code",
      "",
      ({ theory }) => theory().unionBer ?? missing,
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
    "theory.misadjustment": number(
      "Excess error of LMS relative to J, to first order in the step",
      "",
      ({ theory }) => theory().misadjustment?.memory ?? missing,
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
    settled: number(
      "Symbols until the mean squared error is at most twice its final value, by the bins of the learning curve",
      "symbols",
      async ({ point }, one) => {
        const { learning } = await point(one);
        return (learning && settledAt(learning.mse, learning.bin)) ?? missing;
      },
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
    learningDb: curve(
      "Mean squared error over symbols",
      "dB",
      async ({ point }, one) => {
        const { bin, mse } = (await point(one)).learning ?? { bin: 1, mse: [] };
        return { x: mse.map((_, i) => (i + 0.5) * bin), y: mse.map((error) => 10 * Math.log10(error)) };
      },
      equalizers,
    ),
    exit: curve(
      "Output information over input information",
      "bits per bit",
      async ({ transfer: of }, part) => {
        const points = (await of())![part as "equalizer" | "decoder"];
        return { x: points.map(({ input }) => input), y: points.map(({ output }) => output) };
      },
      parts,
    ),
  },
});
