import { decodeFields, defaultNumbers, encodeFields, encodeNumbers, takeNumbers } from "../../configuration/address.ts";
import { type Context, onDevice } from "../../experiment.ts";
import { labOutputs, leastOf, logCurve, outputLines, sweptRows } from "../../lectures/lab-outputs.ts";
import { once } from "../../once.ts";
import { WIFI, type WifiEstimator } from "./experiment.ts";
import { receivePacket } from "./figures/packet.ts";
import { frameView } from "./figures/view.ts";
import { WIFI_INSPECTION } from "./inspection.ts";
import { wifiSweep } from "./sweep.ts";

/** The fields of an inspection on which outputs depend. */
const { at, packet, rate: rateField, estimator } = WIFI_INSPECTION;
const VIEW = { at, packet, rate: rateField, estimator };

function read(fragment: string) {
  const view = defaultNumbers(VIEW);
  const others = Object.fromEntries(["symbol", "bit", "step", "steps", "target"].map((name) => [name, () => {}]));
  const config = WIFI.parse(decodeFields(WIFI, fragment, { ...others, ...takeNumbers("wifi", VIEW, view) }));
  const [rate, one] = [
    Math.min(view.rate, config.rateMbps.length - 1),
    Math.min(view.estimator, config.estimators.length - 1),
  ];
  return { config, view: { ...view, rate, estimator: one } };
}
type WifiScenario = ReturnType<typeof read>;

/** Samples of the short training within which two windows of 48 samples, 16 apart, may begin. */
const PLATEAU_SAMPLES = 160 - 64;

function open(context: Context, { config, view }: WifiScenario) {
  const rateMbps = Number(config.rateMbps[view.rate]);
  const estimator = config.estimators[view.estimator];
  const only = { ...config, rateMbps: [config.rateMbps[view.rate]] };
  const rows = once(() => sweptRows(context, wifiSweep, { ...only, snr: String(view.snrDb) }));
  const frame = once(async () => {
    const query = { snrDb: view.snrDb, rateMbps, packet: view.packet };
    const received = await onDevice(context, (gpu) => receivePacket(gpu, config, query));
    return frameView(received.samples, received.receptions, { ...received, estimator }, received.truth);
  });
  return {
    estimators: config.estimators,
    mbps: config.bandwidth === "10" ? rateMbps / 2 : rateMbps,
    frame,
    point: async (name: string) => (await rows()).find((row) => row.estimator === name)!,
    swept: once(() => sweptRows(context, wifiSweep, only)),
    error: async (name: string) => (await frame()).errors.find((one) => one.estimator === name)!,
  };
}

const { number, rate, name, curve } = outputLines<WifiScenario, ReturnType<typeof open>>();
const estimators = ({ config }: WifiScenario): readonly WifiEstimator[] => config.estimators;
const missing = Number.NaN;
const meanDb = (values: Float32Array) =>
  10 * Math.log10(values.reduce((sum, value) => sum + 10 ** (value / 10), 0) / values.length);

/** What lectures ask about the Wi-Fi lab: error rates at the SNR of the figures, and what the inspected packet shows. */
export const outputs = labOutputs({
  read,
  usual: ({ config, view }) => `wifi?${[...encodeFields(WIFI, config), ...encodeNumbers(VIEW, view)].join("&")}`,
  fields: { schema: WIFI, numbers: VIEW },
  open,
  table: {
    per: rate(
      "Packet error rate",
      async ({ point }, one) => {
        const { per, ci95, packets } = await point(one);
        return { rate: per, ci95, units: packets };
      },
      estimators,
    ),
    packetErrors: number(
      "Packets in error",
      "packets",
      async ({ point }, one) => (await point(one)).packetErrors,
      estimators,
    ),
    "best.per": name("Estimator with the fewest packet errors", async ({ estimators: all, point }) => {
      const counts = new Map(
        await Promise.all(all.map(async (one) => [one as string, (await point(one)).packetErrors] as const)),
      );
      return leastOf(all, (one) => counts.get(one)!);
    }),
    evmDb: number("EVM of the packet", "dB", async ({ error }, one) => (await error(one)).whole, estimators),
    "evmDb.first": number(
      "EVM of the first ten symbols",
      "dB",
      async ({ error }, one) => meanDb((await error(one)).bySymbol.subarray(0, 10)),
      estimators,
    ),
    "evmDb.last": number(
      "EVM of the last ten symbols",
      "dB",
      async ({ error }, one) => meanDb((await error(one)).bySymbol.subarray(-10)),
      estimators,
    ),
    "best.evm": name("Estimator with the lowest EVM, the genie aside", async ({ estimators: all, frame }) => {
      const { errors } = await frame();
      return leastOf(
        all.filter((one) => one !== "genie"),
        (one) => errors.find(({ estimator: of }) => of === one)!.whole,
      );
    }),
    codeBits: number("Code bits of the packet", "bits", async ({ frame }) => (await frame()).llr.length),
    wrongCodeBits: number(
      "Wrong code bits of the packet",
      "bits",
      async ({ frame }) => (await frame()).wrongCoded ?? missing,
    ),
    wrongBits: number(
      "Wrong bits after the decoder",
      "bits",
      async ({ frame }) => (await frame()).wrongBits ?? missing,
    ),
    wrongBitsByHard: number(
      "Wrong bits after a decoder that gets signs alone",
      "bits",
      async ({ frame }) => (await frame()).wrongByHard ?? missing,
    ),
    offsetKHz: number("Measured carrier offset", "kHz", async ({ frame }) => {
      const { detection, sampleRate } = await frame();
      return ((detection.found?.offset ?? missing) * sampleRate) / (2e3 * Math.PI);
    }),
    start: number(
      "First sample of the frame",
      "",
      async ({ frame }) => (await frame()).detection.found?.start ?? missing,
    ),
    candidate: number(
      "Sample at which the metric exceeds the threshold",
      "",
      async ({ frame }) => (await frame()).detection.plateau ?? missing,
    ),
    plateau: number("Mean |ρ|² of the plateau", "", async ({ frame }) => {
      const { found, metric } = (await frame()).detection;
      if (!found) return missing;
      return (
        metric.subarray(found.start, found.start + PLATEAU_SAMPLES).reduce((sum, value) => sum + value, 0) /
        PLATEAU_SAMPLES
      );
    }),
    "phase.first": number(
      "Common phase of the first symbol",
      "°",
      async ({ frame }) => ((await frame()).phase[0] * 180) / Math.PI,
    ),
    "phase.last": number(
      "Common phase of the last symbol",
      "°",
      async ({ frame }) => ((await frame()).phase.at(-1)! * 180) / Math.PI,
    ),
    drift: number("Drift of the sampling time in the last symbol", "samples", async ({ frame }) =>
      (await frame()).drift.at(-1)!,
    ),
    mbps: number("Data rate", "Mbit/s", ({ mbps }) => mbps),
    knowing: number(
      "Estimators that know the channel",
      "",
      ({ estimators: all }) => all.filter((one) => one === "genie").length,
    ),
    symbols: number("OFDM symbols of data", "", async ({ frame }) => (await frame()).line.symbols),
    logPer: curve(
      "log₁₀ of the packet error rate over SNR",
      "",
      async ({ swept }, one) =>
        logCurve(
          (await swept()).filter((row) => row.estimator === one).map(({ snrDb, per }) => ({ db: snrDb, rate: per })),
        ),
      estimators,
    ),
    evmBySymbol: curve(
      "EVM by symbol",
      "dB",
      async ({ error }, one) => {
        const { bySymbol } = await error(one);
        return { x: bySymbol.keys(), y: bySymbol };
      },
      estimators,
    ),
  },
});
