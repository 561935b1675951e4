import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame, DecoderOptions } from "../decoder.ts";
import { createBleDecoder } from "./decoder.ts";
import { airBits, madeBle, type MadePacket } from "./testing.ts";

function decoded(samples: Float32Array, options: DecoderOptions, chunk = samples.length / 2): DecodedFrame[] {
  const decoder = createBleDecoder(options);
  const frames: DecodedFrame[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) frames.push(...decoder.push(samples.subarray(i, i + 2 * chunk)));
  return [...frames, ...decoder.end()].toSorted((a, b) => a.start - b.start);
}

const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString("hex");

/** ADV_IND of a random address with random contents. */
function advertising(random: () => number, octets = 6 + Math.floor(32 * random())): Uint8Array {
  return Uint8Array.from([0x40, octets, ...Array.from({ length: octets }, () => Math.floor(256 * random()))]);
}

/** Packets at any fraction of a sample, with carriers within 100 kHz and clocks within 50 ppm. */
function traffic(
  random: () => number,
  rate: number,
  {
    snrDb,
    count,
    channel = 37,
    centreHz = 0,
  }: Record<"snrDb" | "count", number> & { channel?: number; centreHz?: number },
) {
  const spacing = Math.round(600e-6 * rate);
  const sent = Array.from({ length: count }, () => advertising(random));
  const packets = sent.map((pdu, i): MadePacket => ({
    bits: airBits(pdu, channel),
    at: 0.4 * spacing + i * spacing + random(),
    carrierHz: centreHz + (random() - 0.5) * 2e5,
    deviationHz: 225e3 + 50e3 * random(),
    clock: (random() - 0.5) * 1e-4,
  }));
  const sigma = Math.sqrt(rate / 1e6 / 10 ** (snrDb / 10));
  return { sent, packets, samples: madeBle(random, { rate, samples: (count + 1) * spacing, sigma }, packets) };
}

describe("signals/decoders/ble, made recordings", () => {
  // The SNR counts in 1 MHz.
  it.each([
    [2e6, 20, 1],
    [2.4e6, 20, 1],
    [4e6, 20, 1],
    [8e6, 20, 1],
    [20e6, 20, 1],
    [2e6, 11, 0.95],
    [4e6, 11, 0.95],
    [10e6, 11, 0.95],
  ])("at %i S/s and %i dB finds packets at their place: at least %f of them", (rate, snrDb, least) => {
    const { sent, packets, samples } = traffic(testRandom(rate / 1e5 + snrDb), rate, { snrDb, count: 20 });
    const frames = decoded(samples, { sampleRateHz: rate, frequencyHz: 2402e6 });
    const places = new Map(sent.map((pdu, i) => [hexOf(pdu), packets[i]]));
    for (const { hex, start, stop, centreHz, snrDb: found, fields } of frames) {
      const { at, bits, carrierHz } = places.get(String(hex)) as MadePacket;
      // Half a bit, and the clock's error.
      expect(Math.abs(start - at)).toBeLessThan(0.6e-6 * rate);
      expect(Math.abs(stop - at - bits.length * 1e-6 * rate)).toBeLessThan(0.6e-6 * rate);
      expect(Math.abs(centreHz - Number(carrierHz))).toBeLessThan(15e3);
      expect(Math.abs(Number(found) - snrDb)).toBeLessThan(3);
      expect(fields.channel).toBe(37);
    }
    expect(frames.length).toBeGreaterThanOrEqual(least * sent.length);
    expect(frames.length).toBeLessThanOrEqual(sent.length);
  });

  it("finds channel 38 beside the centre, and knows a channel at an unknown centre from its whitening", () => {
    const beside = traffic(testRandom(2), 20e6, { snrDb: 20, count: 5, channel: 38, centreHz: 6e6 });
    const known = decoded(beside.samples, { sampleRateHz: 20e6, frequencyHz: 2420e6 });
    expect(known.map(({ hex }) => hex)).toEqual(beside.sent.map(hexOf));
    expect(known.every(({ fields, centreHz }) => fields.channel === 38 && Math.abs(centreHz - 6e6) < 120e3)).toBe(true);
    for (const channel of [37, 38, 39]) {
      const { sent, samples } = traffic(testRandom(3), 4e6, { snrDb: 20, count: 3, channel });
      const frames = decoded(samples, { sampleRateHz: 4e6 });
      expect(frames.map(({ hex, fields }) => [hex, fields.channel])).toEqual(sent.map((pdu) => [hexOf(pdu), channel]));
    }
  });

  it("gives the same frames for any size of pieces, also across the borders of its blocks", () => {
    const { sent, samples } = traffic(testRandom(5), 4e6, { snrDb: 20, count: 30 });
    const whole = decoded(samples, { sampleRateHz: 4e6 });
    expect(whole.map(({ hex }) => hex)).toEqual(sent.map(hexOf));
    for (const chunk of [997, 70_001]) expect(decoded(samples, { sampleRateHz: 4e6 }, chunk)).toEqual(whole);
  });

  it.each([
    ["clipped", (x: number) => Math.max(-0.3, Math.min(0.3, x))],
    ["with an offset", (x: number) => x + 2],
    ["of 8 bits", (x: number) => Math.round(20 * x) / 20],
    ["tiny", (x: number) => 1e-6 * x],
  ])("reads samples %s", (_, change) => {
    const { sent, samples } = traffic(testRandom(6), 4e6, { snrDb: 25, count: 10 });
    expect(decoded(samples.map(change), { sampleRateHz: 4e6 })).toHaveLength(sent.length);
  });

  it("finds packets of the least and the greatest length at the recording's ends, and none that is cut", () => {
    const random = testRandom(9);
    for (const octets of [0, 255]) {
      const pdu = advertising(random, octets);
      const bits = airBits(pdu, 39);
      const samples = madeBle(random, { rate: 4e6, samples: 4 * bits.length, sigma: 0.05 }, [{ bits, at: 0 }]);
      const frames = decoded(samples, { sampleRateHz: 4e6 });
      expect(frames).toMatchObject([{ hex: hexOf(pdu), start: 0, snrDb: null }]);
      expect(Math.abs(frames[0].stop - samples.length / 2)).toBeLessThanOrEqual(2);
      expect(decoded(samples.subarray(0, samples.length - 16), { sampleRateHz: 4e6 })).toEqual([]);
    }
    expect(decoded(new Float32Array(0), { sampleRateHz: 4e6 })).toEqual([]);
    expect(decoded(new Float32Array(100_000), { sampleRateHz: 4e6 })).toEqual([]);
  });

  // Noise passes for an access address at 5489 of 2^32 instants, and then three channels' checks at three instants with 9 of 2^24: 7·10^-13 per
  // sample at 4 MS/s.
  it(
    "finds no frame in white noise (more under THREERAY_SLOW)",
    () => {
      const random = testRandom(71);
      const decoder = createBleDecoder({ sampleRateHz: 4e6 });
      for (let done = 0; done < (process.env.THREERAY_SLOW ? 1e8 : 4e5); done += 2e5) {
        expect(decoder.push(madeBle(random, { rate: 4e6, samples: 2e5, sigma: 1 }))).toEqual([]);
      }
      expect(decoder.end()).toEqual([]);
    },
    process.env.THREERAY_SLOW ? 3_600_000 : 60_000,
  );

  it("refuses 1.9 MS/s", () => {
    expect(() => createBleDecoder({ sampleRateHz: 1.9e6 })).toThrow(/sample rate must be at least 2 MS\/s/);
  });
});

describe("signals/decoders/ble, contents", () => {
  /** Sends bits and returns what the one frame says. */
  const read = (bits: readonly number[]) => {
    const samples = madeBle(testRandom(1), { rate: 4e6, samples: 4 * bits.length + 400, sigma: 0.02 }, [
      { bits, at: 200 },
    ]);
    return decoded(samples, { sampleRateHz: 4e6 });
  };
  const pduOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

  // Bits on air in the order in which they are sent, as the firmware of UC Berkeley's SCuM chip sends them on channel 37
  // (github.com/PisterLab/scum-test-code, ADV_NONCONN_IND).
  it("reads a published packet", () => {
    const air = "556b7d9171f14373cc31328d04ee0c2872f924dd6dd05b437ef6";
    const bits = Array.from(air).flatMap((digit) =>
      Array.from(Number.parseInt(digit, 16).toString(2).padStart(4, "0"), Number),
    );
    expect(read(bits)).toMatchObject([
      {
        hex: "02109992b1ebd79002010506095343554d33",
        fields: {
          channel: 37,
          pdu: "ADV_NONCONN_IND",
          address: "90:d7:eb:b1:92:99",
          addressType: "public",
          name: "SCUM3",
        },
      },
    ]);
  });

  it.each([
    [
      "4011 665544332211 020106 07ff4c0010020b00",
      {
        pdu: "ADV_IND",
        address: "11:22:33:44:55:66",
        addressType: "random",
        data: [
          { type: 1, hex: "06" },
          { type: 255, hex: "4c0010020b00" },
        ],
      },
    ],
    ["c30c 665544332211 ffeeddccbbaa", { pdu: "SCAN_REQ", address: "11:22:33:44:55:66", target: "aa:bb:cc:dd:ee:ff" }],
    ["0407 665544332211 00", { pdu: "SCAN_RSP", address: "11:22:33:44:55:66" }],
    ["0408 665544332211 05ff", { pdu: "SCAN_RSP" }],
    ["0203 010203", { pdu: "ADV_NONCONN_IND" }],
    // Extended advertising as the specification lays it out (vol. 6 part B, 2.3.4), and two that are cut.
    [
      "070e 4d59 665544332211 3412 142820 f8",
      {
        pdu: "ADV_EXT_IND",
        mode: "connectable",
        address: "11:22:33:44:55:66",
        auxiliary: { channel: 20, microseconds: 1200, phy: "LE 2M" },
        txPowerDbm: -8,
      },
    ],
    [
      "0705 0410 14a800",
      { pdu: "ADV_EXT_IND", mode: "neither", auxiliary: { channel: 20, microseconds: 5040, phy: "LE 1M" } },
    ],
    ["0703 020881", { pdu: "ADV_EXT_IND", mode: "neither" }],
    ["0702 3f10", { pdu: "ADV_EXT_IND", mode: "neither" }],
    ["0f00", { pdu: "type 15" }],
  ])("reads %s", (hex, fields) => {
    const pdu = pduOf(hex.replaceAll(" ", ""));
    expect(read(airBits(pdu, 38))).toMatchObject([{ hex: hexOf(pdu), fields: { channel: 38, ...fields } }]);
  });
});
