import { assert, constantFrom, integer, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { dataFieldBits, dataSymbols, descrambled, frameSamples, scrambled, SERVICE_BITS } from "./data-field.ts";
import { bitsOfOctets, octetsOfBits } from "./octets.ts";
import { RATES, rateOf } from "./rates.ts";
import { annex } from "./testing.ts";

describe("octets", () => {
  it("send their least significant bit first, and return from their bits", () => {
    expect([...bitsOfOctets([0b00101101])]).toEqual([1, 0, 1, 1, 0, 1, 0, 0]);
    const any = property(uint8Array(), (octets) => {
      expect(octetsOfBits(bitsOfOctets(octets))).toEqual(octets);
    });
    assert(any);
  });

  it("come from whole groups of eight bits only", () => {
    expect([...octetsOfBits([1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1])]).toEqual([3]);
  });
});

describe("DATA", () => {
  it("has the annex's bits before and after the scrambler", () => {
    const bits = dataFieldBits(annex.psdu, rateOf(36));
    expect(bits).toHaveLength(864);
    expect(bits.slice(0, 144)).toEqual(annex.dataBitsFirst144);
    expect(bits.slice(-144)).toEqual(annex.dataBitsLast144);
    const mixed = scrambled(bits, 100, annex.scramblerState);
    expect(mixed.slice(0, 144)).toEqual(annex.scrambledFirst144);
    expect(mixed.slice(-144)).toEqual(annex.scrambledLast144);
  });

  it("takes as few symbols as hold SERVICE, PSDU and tail, for all rates and lengths", () => {
    for (const rate of RATES) {
      for (let octets = 1; octets <= 4095; octets++) {
        const [room, need] = [dataSymbols(octets, rate) * rate.dataBits, 16 + 8 * octets + 6];
        if (room < need || room - need >= rate.dataBits) expect.fail(`${rate.mbps} Mbit/s, ${octets} octets: ${room}`);
      }
    }
  });

  it("of 1500 octets lasts as long as published examples say", () => {
    // 802.11a's data symbols of 4 µs after a preamble and SIGNAL of 20 µs.
    expect(frameSamples(1500, rateOf(54)) / 20).toBe(20 + 4 * 56);
    expect(frameSamples(1500, rateOf(6)) / 20).toBe(20 + 4 * 501);
    expect(frameSamples(14, rateOf(24)) / 20).toBe(28);
  });

  it("returns from the scrambler with any state, PSDU and rate, and shows the state", () => {
    const psdus = uint8Array({ minLength: 1, maxLength: 300 });
    const any = property(psdus, integer({ min: 1, max: 127 }), constantFrom(...RATES), (psdu, state, rate) => {
      const sent = scrambled(dataFieldBits(psdu, rate), psdu.length, state);
      const tail = SERVICE_BITS + 8 * psdu.length;
      expect(sent.slice(tail, tail + 6)).toEqual(new Uint8Array(6));
      expect(descrambled(sent, psdu.length)).toEqual({ state, service: new Uint8Array(9), psdu });
    });
    assert(any);
  });

  it("shows the reserved bits of SERVICE", () => {
    const bits = dataFieldBits([1, 2, 3], rateOf(6));
    bits.set([1, 0, 1], 8);
    const { service } = descrambled(scrambled(bits, 3, 9), 3);
    expect([...service]).toEqual([0, 1, 0, 1, 0, 0, 0, 0, 0]);
  });

  it.each([0, 4096])("refuses a PSDU of %i octets", (octets) => {
    expect(() => dataFieldBits(new Uint8Array(octets), rateOf(6))).toThrow(
      `wifi/data-field: the PSDU's length must be a whole number of octets from 1 to 4095, got ${octets}`,
    );
  });

  it.each([0, 128, -1, 0.5])("refuses the scrambler's state %d", (state) => {
    expect(() => scrambled(new Uint8Array(24), 1, state)).toThrow(
      `wifi/data-field: the scrambler's state must be an integer from 1 to 127, got ${state}`,
    );
  });
});
