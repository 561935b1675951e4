/* oxlint-disable no-underscore-dangle -- Emscripten generates these names. */
import create, { type PffftModule } from "@echogarden/pffft-wasm/simd";
import binary from "../../../node_modules/@echogarden/pffft-wasm/dist/simd/pffft.wasm?url&inline";

/** PFFFT's constant for a complex transform. */
const COMPLEX = 1;

/** Vectors in the module's memory, for transforms of one length: J. Pommier's PFFFT with the SIMD of WebAssembly. */
export interface Pffft {
  readonly length: number;
  /** Complex vector i of `count`, interleaved, in the module's memory. Request it again after creating another Pffft. */
  vector(i: number): Float32Array<ArrayBuffer>;
  /** Transforms vector `from` into vector `to`, in natural order; backward without the factor 1/N. */
  transform(from: number, to: number, backward?: boolean): void;
  /** Circular convolution: vector `x` becomes x ∗ h, with a vector `h` from {@link prepare}. Overwrites vector `spare`. */
  convolve(x: number, h: number, spare: number): void;
  /** Transforms vector `h` in place, into PFFFT's own order. */
  prepare(h: number): void;
  destroy(): void;
}

let loaded: Promise<PffftModule> | undefined;

function load(): Promise<PffftModule> {
  const bytes = () => Uint8Array.from(atob(binary.slice(binary.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  return (loaded ??= create({ wasmBinary: bytes() }));
}

/** Whether PFFFT has a transform of this length: 2^a·3^b·5^c with a ≥ 4. */
export function isPffftLength(length: number): boolean {
  if (!Number.isInteger(length) || length < 16 || length % 16) return false;
  let rest = length;
  for (const factor of [2, 3, 5]) while (rest % factor === 0) rest /= factor;
  return rest === 1;
}

/** Returns the shortest length ≥ `least` for which PFFFT has a transform. */
export function pffftLength(least: number): number {
  let length = Math.max(16, Math.ceil(least / 16) * 16);
  while (!isPffftLength(length)) length += 16;
  return length;
}

/**
 * @param count Number of vectors.
 * @throws RangeError if PFFFT has no transform of that length.
 */
export async function createPffft(length: number, count: number): Promise<Pffft> {
  if (!isPffftLength(length)) {
    throw new RangeError(`fft/pffft: length must be 2^a·3^b·5^c with a ≥ 4, got ${length}`);
  }
  const pffft = await load();
  const setup = pffft._pffft_new_setup(length, COMPLEX);
  const bytes = 8 * length;
  // One extra vector as PFFFT's work space.
  const memory = pffft._pffft_aligned_malloc(bytes * (count + 1));
  const at = (i: number) => memory + i * bytes;
  const work = at(count);
  return {
    length,
    vector: (i) => pffft.HEAPF32.subarray(at(i) / 4, at(i + 1) / 4),
    transform: (from, to, backward = false) =>
      pffft._pffft_transform_ordered(setup, at(from), at(to), work, Number(backward)),
    prepare: (h) => pffft._pffft_transform(setup, at(h), at(h), work, 0),
    convolve(x, h, spare) {
      pffft._pffft_transform(setup, at(x), at(x), work, 0);
      pffft.HEAPF32.fill(0, at(spare) / 4, at(spare + 1) / 4);
      pffft._pffft_zconvolve_accumulate(setup, at(x), at(h), at(spare), 1 / length);
      pffft._pffft_transform(setup, at(spare), at(x), work, 1);
    },
    destroy() {
      pffft._pffft_aligned_free(memory);
      pffft._pffft_destroy_setup(setup);
    },
  };
}
