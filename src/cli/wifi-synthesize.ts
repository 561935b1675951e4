import { field } from "../core/configuration/schema.ts";
import { sampleRateOf, WIFI, type WifiExperiment } from "../core/wifi/experiment/experiment.ts";
import { WIFI_USES } from "../core/wifi/experiment/uses.ts";
import { type Content, CONTENTS, wifiRecordingLength, synthesizeWifi } from "../core/wifi/experiment/synthesize.ts";
import { LEAST_DATA_OCTETS } from "../core/wifi/frame/mac-frames.ts";
import { command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { signalFiles, SIGNAL_FILES, writeSignal } from "./files.ts";
import { type Options, orUsage, UsageError, wholeNumber } from "./options.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { shownSamples } from "./steps.ts";
import { withDelaySpread } from "./wifi.ts";

/** The fields of a sweep that change what is sent and received. */
const { synchronization: _1, estimators: _2, packets: _3, stopErrors: _4, ...fields } = WIFI.fields;
const snr = field.number("SNR", "Mean power of a carrier over the noise power of a carrier.", {
  default: 30,
  unit: "dB",
  min: -20,
  max: 60,
  step: 1,
});
const options: Options = { fields: { ...fields, snr } };

const FRAMES = "20";
/** Frames per page, which pass through the computer's memory. */
const PAGE = 256;
/** Most frames of a recording. */
const MOST_FRAMES = 1_000_000;

export const wifiSynthesize = command({
  name: "wifi-synthesize",
  usage: "--out NAME.sigmf-meta [options]",
  about: "Writes a recording of 802.11 frames after their channel, one rate after the other, with noise between them.",
  examples: ["wifi-synthesize --rate-mbps 54 --bytes 1000 --frames 20 --snr 30 --out made.sigmf-meta"],
  extras: {
    "out FILE": { output: signalFiles, description: `File for the recording. ${SIGNAL_FILES}` },
    "frames N": "Frames of each rate. Default 20.",
    content: {
      value: CONTENTS.join("|"),
      description:
        "What the frames hold: beacons, data frames of --bytes octets and their acknowledgements, in turn; or random octets, as in the packets of a sweep. Default frames.",
    },
  },
  options,
  async run({ given, own }) {
    if (!own.out) throw new UsageError("wifi-synthesize: --out NAME.sigmf-meta is missing");
    const packets = wholeNumber("frames", own.frames ?? FRAMES, { min: 1, max: MOST_FRAMES });
    // The receiver of the recording has to find the frames, so they have the same room as in a sweep that looks for them.
    const fixed = { synchronization: "preamble", packets } as const;
    const one = { snr: String(given.snr ?? snr.default) };
    const config = orUsage(() => WIFI.parse({ ...withDelaySpread(given), ...one, ...fixed }));
    tellWithoutEffect("wifi-synthesize", WIFI, WIFI_USES, config, withDelaySpread(given));
    const snrDb = oneSnr(config);
    const content = contentOf(own.content);
    const samples = orUsage(() => sizeOf(config, content));
    const host = await dawnHost();
    const chunks = shownSamples("wifi-synthesize", host, PAGE, (gpu, from, page) =>
      synthesizeWifi(gpu, config, { snrDb, content, from, page }),
    );
    await writeSignal(own.out, { sampleRate: sampleRateOf(config), samples, scenario: config }, chunks);
    return 0;
  },
});

function oneSnr({ snr }: WifiExperiment): number {
  const snrDb = Number(snr);
  if (Number.isFinite(snrDb)) return snrDb;
  throw new UsageError(`wifi-synthesize: --snr takes one number in dB, got "${snr}"`);
}

function contentOf(text: string = CONTENTS[0]): Content {
  const found = CONTENTS.find((name) => name === text);
  if (found) return found;
  throw new UsageError(`wifi-synthesize: --content must be one of ${CONTENTS.join(", ")}, got "${text}"`);
}

function sizeOf(config: WifiExperiment, content: Content): number {
  if (content === "frames" && config.bytes < LEAST_DATA_OCTETS) {
    throw new RangeError(
      `wifi-synthesize: a data frame has at least ${LEAST_DATA_OCTETS} octets, got --bytes ${config.bytes}; --content random takes fewer`,
    );
  }
  return wifiRecordingLength(config, content);
}
