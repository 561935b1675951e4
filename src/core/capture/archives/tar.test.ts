import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { isTar, readTar, TAR_END, tarHeader, tarPadding } from "./tar.ts";

const encoder = new TextEncoder();

function archive(files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(files).flatMap(([path, bytes]) => {
    return [tarHeader(path, bytes.length, 1e9), bytes, tarPadding(bytes.length)];
  });
  return join(...parts, TAR_END);
}

const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The archive with one header's type changed and its checksum made good. */
function retyped(path: string, type: string, body: string): Uint8Array {
  const header = tarHeader(path, encoder.encode(body).length, 0);
  const old = header[156];
  header[156] = type.charCodeAt(0);
  const sum = Number.parseInt(new TextDecoder().decode(header.subarray(148, 154)), 8) + header[156] - old;
  header.set(encoder.encode(sum.toString(8).padStart(6, "0")), 148);
  return join(header, encoder.encode(body), tarPadding(body.length));
}

describe("tar", () => {
  it("reads what it wrote: folders, empty files, long paths", async () => {
    const long = `${"folder/".repeat(20)}file.bin`;
    const files = { "a.txt": encoder.encode("hello"), [long]: new Uint8Array(1000).fill(7), empty: new Uint8Array(0) };
    const entries = await readTar(fromBytes("a.tar", archive(files)));
    expect(entries.map((entry) => entry.path)).toEqual(["a.txt", long, "empty"]);
    expect(entries[1].file.name).toBe("file.bin");
    for (const [i, bytes] of Object.values(files).entries()) {
      expect(new Uint8Array(await entries[i].file.slice(0, 1e6))).toEqual(bytes);
    }
  });

  it("takes long names from pax and GNU headers, and leaves folders out", async () => {
    const body = tarHeader("short", 0, 0);
    const bytes = join(
      retyped("folder/", "5", ""),
      retyped("pax", "x", "30 mtime=1700000000.123456789\n20 path=from pax\n"),
      body,
      retyped("././@LongLink", "L", "from gnu\0"),
      body,
      TAR_END,
    );
    const entries = await readTar(fromBytes("a.tar", bytes));
    expect(entries.map((entry) => entry.path)).toEqual(["from pax", "from gnu"]);
  });

  it("is read by others: the fields of ustar", () => {
    const header = tarHeader("a.txt", 5, 1e9);
    const text = new TextDecoder().decode(header);
    expect(text.slice(257, 265)).toBe("ustar\u000000");
    expect(text.slice(124, 136)).toBe("00000000005\0");
    expect(isTar(header)).toBe(true);
  });

  it.each([
    [
      "cut inside a file",
      (bytes: Uint8Array) => bytes.slice(0, 700),
      /ends inside b: found 188 bytes of it, expected 1000/,
    ],
    ["empty", () => new Uint8Array(0), /0 bytes, too few for a tar archive/],
    ["no archive", () => new Uint8Array(2048).fill(65), /found no tar header at byte 0/],
    ["damaged", (bytes: Uint8Array) => bytes.fill(9, 1536, 1600), /found no tar header at byte 1536/],
  ])("refuses one that is %s", async (_, damage, message) => {
    const bytes = archive({ b: new Uint8Array(1000), c: new Uint8Array(1) });
    await expect(readTar(fromBytes("a.tar", Uint8Array.from(damage(bytes))))).rejects.toThrow(message);
  });

  it("refuses names and sizes that do not fit", () => {
    expect(() => tarHeader("x".repeat(101), 0, 0)).toThrow(/name is too long/);
    expect(() => tarHeader("x", 8 ** 11, 0)).toThrow(/less than 8 GiB/);
  });
});
