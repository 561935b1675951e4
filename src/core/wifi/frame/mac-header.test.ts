import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMacHeader } from "./mac-header.ts";
import { annex } from "./testing.ts";

const bytes = (hex: string) =>
  Uint8Array.from(hex.replaceAll(/\s/g, "").match(/../g) ?? [], (x) => Number.parseInt(x, 16));

const BROADCAST = "ffffffffffff";
const [A, B, C, D] = ["020000000001", "020000000002", "020000000003", "020000000004"];
const text = (address: string) => address.match(/../g)?.join(":");

/** Headers by hand, with what they say. Sequence control 12ab is sequence number 0xab1, fragment 2, sent as 12 ab. */
const HEADERS = [
  {
    hex: `8000 0000 ${BROADCAST} ${A} ${A} 12ab`,
    header: {
      type: "management",
      subtype: 8,
      name: "Beacon",
      addresses: [BROADCAST, A, A],
      sequence: 0xab1,
      length: 24,
    },
  },
  {
    hex: `0801 2c00 ${A} ${B} ${C} 0000`,
    header: { type: "data", subtype: 0, name: "Data", toDs: true, fromDs: false, addresses: [A, B, C], sequence: 0 },
  },
  {
    hex: `8842 3000 ${A} ${B} ${C} f0ff 0000`,
    header: {
      name: "QoS data",
      toDs: false,
      fromDs: true,
      protectedFrame: true,
      sequence: 4095,
      fragment: 0,
      length: 26,
    },
  },
  {
    hex: `8803 0000 ${A} ${B} ${C} 1f00 ${D} 0000`,
    header: {
      name: "QoS data",
      toDs: true,
      fromDs: true,
      addresses: [A, B, C, D],
      sequence: 1,
      fragment: 15,
      length: 32,
    },
  },
  {
    hex: `8881 0000 ${A} ${B} ${C} 1000 0000 00000000`,
    header: { name: "QoS data", order: true, addresses: [A, B, C], length: 30 },
  },
  { hex: `4811 0000 ${A} ${B} ${C} 1000`, header: { name: "Null", powerManagement: true, toDs: true, length: 24 } },
  { hex: `d400 0000 ${A}`, header: { type: "control", name: "Ack", addresses: [A], sequence: undefined, length: 10 } },
  { hex: `c400 c800 ${A}`, header: { name: "CTS", duration: 200, addresses: [A], length: 10 } },
  { hex: `b400 3412 ${A} ${B}`, header: { name: "RTS", duration: 0x1234, addresses: [A, B], length: 16 } },
  { hex: `9400 0000 ${A} ${B} 0500 1000`, header: { name: "Block ack", addresses: [A, B], length: 16 } },
  { hex: `0408 0000 ${A}`, header: { type: "control", subtype: 0, name: "Reserved", retry: true, addresses: [A] } },
  { hex: `0c00 0000 ${A}`, header: { type: "extension", name: "Reserved", addresses: [], length: 2 } },
  { hex: `8100 0000 ${A} ${A} ${A} 0000`, header: { version: 1, name: "Reserved", addresses: [], length: 2 } },
];

describe("MAC header", () => {
  it.each(HEADERS)("of $header.name is read: $hex", ({ hex, header }) => {
    const addresses = header.addresses?.map(text);
    const expected = { version: 0, truncated: false, ...header, ...(addresses && { addresses }) };
    expect(parseMacHeader(bytes(hex))).toMatchObject(expected);
    expect(parseMacHeader(Uint8Array.of(...bytes(hex), 1, 2, 3))).toMatchObject(expected);
  });

  it.each(HEADERS)("of $header.name that is cut at any octet keeps what it holds: $hex", ({ hex }) => {
    const octets = bytes(hex);
    const whole = parseMacHeader(octets);
    for (let length = 0; length < (whole?.length ?? 0); length++) {
      const cut = parseMacHeader(octets.subarray(0, length));
      if (length < 2) expect(cut).toBeUndefined();
      else {
        const addresses = whole?.addresses.slice(0, cut?.addresses.length);
        const sequence = length < 24 ? undefined : whole?.sequence;
        expect(cut).toMatchObject({ name: whole?.name, addresses, sequence, truncated: true, length: whole?.length });
        expect(cut?.duration).toBe(length < 4 ? undefined : whole?.duration);
      }
    }
  });

  it("of the annex's frame has the addresses that its octets show", () => {
    // The standard's example calls its frame data; its printed first octet, 04, is a reserved control frame.
    expect(parseMacHeader(annex.psdu)).toMatchObject({ type: "control", subtype: 0, fromDs: true, duration: 0x2e00 });
    const asData = Uint8Array.of(0x08, ...annex.psdu.subarray(1));
    expect(parseMacHeader(asData)).toMatchObject({
      name: "Data",
      fromDs: true,
      addresses: ["00:60:08:cd:37:a6", "00:20:d6:01:3c:f1", "00:60:08:ad:3b:af"],
      sequence: 0,
      fragment: 0,
    });
  });

  it("never throws, and every field that it gives is in range", () => {
    const any = property(uint8Array({ maxLength: 64 }), (octets) => {
      const header = parseMacHeader(octets);
      if (!header) return octets.length < 2;
      for (const address of header.addresses) expect(address).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
      expect(header.sequence ?? 0).toBeLessThan(4096);
      expect(header.fragment ?? 0).toBeLessThan(16);
      expect(header.duration ?? 0).toBeLessThan(65536);
      expect(header.truncated).toBe(octets.length < header.length);
      return true;
    });
    assert(any, { numRuns: 2000 });
  });
});
