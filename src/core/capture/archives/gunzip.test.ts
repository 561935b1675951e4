import { constants, deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import { array, assert, constantFrom, integer, nat, property, record, string, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { gunzip } from "./gunzip.ts";
import { append, inflate, type Input } from "./inflate.ts";

type Unpack = (input: Input) => Generator<Uint8Array | undefined, void, void>;

/** The content of packed bytes that come in pieces of some size, and the bytes left behind them. */
function unpacked(unpack: Unpack, packed: Uint8Array, size = packed.length + 1): { content: Buffer; left: number } {
  const input: Input = { bytes: new Uint8Array(0), at: 0, ended: false };
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const piece of unpack(input)) {
    if (piece) {
      pieces.push(piece);
      continue;
    }
    expect(input.ended, "asks for no bytes behind the end").toBe(false);
    append(input, packed.subarray(at, at + size));
    at = Math.min(at + size, packed.length);
  }
  return { content: Buffer.concat(pieces), left: packed.length - at + input.bytes.length - input.at };
}

/** Bytes with repetitions at all distances, so that long ones and far ones occur. */
const bytesOf = (seed: number, length: number, symbols: number) => {
  const bytes = new Uint8Array(length);
  let state = seed | 1;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8;
  for (let i = 0; i < length;) {
    const repeated = i > 0 && next() % 4 === 0 ? Math.min(length - i, next() % 400) : 0;
    const back = 1 + (next() % Math.max(1, Math.min(i, 2 ** 15)));
    for (let k = 0; k < repeated; k++, i++) bytes[i] = bytes[i - back];
    if (i < length) bytes[i++] = next() % symbols;
  }
  return bytes;
};
const content = record({
  seed: nat(),
  length: constantFrom(0, 1, 300, 40_000, 200_000),
  symbols: integer({ min: 1, max: 256 }),
});
const options = record({
  level: constantFrom(0, 1, 6, 9),
  strategy: constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED, constants.Z_RLE),
  windowBits: constantFrom(9, 15),
});

describe("capture/archives/gunzip", () => {
  it("unpacks what zlib packs, member by member, in pieces of few or many bytes", () => {
    const members = array(record({ content, options, zeros: constantFrom(0, 0, 1, 600) }), {
      minLength: 1,
      maxLength: 3,
    });
    assert(
      property(
        members,
        constantFrom(1, 7, 4096, 2 ** 16),
        uint8Array({ minLength: 2, maxLength: 40 }),
        (list, size, junk) => {
          const contents = list.map(({ content: { seed, length, symbols } }) => bytesOf(seed, length, symbols));
          const packed = Buffer.concat(
            list.flatMap((member, i) => [gzipSync(contents[i], member.options), Buffer.alloc(member.zeros)]),
          );
          const { content: found, left } = unpacked(gunzip, packed, Math.max(size, packed.length >> 8));
          expect([found.equals(Buffer.concat(contents)), left]).toEqual([true, 0]);
          junk[0] = 1 + (junk[0] % 30);
          expect(unpacked(gunzip, Buffer.concat([packed, junk]), 2 ** 14).left).toBe(junk.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("skips the optional parts of a header", () => {
    const packed = gzipSync("abc");
    const text = string({ maxLength: 300 }).map((value) => Buffer.from(value.replaceAll("\0", "")));
    assert(
      property(
        uint8Array({ maxLength: 500 }),
        text,
        text,
        integer({ min: 0, max: 31 }),
        (extra, name, comment, flags) => {
          const zero = Buffer.alloc(1);
          const header = Buffer.concat([
            Buffer.from([0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 3]),
            ...(flags & 4 ? [Buffer.from([extra.length & 255, extra.length >> 8]), extra] : []),
            ...(flags & 8 ? [name, zero] : []),
            ...(flags & 16 ? [comment, zero] : []),
            ...(flags & 2 ? [Buffer.alloc(2)] : []),
          ]);
          const whole = Buffer.concat([header, packed.subarray(10)]);
          expect(unpacked(gunzip, whole, 5).content.toString()).toBe("abc");
          expect(() => unpacked(gunzip, whole.subarray(0, header.length - 1))).toThrow("cut short");
        },
      ),
    );
  });

  it("says where a file is wrong", () => {
    const member = gzipSync(bytesOf(3, 500, 60));
    for (let length = 0; length < member.length; length++) {
      const wrong = () => unpacked(gunzip, Buffer.concat([member, member.subarray(0, length)]), 64);
      // Two bytes tell a member from what gzip ignores.
      if (length < 2) expect(wrong().left).toBe(length);
      else expect(wrong, `${length} bytes`).toThrow("cut short");
    }
    const changed = (at: number, mask: number) => {
      const bytes = Uint8Array.from(member);
      bytes[at] ^= mask;
      return () => unpacked(gunzip, bytes);
    };
    expect(changed(0, 1)).toThrow("no gzip file");
    expect(changed(2, 1)).toThrow("of an unknown method");
    expect(changed(3, 32)).toThrow("of an unknown method");
    expect(changed(member.length - 6, 1)).toThrow("damaged");
    expect(changed(member.length - 2, 1)).toThrow("damaged");
  });

  it("accepts and refuses changed data as zlib does", () => {
    const seen = { accepted: 0, refused: 0 };
    assert(
      property(
        content,
        options,
        array(record({ at: nat(), byte: nat(255) }), { minLength: 1, maxLength: 3 }),
        (made, how, changes) => {
          const packed = Uint8Array.from(
            deflateRawSync(bytesOf(made.seed, Math.min(made.length, 300), made.symbols), how),
          );
          for (const { at, byte } of changes) packed[at % packed.length] = byte;
          let wanted: Buffer | undefined;
          try {
            wanted = inflateRawSync(packed);
          } catch {}
          seen[wanted ? "accepted" : "refused"]++;
          if (wanted) expect(unpacked(inflate, packed, 100).content).toEqual(wanted);
          else expect(() => unpacked(inflate, packed, 100)).toThrow(/^(?:damaged|cut short)$/);
        },
      ),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100);
  });

  it("agrees with gunzip of zlib about many short members", () => {
    const packed = Buffer.concat(Array.from({ length: 3000 }, (_, i) => gzipSync(i % 3 ? `member ${i}` : "")));
    expect(unpacked(gunzip, packed, 1000).content.equals(gunzipSync(packed))).toBe(true);
  });
});
