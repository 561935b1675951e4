import { frameSamples } from "../frame/data-field.ts";
import { ACK_OCTETS, acknowledgement, type Address, beacon, dataFrame } from "../frame/mac-frames.ts";
import type { Rate } from "../frame/rates.ts";

/** Locally administered addresses, which no maker gives to a device. */
const ACCESS_POINT: Address = [2, 0, 0, 0, 0, 1];
const STATION: Address = [2, 0, 0, 0, 0, 2];
const BEYOND: Address = [2, 0, 0, 0, 0, 10];
const SSID = "Threeray";

/** Time in µs between a frame and its acknowledgement at 20 MHz. Source: IEEE Std 802.11-2012, table 18-17. */
const SIFS = 16;

/** A frame of a small network, as its transmitter makes it. */
export interface NetworkFrame {
  /** Octets of the PSDU. */
  octets: number;
  /**
   * Returns the PSDU of the frame in round `round`.
   *
   * @param time Start of the frame in µs.
   */
  psdu(round: number, time: number): Uint8Array<ArrayBuffer>;
}

/**
 * Returns the frames of a round in a network of an access point and a station: a beacon, a data frame of the given length, and its
 * acknowledgement. Data frames go to and from the access point in turn. Each transmitter counts its own frames.
 *
 * @param stretch 1 at 20 MHz, 2 at 10 MHz: factor on all times.
 * @throws RangeError when a data frame has no room in `octets`.
 */
export function networkFrames(rate: Rate, octets: number, stretch: number): readonly NetworkFrame[] {
  const acknowledged = stretch * (SIFS + frameSamples(ACK_OCTETS, rate) / 20);
  const network = { bssid: ACCESS_POINT, station: STATION, beyond: BEYOND };
  const isUp = (round: number) => round % 2 === 0;
  const beaconOf = (round: number, timestamp: number) => {
    // Of each two rounds, the access point sends two beacons and one data frame.
    const sequence = round + Math.floor(round / 2);
    return beacon({ bssid: ACCESS_POINT, ssid: SSID, timestamp, sequence });
  };
  const dataOf = (round: number) => {
    const half = Math.floor(round / 2);
    return dataFrame({
      ...network,
      direction: isUp(round) ? "to access point" : "from access point",
      duration: acknowledged,
      sequence: isUp(round) ? half : 3 * half + 2,
      octets,
      payload: (i) => (i + round) % 256,
    });
  };
  // Refuses the length before any work.
  dataOf(0);
  return [
    { octets: beaconOf(0, 0).length, psdu: beaconOf },
    { octets, psdu: dataOf },
    { octets: ACK_OCTETS, psdu: (round) => acknowledgement(isUp(round) ? STATION : ACCESS_POINT) },
  ];
}
