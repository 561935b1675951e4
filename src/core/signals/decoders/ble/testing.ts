/** A transmitter of Bluetooth LE advertising at 1 Mb/s for tests. It shares no code with the decoder. */

/** The bits on air of a PDU: preamble, access address, then header, payload and check, whitened. */
export function airBits(pdu: Uint8Array, channel: number): number[] {
  const lsbFirst = (octets: ArrayLike<number>) =>
    Array.from(octets).flatMap((octet) => Array.from({ length: 8 }, (_, k) => (octet >> k) & 1));
  const bits = lsbFirst(pdu);
  // The check as polynomial division: the register's initial value adds to the first 24 bits.
  const divided = [...bits, ...Array.from({ length: 24 }, () => 0)];
  for (let k = 0; k < 24; k++) divided[k] ^= (0x555555 >> (23 - k)) & 1;
  for (let i = 0; i < bits.length; i++)
    if (divided[i]) for (const power of [24, 10, 9, 6, 4, 3, 1, 0]) divided[i + 24 - power] ^= 1;
  const plain = [...bits, ...divided.slice(bits.length)];
  // x^7 + x^4 + 1 as a recurrence, w[n] = w[n−7] + w[n−3], after what the register holds: the channel from its last position on, then 1.
  const held = [...Array.from({ length: 6 }, (_, k) => (channel >> k) & 1), 1];
  const whitener: number[] = [];
  for (let n = 0; n < plain.length; n++) {
    const old = n < 7 ? held[n] : whitener[n - 7];
    whitener.push(n < 3 ? old : old ^ whitener[n - 3]);
  }
  return [...lsbFirst([0xaa, 0xd6, 0xbe, 0x89, 0x8e]), ...plain.map((bit, i) => bit ^ whitener[i])];
}

export interface MadePacket {
  bits: readonly number[];
  /** First sample, with a fraction. */
  at: number;
  /** Carrier from the recording's centre, Hz. */
  carrierHz?: number;
  amplitude?: number;
  /** Frequency deviation, Hz. Default 250 kHz. */
  deviationHz?: number;
  /** Clock error. Default 0. */
  clock?: number;
}

/** Returns packets of GFSK with BT = 0.5 in noise of power sigma² per sample. */
export function madeBle(
  random: () => number,
  { rate, samples, sigma }: { rate: number; samples: number; sigma: number },
  packets: readonly MadePacket[] = [],
): Float32Array {
  const out = new Float32Array(2 * samples);
  for (let i = 0; i < out.length; i += 2) {
    const radius = sigma * Math.sqrt(-Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    out[i] = radius * Math.cos(angle);
    out[i + 1] = radius * Math.sin(angle);
  }
  const fine = 32;
  const deviation = Math.sqrt(Math.log(2)) / (2 * Math.PI * 0.5);
  const gauss = Array.from({ length: 4 * fine + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k - 2 * fine) / fine / deviation) ** 2),
  );
  const total = gauss.reduce((sum, value) => sum + value, 0);
  for (const { bits, at, carrierHz = 0, amplitude = 1, deviationHz = 250e3, clock = 0 } of packets) {
    const start = random();
    const phases = [start];
    for (let n = 0; n < bits.length * fine; n++) {
      let sum = 0;
      for (let k = 0; k < gauss.length; k++) {
        const bit = Math.min(bits.length - 1, Math.max(0, Math.floor((n + k - 2 * fine) / fine)));
        sum += gauss[k] * (2 * bits[bit] - 1);
      }
      phases.push(phases[n] + ((deviationHz / 1e6) * sum) / total / fine);
    }
    for (let n = Math.ceil(at); n < samples; n++) {
      const place = ((n - at) / rate) * 1e6 * (1 + clock) * fine;
      if (place >= phases.length - 1) break;
      const i = Math.floor(place);
      const angle = 2 * Math.PI * (phases[i] + (place - i) * (phases[i + 1] - phases[i]) + (carrierHz * n) / rate);
      out[2 * n] += amplitude * Math.cos(angle);
      out[2 * n + 1] += amplitude * Math.sin(angle);
    }
  }
  return out;
}
