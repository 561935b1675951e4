/** Synchronization and reference signals of LTE's downlink on its middle 72 subcarriers. Source: 3GPP TS 36.211, 6.10, 6.11 and 7.2. */

/** Rate of the samples at which an LTE symbol has 128 of them, Hz. */
export const LTE_RATE = 1.92e6;
/** Samples of a symbol without its cyclic prefix. */
export const SYMBOL = 128;
/** Samples of a slot. */
export const SLOT = 960;
/** Subcarriers that the broadcast channel uses; subcarrier 0 is not sent. */
export const BROADCAST_CARRIERS = 72;
/** Subcarriers of the synchronization signals. */
const SYNC_CARRIERS = 62;
const PRIMARY_ROOTS = [25, 29, 34] as const;
/** Groups of cells N_ID1, which the secondary signal tells. */
export const GROUPS = 168;

/** First sample of a symbol without its cyclic prefix, from the slot's start. */
export function symbolStart(symbol: number, extended: boolean): number {
  return extended ? 32 + symbol * (SYMBOL + 32) : 10 + symbol * (SYMBOL + 9);
}

/** The transform's bin of carrier i of n around the unused one. */
export const carrierBin = (i: number, carriers: number) => {
  const k = i - carriers / 2;
  return k < 0 ? k + SYMBOL : k + 1;
};

/** The number of the unused carrier's neighbour is 1 or −1: the carrier's frequency in units of the spacing. */
export const carrierNumber = (i: number, carriers: number) => {
  const k = i - carriers / 2;
  return k < 0 ? k : k + 1;
};

/** The primary synchronization signal of N_ID2 = 0, 1, 2: a Zadoff-Chu sequence, complex [62]. */
export function primarySignal(id: number): Float64Array {
  const signal = new Float64Array(2 * SYNC_CARRIERS);
  for (let n = 0; n < SYNC_CARRIERS; n++) {
    const power = n < 31 ? n * (n + 1) : (n + 1) * (n + 2);
    const angle = (-Math.PI * ((PRIMARY_ROOTS[id] * power) % 126)) / 63;
    signal[2 * n] = Math.cos(angle);
    signal[2 * n + 1] = Math.sin(angle);
  }
  return signal;
}

/** A maximum-length sequence of 31 values 1 and −1, twice; `taps` are the earlier bits that sum to the next one. */
function maximumLength(taps: readonly number[]): Float64Array {
  const bits = [0, 0, 0, 0, 1];
  for (let i = 0; i < 26; i++) bits.push(taps.reduce((sum, tap) => sum ^ bits[i + tap], 0));
  return Float64Array.from([...bits, ...bits], (bit) => 1 - 2 * bit);
}

/** The sequences s, c and z of the secondary synchronization signal, each twice. */
export const SECONDARY = {
  s: maximumLength([0, 2]),
  c: maximumLength([0, 3]),
  z: maximumLength([0, 1, 2, 4]),
};

/** The shifts m0 and m1 of the secondary synchronization signal of a group N_ID1. */
export function secondaryShifts(group: number): [m0: number, m1: number] {
  const tens = Math.floor(group / 30);
  const q = Math.floor((group + (tens * (tens + 1)) / 2) / 30);
  const m = group + (q * (q + 1)) / 2;
  return [m % 31, ((m % 31) + Math.floor(m / 31) + 1) % 31];
}

/** The pseudo-random sequence c(n), n = 0 … length − 1: a Gold sequence, bits. Source: 3GPP TS 36.211, 7.2. */
export function goldSequence(initial: number, length: number): Uint8Array {
  const skipped = 1600;
  const [x1, x2] = [new Uint8Array(skipped + length + 31), new Uint8Array(skipped + length + 31)];
  x1[0] = 1;
  for (let n = 0; n < 31; n++) x2[n] = (initial >>> n) & 1;
  for (let n = 0; n < skipped + length; n++) {
    x1[n + 31] = x1[n + 3] ^ x1[n];
    x2[n + 31] = x2[n + 3] ^ x2[n + 2] ^ x2[n + 1] ^ x2[n];
  }
  return Uint8Array.from({ length }, (_, n) => x1[n + skipped] ^ x2[n + skipped]);
}

/** Resource blocks of the widest carrier: the reference signals of all widths agree in the middle. */
const MOST_BLOCKS = 110;

/** The 12 cell-specific reference values in the middle six resource blocks, complex. */
export function referenceSignal(cell: number, slot: number, symbol: number, extended: boolean): Float64Array {
  const initial = 1024 * (7 * (slot + 1) + symbol + 1) * (2 * cell + 1) + 2 * cell + (extended ? 0 : 1);
  const first = MOST_BLOCKS - 6;
  const bits = goldSequence(initial, 2 * (first + 12));
  return Float64Array.from({ length: 24 }, (_, i) => (1 - 2 * bits[2 * first + i]) * Math.SQRT1_2);
}

/** The first of a port's carriers, 0 to 5; every sixth one follows. */
export function referenceShift(cell: number, port: number, slot: number, symbol: number): number {
  const place = port < 2 ? Number((symbol === 0) === (port === 1)) : (slot + port) % 2;
  return (3 * place + cell) % 6;
}
