import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import { createAudioReceiver, createChannelReceiver, createTunedReceiver } from "../fm/receiver.ts";
import { fmSamples, framesInNoise, fskFrequency, NOISE_FRONTS, NOISE_TIMEOUT_MS } from "../fm/testing.ts";
import { hdlcBits, nrziLevels } from "../hdlc/testing.ts";
import { createAisDecoder } from "./decoder.ts";
import { readMessage } from "./message.ts";

/** The octets of an NMEA sentence's payload: six bits per character, without the fill bits. */
function octetsOf(payload: string): Uint8Array {
  const bits = Array.from(payload).flatMap((letter) => {
    const code = letter.charCodeAt(0) - 48;
    const six = code > 40 ? code - 8 : code;
    return Array.from({ length: 6 }, (_, k) => (six >> (5 - k)) & 1);
  });
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, n) =>
    bits.slice(8 * n, 8 * n + 8).reduce((octet, bit) => 2 * octet + bit, 0),
  );
}
const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString("hex");
const reception = (sampleRateHz: number) => ({
  name: "ais",
  create: createAisDecoder,
  sampleRateHz,
  channelHz: 12_000,
});

/** Published sentences, and what other decoders read in them: gpsd (AIVDM/AIVDO protocol decoding) and pyais (its tests). */
const MESSAGES: [payload: string, fields: Record<string, unknown>][] = [
  [
    "15RTgt0PAso;90TKcjM8h6g208CQ",
    {
      type: 1,
      mmsi: 371798000,
      status: 0,
      rot: -127,
      sog: 12.3,
      lon: -123.395383,
      lat: 48.381633,
      cog: 224,
      heading: 215,
      second: 33,
    },
  ],
  [
    "15NPOOPP00o?b=bE`UNv4?w428D;",
    { type: 1, mmsi: 367533950, rot: null, sog: 0, cog: null, heading: null, lat: 37.808418, lon: -122.408232 },
  ],
  [
    "35NSH95001G?wopE`beasVk@0E5:",
    { type: 3, mmsi: 367581220, status: 5, rot: 0, sog: 0.1, cog: 254.2, heading: 217, second: 40 },
  ],
  [
    "403OviQuMGCqWrRO9>E6fE700@GO",
    { type: 4, mmsi: 3669702, utc: "2007-05-14T19:57:39Z", lat: 36.883767, lon: -76.352362 },
  ],
  [
    "55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp888888888880",
    {
      type: 5,
      mmsi: 351759000,
      imo: 9134270,
      callsign: "3FOF8",
      name: "EVER DIADEM",
      shipType: 70,
      toBow: 225,
      toStern: 70,
      toPort: 1,
      toStarboard: 31,
      draught: 12.2,
      destination: "NEW YORK",
    },
  ],
  ["85Mwp`1Kf3aCnsNvBWLi=wQuNhA5t43N`5nCuI=p<IBfVqnMgPGs", { type: 8, mmsi: 366999712 }],
  [
    "91b55wi;hbOS@OdQAC062Ch2089h",
    { type: 9, mmsi: 111232511, altitude: 303, sog: 42, lat: 58.144, lon: -6.278843, cog: 154.5 },
  ],
  [";4R33:1uUK2F`q?mOt@@GoQ00000", { type: 11, utc: "2009-05-22T02:22:40Z" }],
  ["<5?SIj1;GbD07??4", { type: 12, mmsi: 351853000, to: 316123456, text: "GOOD" }],
  [">5?Per18=HB1U:1@E=B0m<L", { type: 14, mmsi: 351809000, text: "RCVD YR TEST MSG" }],
  [
    "B5NJ;PP005l4ot5Isbl03wsUkP06",
    { type: 18, mmsi: 367430530, sog: 0, cog: 0, heading: null, second: 55, lat: 37.785035, lon: -122.26732 },
  ],
  ["B>qc:003wk?8mP=18D3Q3wgTiT;T", { type: 18 }],
  [
    "C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220",
    {
      type: 19,
      mmsi: 367059850,
      sog: 8.7,
      lat: 29.543695,
      lon: -88.810392,
      cog: 335.9,
      name: "CAPT.J.RIMES",
      shipType: 70,
      toBow: 5,
      toStern: 21,
      toPort: 4,
      toStarboard: 4,
    },
  ],
  [
    "E4eHJhPR37q0000000000000000KUOSc=rq4h00000a@20",
    { type: 21, mmsi: 316021442, aidType: 1, name: "DFO2", lat: 48.65457, lon: -123.429155 },
  ],
  ["H52KMeDU653hhhi0000000000000", { type: 24, mmsi: 338091445, part: "B", shipType: 37, vendor: "FEC", callsign: "" }],
  [
    "KC5E2b@U19PFdLbMuc5=ROv62<7m",
    { type: 27, mmsi: 206914217, status: 2, lat: 4.84, lon: 137.023333, sog: 57, cog: 167 },
  ],
  ["K01;FQh?PbtE3P00", { type: 27, mmsi: 1234567, lat: -50.121667, lon: -13.368333 }],
];

describe("signals/decoders/ais, messages", () => {
  it.each(MESSAGES.filter(([, { mmsi }]) => mmsi !== undefined))("%s", (payload, fields) => {
    const octets = octetsOf(payload);
    // A long-range message of 16 octets exists in sentences only.
    expect(readMessage(fields.type === 27 ? octets.subarray(0, 12) : octets)).toMatchObject(fields);
  });

  it.each([
    ["type 0", Uint8Array.from({ length: 21 })],
    ["type 28", Uint8Array.from({ length: 21 }, (_, n) => (n ? 0 : 28 << 2))],
    ["an unknown length", octetsOf("15RTgt0PAso;90TKcjM8h6g208CQ").subarray(0, 20)],
    ["a sender above 999999999", octetsOf("B>qc:003wk?8mP=18D3Q3wgTiT;T")],
    [
      "a place off the Earth",
      octetsOf("15RTgt0PAso;90TKcjM8h6g208CQ").map((octet, n) => (n === 7 ? (octet & ~7) | 3 : n === 8 ? 255 : octet)),
    ],
  ])("refuses %s", (_, octets) => {
    expect(readMessage(octets)).toBeUndefined();
  });
});

/** Levels of a transmission: training sequence, flag, message, flag. */
const levelsOf = (octets: Uint8Array, training = 24) =>
  nrziLevels([...Array.from({ length: training }, (_, k) => k % 2), ...hdlcBits([octets], { opening: 1, closing: 1 })]);

describe("signals/decoders/ais, made signals", () => {
  it.each([
    [48_000, 18],
    [62_500, 18],
    [96_000, 18],
    [19_200, 30],
  ])("complex samples at %i S/s, Es/N0 %i dB, any carrier and a clock up to 200 ppm off", (rate, esN0Db) => {
    const random = testRandom(rate);
    for (const [payload, fields] of [MESSAGES[0], MESSAGES[4], MESSAGES[12]]) {
      const octets = octetsOf(payload);
      const carrierHz = (random() - 0.5) * (rate - 14_000);
      const symbolRateHz = 9600 * (1 + 2e-4 * (2 * random() - 1));
      const signal = { levels: levelsOf(octets), symbolRateHz, deviationHz: 2400, bt: 0.4, carrierHz };
      const samples = fmSamples(random, rate, fskFrequency(rate, signal, random()), { esN0Db, symbolRateHz });
      const receiver = createChannelReceiver(reception(rate));
      const frames = [...receiver.push(samples), ...receiver.end()];
      expect(frames.map(({ hex }) => hex)).toEqual([hexOf(octets)]);
      expect(frames[0].fields).toMatchObject(fields);
      expect(Math.abs(frames[0].centreHz - carrierHz)).toBeLessThan(250);
      const symbol = rate / symbolRateHz;
      expect(Math.abs(frames[0].start - (50 + 24) * symbol)).toBeLessThan(symbol);
      expect(Math.abs(frames[0].stop - (samples.length / 2 - 50 * symbol))).toBeLessThan(1.5 * symbol);
    }
  });

  it("a recording at a high rate whose frequency is known is tuned to the channels", () => {
    const random = testRandom(9);
    const [rate, offset] = [500_000, 161.975e6 - 161.9e6];
    const octets = octetsOf(MESSAGES[0][0]);
    const signal = {
      levels: levelsOf(octets),
      symbolRateHz: 9600,
      deviationHz: 2400,
      bt: 0.4,
      carrierHz: offset + 3000,
    };
    const samples = fmSamples(random, rate, fskFrequency(rate, signal), { esN0Db: 20, symbolRateHz: 9600 });
    const receiver = createTunedReceiver(reception(rate), offset);
    const frames = [
      ...receiver.push(samples.subarray(0, 30_000)),
      ...receiver.push(samples.subarray(30_000)),
      ...receiver.end(),
    ];
    expect(frames.map(({ hex }) => hex)).toEqual([hexOf(octets)]);
    expect(Math.abs(frames[0].centreHz - offset - 3000)).toBeLessThan(250);
    expect(Math.abs(frames[0].start - (50 + 24) * (rate / 9600))).toBeLessThan(rate / 9600);
  });

  it("FM audio at 48 kS/s of either polarity; a message without its training sequence is none", () => {
    const random = testRandom(3);
    const octets = octetsOf(MESSAGES[0][0]);
    const heard = (deviationHz: number, training: number) => {
      const signal = { levels: levelsOf(octets, training), symbolRateHz: 9600, deviationHz, bt: 0.4 };
      const noise = Array.from({ length: 2000 }, () => 4 * deviationHz * (random() - 0.5));
      const audio = [...noise, ...fskFrequency(48_000, signal), ...noise];
      const receiver = createAudioReceiver(reception(48_000));
      const samples = Float32Array.from({ length: 2 * audio.length }, (_, n) => (n % 2 ? 0 : audio[n / 2]));
      return [...receiver.push(samples), ...receiver.end()].map(({ hex }) => hex);
    };
    expect(heard(0.2, 24)).toEqual([hexOf(octets)]);
    expect(heard(-2400, 24)).toEqual([hexOf(octets)]);
    expect(heard(0.2, 0)).toEqual([]);
  });
});

describe("signals/decoders/ais, noise", () => {
  it.each(NOISE_FRONTS)(
    "no message in white noise as %s",
    (_, create, count) => {
      expect(framesInNoise(create(reception(48_000)), count)).toEqual([]);
    },
    NOISE_TIMEOUT_MS,
  );
});
