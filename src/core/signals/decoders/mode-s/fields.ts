import type { AcceptedFrame } from "./acceptance.ts";
import { altitudeOf12, altitudeOf13, bitField, squawkOf } from "./altitude.ts";
import { type CprPosition, cprPosition } from "./cpr.ts";

type Fields = Record<string, string | number | boolean | null>;

/** The letters of callsigns by their code; # is no letter. Source: ICAO Annex 10, volume IV, 3.1.2.9.1.2. */
const LETTERS = "#ABCDEFGHIJKLMNOPQRSTUVWXYZ##### ###############0123456789######";

/** The longest time between the reports of a pair. */
const PAIR_SECONDS = 10;

/** Returns the callsign of eight letters from a bit on; null if a code is no letter. */
function callsignAt(octets: Uint8Array, first: number): string | null {
  const text = Array.from({ length: 8 }, (_, k) => LETTERS[bitField(octets, first + 6 * k, 6)]).join("");
  return text.includes("#") ? null : text.trimEnd();
}

/** A velocity's component: its sign, and its size plus one; 0 is unknown. */
function component(octets: Uint8Array, sign: number, bits: number): number | null {
  const size = bitField(octets, sign + 1, bits);
  if (size === 0) return null;
  return bitField(octets, sign, 1) ? 1 - size : size - 1;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The velocity message: speed over ground with track, or airspeed with heading. Source: RTCA DO-260B, 2.2.3.2.6. */
function velocityOf(octets: Uint8Array): Fields {
  const subtype = bitField(octets, 37, 3);
  const vertical = component(octets, 68, 9);
  const rate = { verticalRateFpm: vertical === null ? null : 64 * vertical || 0 };
  // Subtypes 2 and 4 are for supersonic speeds.
  const unit = subtype % 2 === 0 ? 4 : 1;
  if (subtype === 1 || subtype === 2) {
    const [east, north] = [component(octets, 45, 10), component(octets, 56, 10)];
    if (east === null || north === null) return { ...rate, groundSpeedKt: null, trackDeg: null };
    const track = (Math.atan2(east, north) * 180) / Math.PI;
    return {
      ...rate,
      groundSpeedKt: rounded(unit * Math.hypot(east, north), 2),
      trackDeg: rounded(track < 0 ? track + 360 : track, 2),
    };
  }
  if (subtype !== 3 && subtype !== 4) return {};
  const speed = bitField(octets, 57, 10);
  return {
    ...rate,
    airspeedKt: speed === 0 ? null : unit * (speed - 1),
    isTrueAirspeed: bitField(octets, 56, 1) === 1,
    headingDeg: bitField(octets, 45, 1) ? rounded((bitField(octets, 46, 10) * 360) / 1024, 2) : null,
  };
}

/**
 * Returns a function that reads the contents of frames. It remembers the last even and odd position of each aircraft: a frame
 * that completes a pair of at most 10 s has `lat` and `lon` in degrees.
 */
export function createFieldReader(sampleRateHz: number) {
  const positions = new Map<string, CprPosition & { start: number }>();

  const positionOf = ({ octets, icao, start }: AcceptedFrame): Fields => {
    const odd = bitField(octets, 53, 1) === 1;
    const report = { odd, latitude: bitField(octets, 54, 17), longitude: bitField(octets, 71, 17), start };
    const other = positions.get(`${icao} ${!odd}`);
    positions.set(`${icao} ${odd}`, report);
    const raw = { odd, cprLat: report.latitude, cprLon: report.longitude };
    const isPair = other && Math.abs(start - other.start) <= PAIR_SECONDS * sampleRateHz;
    const found = isPair ? cprPosition(other, report) : undefined;
    return found ? { ...raw, lat: rounded(found.lat, 6), lon: rounded(found.lon, 6) } : raw;
  };

  const squitterOf = (frame: AcceptedFrame): Fields => {
    const { octets } = frame;
    const typeCode = bitField(octets, 32, 5);
    if (typeCode >= 1 && typeCode <= 4) {
      return { typeCode, category: bitField(octets, 37, 3), callsign: callsignAt(octets, 40) };
    }
    if (typeCode >= 5 && typeCode <= 8) {
      // A position on the ground needs the receiver's place, which Threeray does not know.
      const odd = bitField(octets, 53, 1) === 1;
      return { typeCode, odd, cprLat: bitField(octets, 54, 17), cprLon: bitField(octets, 71, 17) };
    }
    if (typeCode >= 9 && typeCode <= 18) {
      return { typeCode, altitudeFt: altitudeOf12(bitField(octets, 40, 12)), ...positionOf(frame) };
    }
    if (typeCode >= 20 && typeCode <= 22) {
      return { typeCode, gnssHeightM: bitField(octets, 40, 12), ...positionOf(frame) };
    }
    if (typeCode === 19) return { typeCode, ...velocityOf(octets) };
    if (typeCode === 28 && bitField(octets, 37, 3) === 1) {
      return { typeCode, emergency: bitField(octets, 40, 3), squawk: squawkOf(bitField(octets, 43, 13)) };
    }
    return { typeCode };
  };

  const contentOf = (frame: AcceptedFrame): Fields => {
    const { df, octets, interrogator } = frame;
    const code = bitField(octets, 19, 13);
    // Register 2,0 of a Comm-B reply holds the callsign.
    const callsign = df >= 20 && df < 24 && octets[4] === 0x20 ? callsignAt(octets, 40) : null;
    const named: Fields = callsign === null ? {} : { callsign };
    switch (df) {
      case 0:
      case 16:
        return { onGround: bitField(octets, 5, 1) === 1, altitudeFt: altitudeOf13(code) };
      case 4:
      case 20:
        return { flightStatus: bitField(octets, 5, 3), altitudeFt: altitudeOf13(code), ...named };
      case 5:
      case 21:
        return { flightStatus: bitField(octets, 5, 3), squawk: squawkOf(code), ...named };
      case 11:
        return { capability: bitField(octets, 5, 3), interrogator };
      case 17:
        return { capability: bitField(octets, 5, 3), ...squitterOf(frame) };
      case 18:
        return { controlField: bitField(octets, 5, 3), ...squitterOf(frame) };
      default:
        return {};
    }
  };

  return (frame: AcceptedFrame): Fields => ({
    df: frame.df,
    icao: frame.icao.toString(16).padStart(6, "0"),
    ...contentOf(frame),
  });
}
