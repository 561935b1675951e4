import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pcapFile } from "../pcap.ts";
import { fcsHolds } from "./fcs.ts";
import { acknowledgement, beacon, dataFrame, LEAST_DATA_OCTETS } from "./mac-frames.ts";
import { parseMacHeader } from "./mac-header.ts";
import { rateOf } from "./rates.ts";

const [AP, STATION, BEYOND] = [1, 2, 10].map((last) => [2, 0, 0, 0, 0, last]);
const hex = (octets: Uint8Array) => Buffer.from(octets).toString("hex");
const data = (octets: number, direction: "to access point" | "from access point" = "to access point") =>
  dataFrame({
    direction,
    bssid: AP,
    station: STATION,
    beyond: BEYOND,
    duration: 60,
    sequence: 4097,
    octets,
    payload: (i) => i % 256,
  });

describe("wifi/frame/mac-frames", () => {
  it("has the octets of the standard, by hand", () => {
    const frame = beacon({ bssid: AP, ssid: "ab", timestamp: 0x0102030405, sequence: 0xab1 });
    const fields = ["80000000ffffffffffff", "020000000001020000000001", "10ab", "0504030201000000", "64000104"];
    const elements = ["00026162", "01088c129824b048606c", "050400010000"];
    expect(hex(frame.subarray(0, -4))).toBe([...fields, ...elements].join(""));
    expect(hex(acknowledgement(STATION).subarray(0, -4))).toBe("d4000000020000000002");
    const short = data(LEAST_DATA_OCTETS + 2, "from access point");
    const header = ["08023c00", "020000000002", "020000000001", "02000000000a", "1000"];
    expect(hex(short.subarray(0, -4))).toBe([...header, "aaaa03000000", "88b5", "0001"].join(""));
    for (const octets of [frame, acknowledgement(STATION), short]) expect(fcsHolds(octets)).toBe(true);
  });

  it.each([36, 37, 63, 64, 65, 1500, 4095])("has a data frame of %i octets that a receiver reads", (octets) => {
    const frame = data(octets);
    expect(frame).toHaveLength(octets);
    expect(fcsHolds(frame)).toBe(true);
    const addresses = ["02:00:00:00:00:01", "02:00:00:00:00:02", "02:00:00:00:00:0a"];
    expect(parseMacHeader(frame.subarray(0, -4))).toMatchObject({ name: "Data", toDs: true, addresses, sequence: 1 });
    if (octets < 64) return;
    const packet = frame.subarray(32, -4);
    const words = Array.from({ length: 10 }, (_, i) => 256 * packet[2 * i] + packet[2 * i + 1]);
    // The ones' complement sum of the whole header is −0.
    const sum = words.reduce((total, word) => total + word, 0);
    expect((sum % 65_536) + Math.floor(sum / 65_536)).toBe(0xffff);
    expect(words[1]).toBe(packet.length);
    expect(256 * packet[24] + packet[25]).toBe(packet.length - 20);
  });

  it.skipIf(spawnSync("tshark", ["--version"]).status !== 0)(
    "makes frames that tshark dissects without a fault (skipped where it is absent)",
    () => {
      const frames = [36, 37, 63, 64, 65, 1500, 4095].flatMap((octets, i) => [
        beacon({ bssid: AP, ssid: "Threeray", timestamp: 1000 * i, sequence: i }),
        data(octets, i % 2 ? "from access point" : "to access point"),
        acknowledgement(STATION),
      ]);
      const captured = frames.map((psdu, i) => ({ seconds: i / 1000, rate: rateOf(24), psdu, intact: true }));
      const options = ["-o", "wlan.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "fields"];
      const fields = ["wlan.fcs.status", "_ws.malformed", "_ws.expert.message"].flatMap((field) => ["-e", field]);
      const folder = mkdtempSync(join(tmpdir(), "threeray-mac-"));
      const file = join(folder, "frames.pcap");
      writeFileSync(file, pcapFile(captured));
      const { stdout } = spawnSync("tshark", ["-r", file, ...options, ...fields], { encoding: "utf8" });
      rmSync(folder, { recursive: true });
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.trimEnd()),
      ).toEqual(frames.map(() => "1"));
    },
  );

  it("refuses a data frame without room for its header", () => {
    expect(() => data(35)).toThrow("wifi/mac-frames: a data frame has at least 36 octets, got 35");
  });
});
