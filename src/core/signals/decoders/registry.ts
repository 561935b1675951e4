import type { DecoderEntry } from "./decoder.ts";
import { genericClass } from "./generic/generic-class.ts";

/**
 * The decoders of signals: one line each. Their code loads when they run. With kernels it is in a `*.plan.ts`: the page reads the titles alone.
 *
 * @example
 * ```ts
 * import { signalDecoders } from "threeray/signals";
 *
 * console.log(signalDecoders.modes.title); // Mode S and ADS-B
 * ```
 */
export const signalDecoders = {
  modes: {
    title: "Mode S and ADS-B",
    sentAtHz: [1090e6],
    stream: {
      rates: [2e6, 20e6],
      channelHz: 3e6,
      load: async () => (await import("./mode-s/decoder.ts")).createModeSDecoder,
      loadKernels: async () => (await import("./mode-s/kernel-decoder.plan.ts")).decodeOnGpu,
    },
  },
  ax25: {
    title: "AX.25 packets",
    fm: {
      audioRates: [8000, 2e5],
      rates: [16_000, 125e3],
      channelHz: 16_000,
      load: async () => (await import("./ax25/decoder.ts")).createAx25Decoder,
    },
  },
  pocsag: {
    title: "POCSAG pagers",
    fm: {
      audioRates: [8000, 2e5],
      rates: [12_500, 125e3],
      channelHz: 14_000,
      load: async () => (await import("./pocsag/decoder.ts")).createPocsagDecoder,
    },
  },
  flex: {
    title: "FLEX pagers",
    fm: {
      audioRates: [16_000, 2e5],
      rates: [16_000, 125e3],
      channelHz: 16_000,
      load: async () => (await import("./flex/decoder.ts")).createFlexDecoder,
    },
  },
  ais: {
    title: "AIS",
    fm: {
      audioRates: [22_000, 2e5],
      rates: [16_000, 125e3],
      channelHz: 12_000,
      sentAtHz: [156.775e6, 156.825e6, 161.975e6, 162.025e6],
      load: async () => (await import("./ais/decoder.ts")).createAisDecoder,
    },
  },
  lte: {
    title: "LTE broadcast channel",
    stream: {
      rates: [1.92e6, 125e6],
      channelHz: 1.08e6,
      load: async () => (await import("./lte/decoder.ts")).loadLteDecoder(),
    },
  },
  ble: {
    title: "Bluetooth LE advertising",
    sentAtHz: [2402e6, 2426e6, 2480e6],
    stream: {
      rates: [2e6, 250e6],
      channelHz: 2e6,
      load: async () => (await import("./ble/decoder.ts")).createBleDecoder,
    },
  },
  gps: {
    title: "GPS L1 C/A satellites",
    sentAtHz: [1575.42e6],
    stream: {
      rates: [2e6, 250e6],
      inBand: true,
      load: async () => (await import("./gps/decoder.ts")).loadGpsDecoder(),
    },
  },
  wifi: {
    title: "802.11a, g and p",
    stream: {
      rates: [19.998e6, 250e6],
      channelHz: 20e6,
      load: async () => (await import("./wifi/decoder.plan.ts")).createWifiDecoder,
    },
  },
  telemetry: {
    title: "SOQPSK-TG telemetry packets",
    stream: {
      rates: [12e6, 250e6],
      channelHz: 12e6,
      load: async () => (await import("./telemetry/decoder.ts")).createTelemetryDecoder,
    },
  },
  ook: {
    title: "OOK and ASK messages",
    bursts: {
      rates: [1000, 1e9],
      matches: (signal) => genericClass("ook", signal) !== undefined,
      load: async () => (await import("./generic/decoder.ts")).createGenericDecoder("ook"),
    },
  },
  fsk: {
    title: "FSK messages",
    bursts: {
      rates: [1000, 1e9],
      matches: (signal) => genericClass("fsk", signal) !== undefined,
      load: async () => (await import("./generic/decoder.ts")).createGenericDecoder("fsk"),
    },
  },
} satisfies Record<string, DecoderEntry>;

/** A name in `DECODER_NAMES`. */
export type DecoderName = keyof typeof signalDecoders;

/**
 * The names of all decoders, in the order of the registry.
 *
 * @example
 * ```ts
 * import { DECODER_NAMES } from "threeray/signals";
 *
 * console.log(DECODER_NAMES.includes("ais")); // true
 * ```
 */
export const DECODER_NAMES = Object.keys(signalDecoders) as DecoderName[];
