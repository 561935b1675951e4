import { normals, philox } from "../random/philox.ts";
import type { ChannelUseConfig } from "./channel-use.ts";
import { constellation } from "../constellation/constellation.ts";

/** Returns use `use` of frame `frame`: its symbols [M], H [N][M] and y [N], complex. `bits` are all bits of the frame. */
export function channelUse(
  bits: ArrayLike<number>,
  frame: number,
  use: number,
  config: Omit<ChannelUseConfig, "frames" | "usesPerFrame" | "sent"> & { noiseVariance: number },
): { symbols: Float64Array; channel: Float64Array; received: Float64Array } {
  const { antennas: M, receiveAntennas: N = M, bitsPerSymbol: B, fading, seed, noiseVariance } = config;
  const { correlation = 0, powerControl = false, coherence = 1 } = config;
  const points = constellation(B, "38.211");
  const symbols = new Float64Array(2 * M);
  for (let m = 0; m < M; m++) {
    let index = 0;
    for (let b = 0; b < B; b++) index = 2 * index + bits[(use * M + m) * B + b];
    symbols.set(points.subarray(2 * index, 2 * index + 2), 2 * m);
  }
  /** Complex number `i` of a stream: two normal numbers of variance ½. */
  const gaussian = (stream: number, at: number, i: number) => {
    const words = philox([at, frame, i >> 1, 0], [seed, stream]);
    const pair = i % 2 ? normals(words[2], words[3]) : normals(words[0], words[1]);
    return pair.map((x) => x * Math.SQRT1_2);
  };
  // Cholesky factor of the correlation matrix ρ^|i−j|: H = L·G·Lᵀ.
  const factor = (i: number, j: number) =>
    j > i ? 0 : correlation ** (i - j) * (j > 0 ? Math.sqrt(1 - correlation ** 2) : 1);
  const channel = new Float64Array(2 * N * M);
  for (let r = 0; r < N; r++) {
    for (let c = 0; c < M; c++) {
      if (fading === "identity") channel[2 * (r * M + c)] = Number(r === c);
      else
        for (let entry = 0; entry < N * M; entry++) {
          const weight = factor(r, Math.floor(entry / M)) * factor(c, entry % M);
          if (weight === 0) continue;
          const [x, y] = gaussian(32, Math.floor(use / coherence), entry);
          channel[2 * (r * M + c)] += weight * x;
          channel[2 * (r * M + c) + 1] += weight * y;
        }
    }
  }
  for (const c of powerControl && fading === "rayleigh" ? Array(M).keys() : []) {
    const column = Array.from({ length: 2 * N }, (_, i) => 2 * ((i >> 1) * M + c) + (i % 2));
    const energy = column.reduce((sum, i) => sum + channel[i] ** 2, 0);
    for (const i of column) channel[i] *= Math.sqrt(N / energy);
  }
  const received = new Float64Array(2 * N);
  for (let r = 0; r < N; r++) {
    let [x, y] = gaussian(33, use, r).map((noise) => noise * Math.sqrt(noiseVariance));
    for (let c = 0; c < M; c++) {
      const [a, b] = channel.subarray(2 * (r * M + c));
      const [s, t] = symbols.subarray(2 * c);
      x += a * s - b * t;
      y += a * t + b * s;
    }
    received.set([x, y], 2 * r);
  }
  return { symbols, channel, received };
}
