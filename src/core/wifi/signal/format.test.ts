import { describe, expect, it } from "vitest";
import { crcBits } from "../../codes/crc/crc.ts";
import { readBack } from "../../gpu/readback.ts";
import { run, testDevice, upload } from "../../gpu/testing.ts";
import { addTo, onAir } from "../acquisition/testing.ts";
import { SEARCH } from "../acquisition/search.ts";
import { synchronizeFrame } from "../acquisition/synchronization.float64.ts";
import { randomFrame } from "../equalization/testing.ts";
import { FRAME_BYTES, type FrameLine, frameLines } from "../frame-table.ts";
import { CRC_HOLDS, describeOther, describeTraits, otherFrame } from "../frame/formats.ts";
import { transmit } from "../frame/frame.float64.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import { binOf } from "../frame/symbol.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { decodeSignal } from "./decoder.float64.ts";
import { decodeFormat } from "./format.float64.ts";
import { createFormatDecoder } from "./format.ts";
import { crc8, he, heSingle, htGreenfield, htMixed, lsbFirst, vht } from "./testing.ts";

/** HE-SIG-A of a frame to several users, and of a triggered one; U-SIG. */
const heSeveral = [0, ...lsbFirst(3, 3), 0, ...lsbFirst(9, 6), ...lsbFirst(0, 4), ...lsbFirst(2, 3), ...lsbFirst(3, 4)];
const heMu = [...heSeveral, 0, ...lsbFirst(1, 2), 0, ...lsbFirst(5, 7), 1, ...lsbFirst(1, 3), ...lsbFirst(0, 5)];
const heTb = [0, ...lsbFirst(9, 6), ...lsbFirst(0, 16), 1, ...lsbFirst(1, 2), ...lsbFirst(5, 7), ...lsbFirst(0, 9)];
const uSig = [...lsbFirst(0, 3), ...lsbFirst(3, 3), 1, ...lsbFirst(0, 35)];

const FRAMES = [
  [htMixed({ mcs: 0, octets: 100 }), "802.11n, MCS 0, 100 octets, not received", "20 MHz, 1 stream, mixed format"],
  [
    htMixed({ mcs: 7, octets: 1500, short: true, aggregated: true }),
    "802.11n, MCS 7, 1500 octets, not received",
    "20 MHz, 1 stream, mixed format, short guard interval, aggregated",
  ],
  [
    htMixed({ mcs: 15, octets: 65_535, wide: true, ldpc: true }),
    "802.11n, MCS 15, 65535 octets, not received",
    "40 MHz, 2 streams, mixed format, LDPC",
  ],
  [
    htMixed({ mcs: 2, octets: 0, stbc: 1, extensions: 1, sounding: true }),
    "802.11n, MCS 2, 0 octets, not received",
    "20 MHz, 1 stream, mixed format, STBC, sounding",
  ],
  [htMixed({ mcs: 4, octets: 700, wrong: true }), "802.11n, HT-SIG damaged, not received", "mixed format"],
  [
    htGreenfield({ mcs: 3, octets: 321 }),
    "802.11n, MCS 3, 321 octets, not received",
    "20 MHz, 1 stream, greenfield format",
  ],
  [
    htGreenfield({ mcs: 12, octets: 1000, short: true, stbc: 1 }),
    "802.11n, MCS 12, 1000 octets, not received",
    "20 MHz, 2 streams, greenfield format, short guard interval, STBC",
  ],
  [
    vht({ mcs: 9, bandwidth: 2, streams: 2, short: true }),
    "802.11ac, MCS 9, not received",
    "80 MHz, 2 streams, single user, short guard interval",
  ],
  [vht({ bandwidth: 1, users: [1, 2, 0, 0] }), "802.11ac, not received", "40 MHz, 3 streams, several users, group 5"],
  [vht({ mcs: 1, wrong: true }), "802.11ac, VHT-SIG-A damaged, not received", ""],
  [
    he({ kind: "SU", bits: heSingle({ mcs: 11, guard: 3, bandwidth: 1 }) }),
    "802.11ax, MCS 11, not received",
    "40 MHz, 1 stream, single user, downlink, guard interval 3.2 µs, LDPC",
  ],
  [
    he({ kind: "SU", bits: heSingle({ mcs: 0, guard: 3, streams: 2, dcm: true, stbc: true, uplink: true }) }),
    "802.11ax, MCS 0, not received",
    "20 MHz, 2 streams, single user, uplink, guard interval 0.8 µs, LDPC",
  ],
  [
    he({ kind: "ER SU", bits: heSingle({ mcs: 2, bandwidth: 1 }) }),
    "802.11ax, MCS 2, not received",
    "20 MHz, 1 stream, single user, extended range, upper 106 tones, downlink, guard interval 0.8 µs, LDPC",
  ],
  [he({ kind: "MU", bits: heMu }), "802.11ax, not received", "80 MHz, several users, downlink, HE-SIG-B with MCS 3"],
  [he({ kind: "TB", bits: heTb }), "802.11ax, not received", "40 MHz, uplink, triggered by an access point"],
  [he({ kind: "SU", bits: heSingle({}), wrong: true }), "802.11ax, HE-SIG-A damaged, not received", ""],
  [he({ kind: "EHT", bits: uSig }), "802.11be, not received", "160 MHz, uplink"],
  [he({ kind: "EHT", bits: [1, ...uSig.slice(1)] }), "802.11bn, not received", "uplink"],
] as const;

const LENGTH = 1600;
const OFFSET = 0.012;

/** A frame in noise, 200 samples after the beginning. */
function aloneOnAir(frame: Float64Array, snrDb: number, seed = 1): Float64Array {
  const samples = onAir(LENGTH, [], { seed, snrDb });
  addTo(samples, frame, { at: 200, offset: OFFSET });
  return samples;
}

/** What float64 finds of the frame: the line before its format, and the format. */
function found(samples: Float64Array) {
  const { start, offset, dc, noise, channel } = synchronizeFrame(samples, 180, 180 + SEARCH);
  const place = { start, offset, noise, dcReal: dc[0], dcImaginary: dc[1] };
  const parsed = decodeSignal(samples, place, channel);
  const signal = "refused" in parsed ? undefined : parsed;
  const [plain] = tableLines([signal ? { ...place, ...signal } : { ...place, status: "odd parity" }]);
  const line: FrameLine = { ...plain, claim: signal ? 400 + 80 * plain.symbols : 0, length: signal?.length ?? 0 };
  return { line, channel, signal, told: decodeFormat(samples, line, channel, signal) };
}

/** The lines after the kernel. */
async function decoded(samples: Float64Array, lines: readonly FrameLine[], channel: Float64Array) {
  const device = await testDevice();
  const { frames, counts, dispatches } = uploadTable(device, lines);
  const plan = await createFormatDecoder(device, {
    samples: upload(device, Float32Array.from(samples)),
    length: samples.length / 2,
    frames,
    counts,
    groups: dispatches.frames,
    channel: upload(device, Float32Array.from(channel)),
  });
  await run(device, plan);
  const [table] = await readBack(device, [{ buffer: frames, size: FRAME_BYTES * lines.length }]);
  plan.destroy();
  return frameLines(table, lines.length);
}

describe("wifi/signal/format", () => {
  it("has the CRCs of the standards' examples", () => {
    // IEEE Std 802.11-2020, 19.3.9.4.4, and IEEE Std 802.11ax-2021, 27.3.11.7.3.
    const ht = [..."1111000100100110000000001110000000"].map(Number);
    expect(crc8(ht).join("")).toBe("10101000");
    expect(crcBits(ht, "8").join("")).toBe("10101000");
    const heBits = [..."110111000000001000000110000000000010011010"].map(Number);
    expect(crcBits(heBits, "8").slice(0, 4).join("")).toBe("0111");
  });

  it.each(FRAMES.map(([frame, name, traits]) => ({ frame, name, traits })))(
    "names $name: $traits",
    ({ frame, name, traits }) => {
      const { line, told } = found(aloneOnAir(frame.samples, 25));
      const other = otherFrame({ ...line, ...told });
      expect(other && describeOther(other)).toBe(name);
      expect(other && describeTraits(other)).toBe(traits);
      expect(line.claim > 0 && !traits.includes("greenfield") ? line.claim : told.claim).toBe(frame.claim);
    },
  );

  it("tells each format by the kernel as in float64, also from few samples and at a low SNR", async () => {
    const legacy = [6, 6, 9, 54].map((mbps, i) => transmit({ ...randomFrame(i, rateOf(mbps), 40 + i) }));
    const frames = [...FRAMES.map(([{ samples }]) => samples), ...legacy];
    for (const snrDb of [25, 2]) {
      const alone = frames.map((frame, i) => aloneOnAir(frame, snrDb, i + 1));
      const all = alone.map((samples) => found(samples));
      const joined = Float64Array.from(alone.flatMap((samples) => [...samples]));
      const lines = all.map(({ line }, f) => ({ ...line, start: line.start + f * LENGTH }));
      const channel = Float64Array.from(all.flatMap((one) => [...one.channel]));
      const names = all.map(({ told }) => told.format);
      expect(new Set(names).size).toBe(6);
      const given = await decoded(joined, lines, channel);
      for (const [f, { line, told }] of all.entries()) {
        const { format, field0, field1, claim = line.claim } = told;
        expect(given[f], `frame ${f}, ${snrDb} dB`).toMatchObject({ format, field0, field1, claim });
        const isOther = field0 >= CRC_HOLDS;
        expect(given[f].status).toBe(isOther ? "other standard" : line.status);
        expect(given[f].symbols).toBe(isOther ? 0 : line.symbols);
      }
      if (snrDb < 25) continue;
      // The samples end after one, two, … symbols. The whole field is needed, and three symbols to tell that none follows.
      for (let symbols = 1; symbols < 6; symbols++) {
        const end = 200 + 320 + 80 * symbols;
        for (const f of [0, 5, 7, 10, 12, frames.length - 1]) {
          const cut = alone[f].slice(0, 2 * end);
          const [one] = await decoded(cut, [all[f].line], all[f].channel);
          const { signal, line } = all[f];
          const { format, field0 } = decodeFormat(cut, line, all[f].channel, signal);
          expect(one, `frame ${f}, ${symbols} symbols`).toMatchObject({ format, field0 });
        }
      }
    }
  });

  it("leaves frames of 802.11a as they are", () => {
    const counts = { "non-HT": 0 } as Record<string, number>;
    for (let f = 0; f < 300; f++) {
      const rate = RATES[f % 16 < 8 ? 0 : f % 8];
      const frame = transmit(randomFrame(f, rate, 20 + (f % 50)));
      const samples = aloneOnAir(frame, f % 3 ? 4 : 20, f + 1);
      // A genie's channel: transforms begin four samples early.
      const channel = new Float64Array(128);
      for (let k = -26; k <= 26; k++) {
        const angle = (-2 * Math.PI * k * 4) / 64;
        if (k) channel.set([Math.cos(angle), Math.sin(angle)], 2 * binOf(k));
      }
      const place = { start: 200, offset: OFFSET, dcReal: 0, dcImaginary: 0 };
      const { format } = decodeFormat(samples, place, channel, { rate, length: 20 + (f % 50) });
      counts[format] = (counts[format] ?? 0) + 1;
    }
    expect(counts).toEqual({ "non-HT": 300 });
  });
});
