/** A transmitter of LTE downlinks of six resource blocks for tests, written after 3GPP TS 36.211 and 36.212. It shares no code with the decoder. */

export interface MadeCell {
  cell: number;
  ports: 1 | 2 | 4;
  extended?: boolean;
  duplex?: "FDD" | "TDD";
  /** Number of the first radio frame. */
  sfn: number;
  /** Bits of the MIB without its frame number: the first 6 and the last 10. */
  contents?: string;
  /** Share of the resource elements with data. Default 1. */
  load?: number;
  /** Time of the first frame's start, s; may be negative. */
  delay?: number;
  offsetHz?: number;
  /** Amplitude; each resource element then has this square as mean power. Default 1. */
  amplitude?: number;
}

export interface MadeChannel {
  rate: number;
  samples: number;
  /** Noise power in 15 kHz, relative to a resource element of amplitude 1, dB. */
  noiseDb?: number;
}

type Complex = [re: number, im: number];
const polar = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

const known = new Map<string, number[]>();

/** c(n) of TS 36.211, 7.2, for n < length. */
function gold(cInit: number, length: number): number[] {
  const key = `${cInit} ${length}`;
  const sequence = known.get(key) ?? newGold(cInit, length);
  known.set(key, sequence);
  return sequence;
}

function newGold(cInit: number, length: number): number[] {
  const x1 = [1, ...Array.from({ length: 30 }, () => 0)];
  const x2 = Array.from({ length: 31 }, (_, i) => Math.floor(cInit / 2 ** i) % 2);
  for (let n = 0; n < 1600 + length; n++) {
    x1.push((x1[n + 3] + x1[n]) % 2);
    x2.push((x2[n + 3] + x2[n + 2] + x2[n + 1] + x2[n]) % 2);
  }
  return Array.from({ length }, (_, n) => (x1[n + 1600] + x2[n + 1600]) % 2);
}

const zadoffChu = (id: number) =>
  Array.from({ length: 62 }, (_, n) => {
    const u = [25, 29, 34][id];
    return polar((-Math.PI * u * (n < 31 ? n * (n + 1) : (n + 1) * (n + 2))) / 63);
  });

function secondary(cell: number, subframe: 0 | 5): number[] {
  const [n1, n2] = [Math.floor(cell / 3), cell % 3];
  const make = (next: (x: number[], i: number) => number) => {
    const x = [0, 0, 0, 0, 1];
    for (let i = 0; i + 5 < 31; i++) x[i + 5] = next(x, i) % 2;
    return (n: number) => 1 - 2 * x[n % 31];
  };
  const s = make((x, i) => x[i + 2] + x[i]);
  const c = make((x, i) => x[i + 3] + x[i]);
  const z = make((x, i) => x[i + 4] + x[i + 2] + x[i + 1] + x[i]);
  const qPrime = Math.floor(n1 / 30);
  const q = Math.floor((n1 + (qPrime * (qPrime + 1)) / 2) / 30);
  const mPrime = n1 + (q * (q + 1)) / 2;
  const m0 = mPrime % 31;
  const m1 = (m0 + Math.floor(mPrime / 31) + 1) % 31;
  return Array.from({ length: 62 }, (_, i) => {
    const n = Math.floor(i / 2);
    const [s0, s1] = [s(n + m0), s(n + m1)];
    const [c0, c1] = [c(n + n2), c(n + n2 + 3)];
    const [z0, z1] = [z(n + (m0 % 8)), z(n + (m1 % 8))];
    if (i % 2 === 0) return subframe === 0 ? s0 * c0 : s1 * c0;
    return subframe === 0 ? s1 * c1 * z0 : s0 * c1 * z1;
  });
}

/** The sent bits of a MIB over four frames: CRC, tail-biting code, rate matching, scrambling. */
function broadcastBits(mib: number[], { cell, ports, extended }: MadeCell): number[] {
  const rest = [...mib, ...Array.from({ length: 16 }, () => 0)];
  for (let i = 0; i < mib.length; i++) {
    if (rest[i]) for (const power of [16, 12, 5, 0]) rest[i + 16 - power] ^= 1;
  }
  const mask = { 1: "0000000000000000", 2: "1111111111111111", 4: "0101010101010101" }[ports];
  const word = [...mib, ...rest.slice(mib.length).map((bit, i) => bit ^ Number(mask[i]))];
  const streams = [0o133, 0o171, 0o165].map((g) =>
    word.map((_, k) =>
      g
        .toString(2)
        .split("")
        .reduce((sum, tap, i) => (sum + Number(tap) * word[(k - i + 40) % 40]) % 2, 0),
    ),
  );
  const columns = [
    1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31, 0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14,
    30,
  ];
  const buffer = streams.flatMap((stream) => {
    const matrix: (number | null)[] = [...Array.from({ length: 24 }, () => null), ...stream];
    return columns.flatMap((column) => [matrix[column], matrix[32 + column]]);
  });
  const kept = buffer.filter((bit) => bit !== null);
  const length = extended ? 1728 : 1920;
  const scrambling = gold(cell, length);
  return Array.from({ length }, (_, k) => (kept[k % kept.length] + scrambling[k]) % 2);
}

/** A grid of one frame for one port: [symbol of the frame][carrier −36 … 35], the carrier above 0 moved by one when it is sent. */
type Grid = (Complex | undefined)[][];

function frameGrids(made: MadeCell, sfn: number, random: () => number): Grid[] {
  const { cell, ports, extended = false, duplex = "FDD", load = 1, contents = "0000100000000000" } = made;
  const perSlot = extended ? 6 : 7;
  const grids: Grid[] = Array.from({ length: ports }, () =>
    Array.from({ length: 20 * perSlot }, () => Array.from({ length: 72 }, () => undefined)),
  );
  // "used" also marks elements that must stay empty.
  const used = Array.from({ length: 20 * perSlot }, () => new Set<number>());
  const put = (port: number, symbol: number, carrier: number, value: Complex) => {
    grids[port][symbol][carrier] = value;
    used[symbol].add(carrier);
  };
  for (let slot = 0; slot < 20; slot++) {
    for (let port = 0; port < 4; port++) {
      for (const l of port < 2 ? [0, perSlot - 3] : [1]) {
        const v =
          port === 0
            ? l === 0
              ? 0
              : 3
            : port === 1
              ? l === 0
                ? 3
                : 0
              : port === 2
                ? 3 * (slot % 2)
                : 3 + 3 * (slot % 2);
        const c = gold(2 ** 10 * (7 * (slot + 1) + l + 1) * (2 * cell + 1) + 2 * cell + (extended ? 0 : 1), 440);
        for (let m = 0; m < 12; m++) {
          const mPrime = m + 110 - 6;
          const value: Complex = [(1 - 2 * c[2 * mPrime]) * Math.SQRT1_2, (1 - 2 * c[2 * mPrime + 1]) * Math.SQRT1_2];
          const k = 6 * m + ((v + (cell % 6)) % 6);
          if (port < ports) put(port, slot * perSlot + l, k, value);
          // The broadcast channel leaves out the elements of four ports; here all data do.
          else used[slot * perSlot + l].add(k);
        }
      }
    }
  }
  for (const subframe of [0, 5] as const) {
    const primary = duplex === "FDD" ? 2 * subframe * perSlot + perSlot - 1 : 2 * (subframe + 1) * perSlot + 2;
    const second = duplex === "FDD" ? primary - 1 : (2 * subframe + 2) * perSlot - 1;
    const [zc, sss] = [zadoffChu(cell % 3), secondary(cell, subframe)];
    for (const symbol of [primary, second]) {
      for (let k = 0; k < 72; k++) used[symbol].add(k);
      for (let i = 0; i < 62; i++) put(0, symbol, i + 5, symbol === primary ? zc[i] : [sss[i], 0]);
    }
  }
  const number = Math.floor(sfn / 4)
    .toString(2)
    .padStart(8, "0");
  const mib = [...contents.slice(0, 6), ...number, ...contents.slice(6)].map(Number);
  const bits = broadcastBits(mib, made);
  const part = bits.length / 4;
  const sent = bits.slice((sfn % 4) * part, (sfn % 4) * part + part);
  const symbols = Array.from({ length: part / 2 }, (_, i): Complex => [
    (1 - 2 * sent[2 * i]) * Math.SQRT1_2,
    (1 - 2 * sent[2 * i + 1]) * Math.SQRT1_2,
  ]);
  const places: [number, number][] = [];
  for (let l = 0; l < 4; l++) for (let k = 0; k < 72; k++) if (!used[perSlot + l].has(k)) places.push([perSlot + l, k]);
  for (let i = 0; i < places.length; i += 2) {
    const [[l0, k0], [l1, k1]] = [places[i], places[i + 1]];
    const [x0, x1] = [symbols[i], symbols[i + 1]];
    if (ports === 1) {
      put(0, l0, k0, x0);
      put(0, l1, k1, x1);
      continue;
    }
    const [p, q] = ports === 2 ? [0, 1] : i % 4 === 0 ? [0, 2] : [1, 3];
    const scaled = ([re, im]: Complex): Complex => [re * Math.SQRT1_2, im * Math.SQRT1_2];
    put(p, l0, k0, scaled(x0));
    put(q, l0, k0, scaled([-x1[0], x1[1]]));
    put(p, l1, k1, scaled(x1));
    put(q, l1, k1, scaled([x0[0], -x0[1]]));
  }
  for (const [symbol, taken] of used.entries()) {
    // The uplink's subframes of TDD are empty here.
    if (duplex === "TDD" && [2, 3, 7, 8].includes(Math.floor(symbol / perSlot / 2))) {
      for (const grid of grids) grid[symbol].fill(undefined);
      continue;
    }
    for (let k = 0; k < 72; k++) {
      if (!taken.has(k) && random() < load)
        put(0, symbol, k, polar(Math.PI / 4 + (Math.PI / 2) * Math.floor(4 * random())));
    }
  }
  return grids;
}

/** Returns samples of cells in noise. Each port reaches the receiver over two paths, 0.5 µs apart, with random phases. */
export function madeLte(
  random: () => number,
  { rate, samples, noiseDb = -40 }: MadeChannel,
  cells: readonly MadeCell[],
): Float32Array {
  const out = new Float32Array(2 * samples);
  const sigma = Math.sqrt((10 ** (noiseDb / 10) * rate) / 15e3);
  for (let i = 0; i < out.length; i += 2) {
    const radius = sigma * Math.sqrt(-Math.log(1 - random()));
    const noise = polar(2 * Math.PI * random());
    out[i] = radius * noise[0];
    out[i + 1] = radius * noise[1];
  }
  for (const made of cells) {
    const { ports, extended, delay = 0, offsetHz = 0, amplitude = 1 } = made;
    const paths = Array.from({ length: ports }, () => [0, 1].map(() => polar(2 * Math.PI * random())));
    // Carrier k at frequency f turns by −2πf·0.5 µs on the second path, which has half the amplitude.
    const gain = (port: number, f: number): Complex => {
      const second = times(paths[port][1], polar(-2 * Math.PI * f * 0.5e-6));
      return [
        (paths[port][0][0] + second[0] / 2) / Math.sqrt(1.25),
        (paths[port][0][1] + second[1] / 2) / Math.sqrt(1.25),
      ];
    };
    const frequency = (k: number) => 15e3 * (k < 36 ? k - 36 : k - 35);
    const gains = Array.from({ length: ports }, (_, p) => Array.from({ length: 72 }, (__, k) => gain(p, frequency(k))));
    const unit = 1 / 30.72e6;
    const prefixes = extended ? [512, 512, 512, 512, 512, 512] : [160, 144, 144, 144, 144, 144, 144];
    let n = Math.max(0, Math.ceil(delay * rate));
    for (let frame = 0; n < samples && frame < 1024; frame++) {
      const grids = frameGrids(made, (made.sfn + frame) % 1024, random);
      let start = delay + frame * 10e-3;
      for (let symbol = 0; symbol < grids[0].length; symbol++) {
        const prefix = prefixes[symbol % prefixes.length];
        const body = start + prefix * unit;
        const end = body + 2048 * unit;
        const values = Array.from({ length: 72 }, (_, k): Complex => {
          let sum: Complex = [0, 0];
          for (let p = 0; p < ports; p++) {
            const product = times(grids[p][symbol][k] ?? [0, 0], gains[p][k]);
            sum = [sum[0] + product[0], sum[1] + product[1]];
          }
          return sum;
        });
        for (; n < samples && n / rate < end - 1e-12; n++) {
          const [stepRe, stepIm] = polar(2 * Math.PI * 15e3 * (n / rate - body));
          // Horner's rule from the highest carrier to the lowest, over the empty one.
          let re = 0;
          let im = 0;
          for (let k = 71; k >= 0; k--) {
            for (let turns = k === 35 ? 2 : 1; turns > 0; turns--) {
              const turned = re * stepRe - im * stepIm;
              im = re * stepIm + im * stepRe;
              re = turned;
            }
            re += values[k][0];
            im += values[k][1];
          }
          const lowest = polar(2 * Math.PI * (frequency(0) * (n / rate - body) + offsetHz * (n / rate)));
          out[2 * n] += amplitude * (re * lowest[0] - im * lowest[1]);
          out[2 * n + 1] += amplitude * (re * lowest[1] + im * lowest[0]);
        }
        start = end;
      }
    }
  }
  return out;
}
