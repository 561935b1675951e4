import { decodeFields, encodeFields } from "../../configuration/address.ts";
import { response } from "../../channel/paths.ts";
import type { Context } from "../../experiment.ts";
import { labOutputs, leastOf, outputLines, sweptRows } from "../../lectures/lab-outputs.ts";
import { once } from "../../once.ts";
import { receivedPower } from "../channel/noise.ts";
import { SAMPLE_RATE } from "../packet.ts";
import { asks } from "./runs.ts";
import { parseScenario, scenarioPaths, type Scenario, SCENARIO } from "./scenario.ts";
import { equalizerSweep } from "./sweep.ts";

/** Half of the width that the signal occupies, MHz. */
const BAND_MHZ = 5;
/** Frequencies of the channel's response. */
const BINS = 2 ** 15;

function read(fragment: string): Scenario {
  const others = Object.fromEntries(["sweep", "stop"].map((name) => [name, () => {}]));
  return parseScenario(decodeFields(SCENARIO, fragment, others));
}

interface Gains {
  mhz: number[];
  /** Relative to the first ray. */
  db: number[];
}

/** Returns the channel's gains at rising frequencies. */
function gainsOf(scenario: Scenario): Gains {
  const h = response(scenarioPaths(scenario), BINS);
  const bins = Array.from({ length: BINS }, (_, i) => i - BINS / 2);
  return {
    mhz: bins.map((k) => (k * SAMPLE_RATE) / BINS / 1e6),
    db: bins.map((k) => (k + BINS) % BINS).map((bin) => 10 * Math.log10(h[2 * bin] ** 2 + h[2 * bin + 1] ** 2)),
  };
}

/** Returns the gains in the signal's band. */
function inBand({ mhz, db }: Gains): Gains {
  const kept = [...mhz.keys()].filter((i) => Math.abs(mhz[i]) <= BAND_MHZ);
  return { mhz: kept.map((i) => mhz[i]), db: kept.map((i) => db[i]) };
}

function open(context: Context, scenario: Scenario) {
  const sweep = { scenario, ebn0s: [scenario.ebn0], stopErrors: 0 };
  const rows = once(() => sweptRows(context, equalizerSweep, sweep));
  return {
    scenario,
    all: once(() => gainsOf(scenario)),
    gains: once(() => inBand(gainsOf(scenario))),
    figures: once(() => asks.figures(context, scenario)),
    point: async (name: string) => (await rows()).find(({ equalizer }) => equalizer === name)!,
  };
}

const { number, rate, name, curve } = outputLines<Scenario, ReturnType<typeof open>>();
const equalizers = (scenario: Scenario) => scenario.equalizers;
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const lowest = (values: readonly number[]) =>
  values.reduce((least, value, i) => (value < values[least] ? i : least), 0);
const missing = Number.NaN;

/** What lectures ask about the Equalizers lab. The channel's outputs are computed in float64 and have no noise. */
export const outputs = labOutputs({
  read,
  usual: (scenario) =>
    `equalizers?${encodeFields(SCENARIO, scenario, scenario.channel === "custom" ? [] : ["rays"]).join("&")}`,
  fields: { schema: SCENARIO },
  open,
  table: {
    ber: rate(
      "Bit error rate",
      async ({ point }, one) => {
        const { ber, ci95, packets } = await point(one);
        return { rate: ber, ci95, units: packets };
      },
      equalizers,
    ),
    errors: number("Wrong bits", "bits", async ({ point }, one) => (await point(one)).errors, equalizers),
    packetErrors: number(
      "Packets with wrong bits",
      "packets",
      async ({ point }, one) => (await point(one)).packetErrors,
      equalizers,
    ),
    "best.ber": name("Equalizer with the fewest wrong bits", async ({ scenario, point }) => {
      const counts = new Map(
        await Promise.all(scenario.equalizers.map(async (one) => [one as string, (await point(one)).errors] as const)),
      );
      return leastOf(scenario.equalizers, (one) => counts.get(one)!);
    }),
    evm: number(
      "EVM",
      "%",
      async ({ figures }, one) =>
        (await figures()).constellations.find(({ equalizer }) => equalizer === one)?.evmPercent ?? missing,
      equalizers,
    ),
    "channel.nullMHz": number(
      "Frequency of the deepest null in the band",
      "MHz",
      ({ gains }) => gains().mhz[lowest(gains().db)],
    ),
    "channel.nullDb": number("Gain at the deepest null, relative to the first ray", "dB", ({ gains }) =>
      Math.min(...gains().db),
    ),
    "channel.depthDb": number(
      "Depth of the null below the largest gain in the band",
      "dB",
      ({ gains }) => Math.max(...gains().db) - Math.min(...gains().db),
    ),
    "channel.peakDb": number("Largest gain in the band, relative to the first ray", "dB", ({ gains }) =>
      Math.max(...gains().db),
    ),
    "channel.carrierDb": number(
      "Gain at the carrier, relative to the first ray",
      "dB",
      ({ gains }) => gains().db[gains().mhz.indexOf(0)],
    ),
    "channel.nulls": number(
      "Minima of the gain in the band",
      "",
      ({ gains }) =>
        gains().db.filter((db, i, all) => i > 0 && i < all.length - 1 && db < all[i - 1] && db <= all[i + 1]).length,
    ),
    "channel.power": number(
      "Received power of the signal over all rays, relative to the first one",
      "",
      ({ scenario }) => receivedPower(scenarioPaths(scenario)),
    ),
    "channel.gainDb": curve("Gain of the channel over frequency in MHz", "dB", ({ all }) => ({
      x: all().mhz,
      y: all().db,
    })),
    preamble: number("Mean detection metric T of the packets", "", async ({ figures }) =>
      meanOf((await figures()).packets.map(({ metric }) => metric)),
    ),
    noiseVariance: number("Mean estimated noise variance", "", async ({ figures }) =>
      meanOf((await figures()).packets.map(({ noiseVariance }) => noiseVariance)),
    ),
    estimateErrorDb: number(
      "Weighted error of the channel estimate",
      "dB",
      async ({ figures }) => (await figures()).estimate?.weightedErrorDb ?? missing,
    ),
    floorDb: number(
      "Floor of the received spectrum",
      "dB",
      async ({ figures }) => (await figures()).spectrum.receivedDb[2],
    ),
  },
});
