/** A frame of AX.25 as people read it. */
export interface Ax25Packet {
  from: string;
  to: string;
  /** The repeaters that it names, if any. */
  via?: string[];
  /** The information of the frame if it is text, else null. */
  text: string | null;
}

/** Octets of an address. */
const ADDRESS = 7;
/** Destination, source and at most eight repeaters. */
const MOST_ADDRESSES = 10;
/** Unnumbered information, without and with the poll bit; frames of information have an even control field. */
const UI = 0x03;
const POLL = 0x10;
/** No layer 3. */
const NONE = 0xf0;

/**
 * Reads a frame without its check; undefined if its addresses are not call signs: one to six capital letters and digits, then
 * spaces. Source: AX.25 Link Access Protocol 2.2, 3.12.
 *
 * Some satellites pad call signs with zeros, or set the bits that end the addresses wrongly. Their two addresses count if unnumbered
 * information without a layer 3 follows.
 */
export function readPacket(octets: Uint8Array): Ax25Packet | undefined {
  return readStandard(octets) ?? readSatellite(octets);
}

function readSatellite(octets: Uint8Array): Ax25Packet | undefined {
  const [to, from] = [0, ADDRESS].map((start) =>
    callOf(octets.subarray(start, start + ADDRESS), /^([A-Z0-9]{1,6})[ \0]*$/),
  );
  if (!to || !from || octets[2 * ADDRESS] !== UI || octets[2 * ADDRESS + 1] !== NONE) return undefined;
  return { from, to, text: textOf(octets.subarray(2 * ADDRESS + 2)) };
}

function readStandard(octets: Uint8Array): Ax25Packet | undefined {
  const calls: string[] = [];
  for (;;) {
    const start = ADDRESS * calls.length;
    if (start + ADDRESS > octets.length || calls.length === MOST_ADDRESSES) return undefined;
    const call = callOf(octets.subarray(start, start + ADDRESS));
    if (call === undefined) return undefined;
    calls.push(call);
    if (octets[start + ADDRESS - 1] & 1) break;
  }
  const control = octets[ADDRESS * calls.length];
  if (calls.length < 2 || control === undefined) return undefined;
  const informs = (control & ~POLL) === UI || (control & 1) === 0;
  const [to, from, ...via] = calls;
  const text = informs ? textOf(octets.subarray(ADDRESS * calls.length + 2)) : null;
  return { from, to, ...(via.length > 0 && { via }), text };
}

function callOf(address: Uint8Array, form = /^([A-Z0-9]{1,6}) *$/): string | undefined {
  if (address.subarray(0, ADDRESS - 1).some((octet) => octet & 1)) return undefined;
  const letters = String.fromCharCode(...address.subarray(0, ADDRESS - 1).map((octet) => octet >> 1));
  const call = form.exec(letters)?.[1];
  const station = (address[ADDRESS - 1] >> 1) & 15;
  return call === undefined || station === 0 ? call : `${call}-${station}`;
}

/** Octets as text in UTF-8; null if they are none, or hold control characters other than tabs and line ends. */
export function textOf(octets: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(octets);
    // oxlint-disable-next-line no-control-regex
    return /[\0-\x08\x0b\x0c\x0e-\x1a\x1d-\x1f\x7f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
