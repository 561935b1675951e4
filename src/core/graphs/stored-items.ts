import type { FileSink } from "../blocks/sinks/file-sink.ts";
import type { PortType } from "../flow/graph/port.ts";

type Stored = readonly [ending: string, npy: string];

const TYPES: Readonly<Record<PortType, Stored>> = {
  complex: ["cf32", "<c8"],
  real: ["f32", "<f4"],
  integer: ["s32", "<i4"],
  bits: ["u8", "|u1"],
  llrs: ["f32", "<f4"],
  frames: ["u32", "<u4"],
};

const INTEGERS: Readonly<Record<FileSink["integers"], Stored>> = {
  int32: ["s32", "<i4"],
  int16: ["s16", "<i2"],
  int8: ["s8", "|i1"],
};

/** Returns how files hold items of a type: the ending of a raw file, and NumPy's name of the type. */
export function storedAs(type: PortType, integers: FileSink["integers"]): { ending: string; npy: string } {
  const [ending, npy] = type === "integer" ? INTEGERS[integers] : TYPES[type];
  return { ending, npy };
}

/** The rate that a WAV file states if no block names one, Hz. */
export const UNKNOWN_RATE = 48_000;
