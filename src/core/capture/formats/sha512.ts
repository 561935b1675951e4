/** First `count` primes. */
function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/** First 64 bits of the fractional part of n^(1/degree), split in two words. */
function rootBits(n: bigint, degree: bigint): [number, number] {
  const wanted = n << (64n * degree);
  let root = 1n << 70n; // above any root asked for
  for (;;) {
    const next = ((degree - 1n) * root + wanted / root ** (degree - 1n)) / degree;
    if (next >= root) break;
    root = next;
  }
  return [Number((root >> 32n) & 0xffffffffn), Number(root & 0xffffffffn)];
}

const ROUND_CONSTANTS = Int32Array.from(primes(80).flatMap((p) => rootBits(p, 3n)));
const INITIAL_STATE = Int32Array.from(primes(8).flatMap((p) => rootBits(p, 2n)));

/** SHA-512 (FIPS 180-4) of data that arrive piece by piece, which Web Crypto cannot do. 64-bit words are pairs of 32 bits. */
export class Sha512 {
  readonly #state = INITIAL_STATE.slice();
  readonly #block = new Uint8Array(128);
  readonly #words = new Int32Array(160);
  #filled = 0;
  #length = 0;

  update(data: Uint8Array): this {
    this.#length += data.length;
    let at = 0;
    while (at < data.length) {
      const taken = Math.min(128 - this.#filled, data.length - at);
      this.#block.set(data.subarray(at, at + taken), this.#filled);
      at += taken;
      this.#filled += taken;
      if (this.#filled === 128) this.#compress();
    }
    return this;
  }

  /** The hash in hexadecimal. Ends the data. */
  digest(): string {
    const bits = BigInt(this.#length) * 8n;
    const padding = new Uint8Array(((239 - this.#filled) % 128) + 17);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #compress(): void {
    this.#filled = 0;
    const [w, k, state] = [this.#words, ROUND_CONSTANTS, this.#state];
    const view = new DataView(this.#block.buffer);
    for (let i = 0; i < 32; i++) w[i] = view.getInt32(4 * i);
    for (let i = 32; i < 160; i += 2) {
      const h15 = w[i - 30];
      const l15 = w[i - 29];
      const h2 = w[i - 4];
      const l2 = w[i - 3];
      const s0h = ((h15 >>> 1) | (l15 << 31)) ^ ((h15 >>> 8) | (l15 << 24)) ^ (h15 >>> 7);
      const s0l = ((l15 >>> 1) | (h15 << 31)) ^ ((l15 >>> 8) | (h15 << 24)) ^ ((l15 >>> 7) | (h15 << 25));
      const s1h = ((h2 >>> 19) | (l2 << 13)) ^ ((l2 >>> 29) | (h2 << 3)) ^ (h2 >>> 6);
      const s1l = ((l2 >>> 19) | (h2 << 13)) ^ ((h2 >>> 29) | (l2 << 3)) ^ ((l2 >>> 6) | (h2 << 26));
      const low = (s0l >>> 0) + (s1l >>> 0) + (w[i - 31] >>> 0) + (w[i - 13] >>> 0);
      w[i + 1] = low;
      w[i] = s0h + s1h + w[i - 32] + w[i - 14] + ((low / 2 ** 32) | 0);
    }
    let ah = state[0];
    let al = state[1];
    let bh = state[2];
    let bl = state[3];
    let ch = state[4];
    let cl = state[5];
    let dh = state[6];
    let dl = state[7];
    let eh = state[8];
    let el = state[9];
    let fh = state[10];
    let fl = state[11];
    let gh = state[12];
    let gl = state[13];
    let hh = state[14];
    let hl = state[15];
    for (let i = 0; i < 160; i += 2) {
      const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
      const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
      const low1 = (hl >>> 0) + (s1l >>> 0) + (((el & fl) ^ (~el & gl)) >>> 0) + (k[i + 1] >>> 0) + (w[i + 1] >>> 0);
      const high1 = (hh + s1h + ((eh & fh) ^ (~eh & gh)) + k[i] + w[i] + ((low1 / 2 ** 32) | 0)) | 0;
      const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
      const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
      const low2 = (low1 >>> 0) + (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
      const high2 = high1 + s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + ((low2 / 2 ** 32) | 0);
      hh = gh;
      hl = gl;
      gh = fh;
      gl = fl;
      fh = eh;
      fl = el;
      const sum = (dl >>> 0) + (low1 >>> 0);
      eh = (dh + high1 + ((sum / 2 ** 32) | 0)) | 0;
      el = sum | 0;
      dh = ch;
      dl = cl;
      ch = bh;
      cl = bl;
      bh = ah;
      bl = al;
      ah = high2 | 0;
      al = low2 | 0;
    }
    const next = [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl];
    for (let i = 0; i < 16; i += 2) {
      const low = (state[i + 1] >>> 0) + (next[i + 1] >>> 0);
      state[i + 1] = low;
      state[i] += next[i] + ((low / 2 ** 32) | 0);
    }
  }
}
