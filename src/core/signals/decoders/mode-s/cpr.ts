/** An airborne position in compact position reporting. */
export interface CprPosition {
  odd: boolean;
  /** 17 bits each. */
  latitude: number;
  longitude: number;
}

const SCALE = 2 ** 17;
const ZONES = 15;

const modulo = (a: number, b: number) => a - b * Math.floor(a / b);

/** The number of longitude zones at a latitude in degrees. Source: RTCA DO-260B, A.1.7.2 d. */
export function longitudeZones(latitude: number): number {
  const degrees = Math.abs(latitude);
  if (degrees === 0) return 59;
  if (degrees === 87) return 2;
  if (degrees > 87) return 1;
  const ratio = (1 - Math.cos(Math.PI / (2 * ZONES))) / Math.cos((Math.PI / 180) * degrees) ** 2;
  return Math.floor((2 * Math.PI) / Math.acos(1 - ratio));
}

/**
 * Returns the position in degrees of the newer one of an even and an odd report; undefined if they lie in different longitude
 * zones or contradict each other. Source: RTCA DO-260B, A.1.7.7.
 */
export function cprPosition(older: CprPosition, newer: CprPosition): { lat: number; lon: number } | undefined {
  const [even, odd] = newer.odd ? [older, newer] : [newer, older];
  const zone = Math.floor((59 * even.latitude - 60 * odd.latitude) / SCALE + 0.5);
  const latitudeIn = (zones: number, { latitude }: CprPosition) => {
    const degrees = (360 / zones) * (modulo(zone, zones) + latitude / SCALE);
    return degrees >= 270 ? degrees - 360 : degrees;
  };
  const [evenLat, oddLat] = [latitudeIn(60, even), latitudeIn(59, odd)];
  if (Math.abs(evenLat) > 90 || Math.abs(oddLat) > 90) return undefined;
  const zones = longitudeZones(evenLat);
  if (zones !== longitudeZones(oddLat)) return undefined;
  const count = Math.max(1, newer.odd ? zones - 1 : zones);
  const m = Math.floor((even.longitude * (zones - 1) - odd.longitude * zones) / SCALE + 0.5);
  const lon = (360 / count) * (modulo(m, count) + newer.longitude / SCALE);
  return { lat: newer.odd ? oddLat : evenLat, lon: lon >= 180 ? lon - 360 : lon };
}
