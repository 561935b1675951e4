/** Ends of the colour scale, dB. */
export interface LevelRange {
  low: number;
  high: number;
}

/** Power over time and frequency: dB, [column][bin], negative frequencies first. */
export interface Raster {
  decibels: Float32Array;
  columns: number;
  bins: number;
}

/** Number of values from which a colour scale is chosen. */
const JUDGED = 20_000;

/** Returns a function that gives the power which a share of a raster's powers does not exceed; undefined for an empty one. */
export function quantilesOf(decibels: Float32Array): (share: number) => number | undefined {
  const step = Math.max(1, Math.floor(decibels.length / JUDGED));
  const some = Float32Array.from({ length: Math.floor(decibels.length / step) }, (_, i) => decibels[i * step]).sort();
  return (share) => some[Math.floor(share * some.length)];
}

const SHADES = 256;

/** Returns the colours of a scale as canvas pixels, from its stops ("#440154, …, #fde725"). */
export function colourTable(stops: string): Uint32Array {
  const known = stops.split(/,\s*/).map((stop) => Number.parseInt(stop.slice(1), 16));
  return Uint32Array.from({ length: SHADES }, (_, i) => {
    const at = (i / (SHADES - 1)) * (known.length - 1);
    const before = Math.min(known.length - 2, Math.floor(at));
    const mix = (shift: number) => {
      const [a, b] = [known[before], known[before + 1]].map((colour) => (colour >> shift) & 0xff);
      return Math.round(a + (b - a) * (at - before));
    };
    return ((0xff << 24) | (mix(0) << 16) | (mix(8) << 8) | mix(16)) >>> 0;
  });
}

/** Paints a raster from bin `first` on, the highest frequency at the top: one pixel per column and bin. */
export function paintRaster(
  { decibels, columns, bins }: Raster,
  first: number,
  { low, high }: LevelRange,
  table: Uint32Array,
): ImageData {
  const rows = bins - first;
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const scale = (SHADES - 1) / (high - low);
  for (let column = 0; column < columns; column++) {
    let from = column * bins + bins - 1;
    for (let to = column; to < pixels.length; to += columns, from--) {
      const shade = (decibels[from] - low) * scale;
      pixels[to] = table[shade > 0 ? (shade < SHADES - 1 ? Math.round(shade) : SHADES - 1) : 0];
    }
  }
  return image;
}
