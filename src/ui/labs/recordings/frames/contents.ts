import type { DecodedFrame } from "#core/signals/decoders/decoder.ts";

/** Endings of field names, and the units that they mean. */
const UNITS: Readonly<Record<string, string>> = {
  Ft: "ft",
  Kt: "kt",
  Fpm: "ft/min",
  Deg: "°",
  M: "m",
  Hz: "Hz",
  Mbps: "Mb/s",
  Dbm: "dBm",
};
const ENDING = new RegExp(`^(.*[a-z])(${Object.keys(UNITS).join("|")})$`);
const WORDS: Readonly<Record<string, string>> = {
  lat: "latitude",
  lon: "longitude",
  cpr: "CPR",
  crc: "check",
  bits: "bits",
  hex: "hex",
};
/** Names that are abbreviations. */
const ABBREVIATIONS = new Set("cog cp df icao imo mib mmsi pdu phich prb rot sfn sog utc".split(" "));

/** A field of a frame in words: its name and its value with its unit. */
export interface ReadField {
  name: string;
  text: string;
}

/** Returns what a frame says, field by field. What it does not know is left out. */
export function readFields(fields: DecodedFrame["fields"]): ReadField[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([key, value]) => {
      const [, stem = key, ending = ""] = (typeof value === "number" && ENDING.exec(key)) || [];
      return {
        name: nameOf(stem),
        text: [textOf(value), UNITS[ending]].filter(Boolean).join(ending === "Deg" ? "" : " "),
      };
    });
}

/** Most characters of octets or bits in a line. */
const MOST_SHOWN = 64;

/** Returns a frame in one line, without its lists of parts; octets or bits where no field says what they mean. */
export function lineOf({ fields, hex, bits }: Pick<DecodedFrame, "fields" | "hex" | "bits">): string {
  const simple = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isListOfParts(value)));
  const raw = (hex ?? bits ?? "").replace(new RegExp(`^(.{${MOST_SHOWN}}).+`), "$1…");
  if (Object.keys(simple).length === 0) return raw;
  const isUnknown = "line" in fields && fields.payload === undefined && raw !== "";
  const message = isUnknown ? [`${hex === null ? "bits" : "hex"} ${raw}`] : [];
  return [...message, ...readFields(simple).map(({ name, text }) => `${name} ${text}`)].join(", ");
}

/** Returns true if nothing is known with which the frame could be checked. */
export const isUnchecked = ({ good, fields }: Pick<DecodedFrame, "good" | "fields">) =>
  !good && "line" in fields && fields.crc === undefined;

const isListOfParts = (value: unknown) => Array.isArray(value) && value.some((one) => typeof one === "object");

function nameOf(key: string): string {
  if (ABBREVIATIONS.has(key)) return key.toUpperCase();
  const words = key.replaceAll(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`).split(" ");
  return words.map((word) => WORDS[word] ?? word).join(" ");
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(textOf).join(isListOfParts(value) ? "; " : ", ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, one]) => `${nameOf(key)} ${textOf(one)}`)
      .join(", ");
  }
  return String(value);
}
