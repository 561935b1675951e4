import type { ByteSource } from "./byte-source.ts";

/** Numbers of a signal that are apart in a file: I in one plane and Q in another, or both among other fields of records. */
export interface Planes {
  /** Byte of the first number of each plane. */
  parts: readonly number[];
  /** Bytes from a number to the next one in its plane. */
  step: number;
  /** Bytes of a number. */
  width: number;
  /** Numbers per plane. */
  count: number;
}

/** Bytes of one read. */
const MOST_SPAN = 2 ** 23;

/** The numbers of several planes side by side, as a separate file: I, Q, I, Q … */
export function interleaved(source: ByteSource, { parts, step, width, count }: Planes): ByteSource {
  const stride = parts.length * width;
  const most = Math.max(1, Math.floor(MOST_SPAN / step));
  return {
    name: source.name,
    size: count * stride,
    async slice(from, to) {
      const first = Math.min(count, Math.floor(from / stride));
      const end = Math.min(count, Math.ceil(to / stride));
      const whole = new Uint8Array(Math.max(0, end - first) * stride);
      const asked = (last: number) => whole.slice(from - first * stride, Math.max(0, last - first * stride)).buffer;
      for (let at = first; at < end; at += most) {
        const length = Math.min(most, end - at);
        for (const [k, part] of parts.entries()) {
          const start = part + at * step;
          const span = (length - 1) * step + width;
          const bytes = new Uint8Array(await source.slice(start, start + span));
          // The file has become shorter: only whole samples before this one count.
          if (bytes.length < span) return asked(at * stride);
          spread(bytes, { step, width }, whole.subarray((at - first) * stride), { at: k * width, stride });
        }
      }
      return asked(Math.min(to, end * stride));
    },
  };
}

/** Copies numbers that are `step` bytes apart to places `stride` bytes apart. */
function spread(
  from: Uint8Array<ArrayBuffer>,
  { step, width }: { step: number; width: number },
  to: Uint8Array<ArrayBuffer>,
  { at, stride }: { at: number; stride: number },
): void {
  for (let read = 0, write = at; read < from.length; read += step, write += stride) {
    for (let byte = 0; byte < width; byte++) to[write + byte] = from[read + byte];
  }
}
