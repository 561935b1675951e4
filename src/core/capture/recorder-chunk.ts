import { type ByteRange, type ByteSource, readExactly } from "./byte-source.ts";

/** An SDR recorder's metadata of its recording. */
export interface RecorderFacts {
  /** Hz. */
  centerFrequency?: number;
  /** Time of the first sample, ISO 8601. */
  datetime?: string;
  /** Samples/s. */
  sampleRate?: number;
}

/** Longer chunks hold something else. */
const MOST = 2 ** 16;

/**
 * Reads a chunk `auxi`: the binary layout of SpectraVue (SDR#, HDSDR, SDRuno, ELAD), or the XML of SDR Console. Its content
 * decides: each fact must be possible.
 */
export async function readAuxi(source: ByteSource, chunk: ByteRange, warnings: string[]): Promise<RecorderFacts> {
  const bytes = new Uint8Array(await readExactly(source, chunk.start, Math.min(chunk.end, chunk.start + MOST)));
  const facts = readXml(bytes) ?? readSpectraVue(bytes);
  if (facts) return facts;
  warnings.push("The chunk auxi has a layout that Threeray does not know: its frequency and time were left out.");
  return {};
}

/** Start and end as Windows SYSTEMTIME, then the centre frequency in Hz. A start of zeros is no time. */
function readSpectraVue(bytes: Uint8Array<ArrayBuffer>): RecorderFacts | undefined {
  if (bytes.length < 36) return undefined;
  const view = new DataView(bytes.buffer);
  const fields = Array.from({ length: 8 }, (_, i) => view.getUint16(2 * i, true));
  const centerFrequency = view.getUint32(32, true) || undefined;
  if (fields.every((field) => field === 0)) return { centerFrequency };
  const [year, month, weekday, day, hour, minute, second, millisecond] = fields;
  const time = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const possible = year >= 1970 && year < 2200 && weekday < 7 && isTime(time, [month, day, hour, minute, second]);
  return possible && millisecond < 1000 ? { centerFrequency, datetime: new Date(time).toISOString() } : undefined;
}

/** Whether the parts of a time survive the calendar: there is no 30 February. */
function isTime(time: number, parts: readonly number[]): boolean {
  const date = new Date(time);
  const found = [
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  return parts.every((part, i) => part === found[i]);
}

/** XML in UTF-16 or in 8 bits, with or without a byte order mark; undefined for anything else. */
function readXml(bytes: Uint8Array<ArrayBuffer>): RecorderFacts | undefined {
  const text = textOf(bytes);
  if (!/^\s*<[?!a-z]/i.test(text)) return undefined;
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']{1,64})["']`).exec(text)?.[1];
  const above0 = (name: string) => {
    const value = Number(attribute(name) ?? Number.NaN);
    return value > 0 && value <= 1e12 ? value : undefined;
  };
  const [, day, month, year, clock] =
    /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d:\d\d)/.exec(attribute("UTC") ?? attribute("CurrentTimeUTC") ?? "") ?? [];
  const seconds = above0("UTCSeconds");
  const datetime = year ? `${year}-${month}-${day}T${clock}Z` : seconds && whole(new Date(1000 * seconds));
  const facts = {
    centerFrequency: above0("RadioCenterFreq"),
    sampleRate: above0("SampleRate"),
    datetime: datetime && !Number.isNaN(Date.parse(datetime)) ? datetime : undefined,
  };
  return Object.values(facts).some((fact) => fact !== undefined) ? facts : undefined;
}

const whole = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

/** Text in UTF-16 has a zero in every second byte of its Latin letters. */
function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const first = bytes.findIndex((byte) => byte !== 0 && byte !== 0xff && byte !== 0xfe);
  const encoding = bytes[first + 1] !== 0 ? "utf-8" : first % 2 ? "utf-16be" : "utf-16le";
  return new TextDecoder(encoding).decode(bytes);
}

/** Reads the chunk `rcvr` of Perseus and QS1R: frequency in Hz, a code of the rate, and seconds since 1970. */
export async function readRcvr(source: ByteSource, { start, end }: ByteRange): Promise<RecorderFacts> {
  if (end - start < 12) return {};
  const view = new DataView(await readExactly(source, start, start + 12));
  const seconds = view.getUint32(8, true);
  return {
    centerFrequency: view.getUint32(0, true) || undefined,
    datetime: seconds > SINCE_2000 ? whole(new Date(1000 * seconds)) : undefined,
  };
}

/** Seconds since 1970: smaller values are no times of recordings. */
const SINCE_2000 = Date.UTC(2000) / 1000;
