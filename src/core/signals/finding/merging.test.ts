import { expect, it } from "vitest";
import { merged } from "./merging.ts";
import { pieceOf } from "./pieces/pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** A part of a signal: frames [first, end) and bins [low, high). */
type Part = readonly [first: number, end: number, low: number, high: number, power?: number];

/** A grid of noise with parts, of 20 dB if nothing else is said. */
function gridOf(parts: readonly Part[], frames: number, bins: number): RatioGrid {
  const ratios = new Float32Array(frames * bins).fill(1);
  for (const [first, end, low, high, power = 100] of parts)
    for (let t = first; t < end; t++) ratios.fill(power, t * bins + low, t * bins + high);
  return { ratios, frames, bins };
}

const piecesOf = (grid: RatioGrid, parts: readonly Part[]) =>
  parts.map(([first, end, low, high]) =>
    pieceOf(
      grid,
      Array.from({ length: end - first }, (_, i) => ({ frame: first + i, low, high, short: true, long: true })),
    ),
  );

it("signals/finding: merging keeps a weaker signal between the side lobes of a strong one", () => {
  // Keys of a symbol rate of 20 bins: lobe n has its largest power at (n + 1/2) symbol rates, (1/(π(n + 1/2)))² of the middle.
  const lobes = [1, 2, 3, 4, 5, 6].flatMap((n): Part[] => {
    const power = 1e5 / (Math.PI * (n + 0.5)) ** 2;
    return [
      [20, 180, 256 + 20 * n, 276 + 20 * n, power],
      [20, 180, 236 - 20 * n, 256 - 20 * n, power],
    ];
  });
  const strong: Part = [20, 180, 236, 276, 1e5];
  const weak: Part = [40, 170, 336, 356, 8e3];
  const beside = lobes.filter(([, , low]) => low !== 336);
  const grid = gridOf([strong, ...beside, weak], 200, 512);
  const found = merged(grid, piecesOf(grid, [strong, ...beside, weak]));
  expect(found.map(({ start, stop }) => [start, stop])).toEqual([
    [20, 180],
    [40, 170],
  ]);
});

it("signals/finding: merging keeps a wide signal apart that has the times of a narrow one by chance, and its energy", () => {
  const parts: Part[] = [
    [20, 180, 300, 304, 1e4],
    [21, 179, 200, 290, 300],
  ];
  const grid = gridOf(parts, 200, 512);
  expect(merged(grid, piecesOf(grid, parts)).map(({ start, lowBin }) => [start, lowBin])).toEqual([
    [20, 300],
    [21, 200],
  ]);
});

it("signals/finding: merging does not take the first part of the next burst for what remains in a fade", () => {
  const parts: Part[] = [
    [28, 372, 40, 90],
    [422, 440, 50, 85],
    [442, 616, 50, 85],
  ];
  const grid = gridOf(parts, 650, 128);
  const fine = { ...gridOf([], 650, 8), hops: 1, group: 16, middle: 0 };
  expect(merged(grid, piecesOf(grid, parts), { fine }).map(({ start, stop }) => [start, stop])).toContainEqual([
    28, 372,
  ]);
});

it("signals/finding: merging joins two tones of FSK, also if a side lobe beyond one of them was joined with the other one", () => {
  const parts: Part[] = [
    // Too weak to have the lobe.
    [20, 180, 100, 120, 140],
    [20, 180, 130, 152, 190],
    [20, 180, 80, 95, 15],
  ];
  const grid = gridOf(parts, 200, 512);
  expect(merged(grid, piecesOf(grid, parts)).map(({ lowBin, highBin }) => [lowBin, highBin])).toEqual([[80, 152]]);
});

it("signals/finding: merging joins side lobes on both sides of FSK whose tones are on for different times", () => {
  const tones: Part[] = [
    [20, 180, 236, 246, 3e4],
    [20, 180, 266, 276, 1e4],
  ];
  // Unlike their tones, lobes are seen for a part of the time. Their places are mirrored at bin 255.5.
  const lobes: Part[] = [
    [30, 150, 190, 200, 100],
    [30, 150, 312, 322, 100],
  ];
  const grid = gridOf([...tones, ...lobes], 200, 512);
  const both = piecesOf(grid, tones).flatMap(({ runs }) => [...runs]);
  const pieces = [
    pieceOf(
      grid,
      both.toSorted((a, b) => a.frame - b.frame),
    ),
    ...piecesOf(grid, lobes),
  ];
  expect(merged(grid, pieces).map(({ lowBin, highBin }) => [lowBin, highBin])).toEqual([[190, 322]]);
});

it("signals/finding: merging joins or leaves out what a limit makes of a signal, at −3 and 5 times its frequency", () => {
  // Bin 512 is frequency 0. A limit gives at most 1/9 and 1/25 of the power, here of the middles of three and five times the width.
  const strong: Part = [20, 180, 560, 570, 1e5];
  const third: Part = [60, 170, 352, 382, 1e5 / 9];
  const fifth: Part = [70, 170, 750, 800, 1e5 / 25];
  const elsewhere: Part = [60, 170, 420, 440, 1e5 / 9];
  const parts = [strong, third, fifth, elsewhere];
  const grid = gridOf(parts, 200, 1024);
  const bandsOf = (distortion?: number) =>
    merged(grid, piecesOf(grid, parts), {
      distortion: distortion === undefined ? undefined : new Float32Array(200).fill(distortion),
    }).map(({ lowBin, highBin }) => [lowBin, highBin]);
  // The power of all harmonics of a complete limit, relative to the signal's.
  expect(bandsOf(Math.PI ** 2 / 8 - 1)).toEqual([
    [560, 570],
    [420, 440],
  ]);
  // A limit of few samples makes less, so both are signals.
  expect(bandsOf(0.02)).toHaveLength(4);
  expect(bandsOf()).toHaveLength(4);
});

it("signals/finding: merging keeps what a limit makes close to a signal as a part of it", () => {
  const parts: Part[] = [
    [20, 180, 518, 530, 1e5],
    [60, 170, 466, 490, 1e5 / 18],
  ];
  const grid = gridOf(parts, 200, 1024);
  const bandsOf = (distortion?: ArrayLike<number>) =>
    merged(grid, piecesOf(grid, parts), { distortion }).map(({ lowBin, highBin }) => [lowBin, highBin]);
  expect(bandsOf(new Float32Array(200).fill(0.2))).toEqual([[466, 530]]);
  expect(bandsOf()).toHaveLength(2);
});

it("signals/finding: merging takes what is in a wide signal's box for a moment, with 1/5000 of its energy, for its skirt", () => {
  // A skirt that lasts makes the box wide. Within it a moment is stronger; a long part is a signal.
  const wide: Part = [20, 180, 100, 300, 2000];
  const skirt: Part[] = [
    [20, 180, 300, 340, 2],
    [20, 180, 390, 420, 2],
  ];
  const moment: Part = [60, 70, 350, 380, 50];
  const long: Part = [80, 160, 350, 380, 50];
  const bandsOf = (part: Part) => {
    const parts = [wide, ...skirt, part];
    const grid = gridOf(parts, 200, 512);
    return merged(grid, piecesOf(grid, parts)).map(({ lowBin, highBin }) => [lowBin, highBin]);
  };
  expect(bandsOf(moment)).toEqual([[100, 420]]);
  expect(bandsOf(long)).toEqual([
    [100, 420],
    [350, 380],
  ]);
});

/** Parts of a signal that is on for four frames of eight. */
const keyed = ([first, end, low, high, power]: Part): Part[] =>
  Array.from({ length: Math.ceil((end - first) / 8) }, (_, i) => [
    first + 8 * i,
    Math.min(end, first + 8 * i + 4),
    low,
    high,
    power,
  ]);

it("signals/finding: merging takes what stays on in the pauses of a keyed signal for other signals, and what pauses with it for its lobes", () => {
  const strong: Part = [20, 180, 250, 262, 1e5];
  // Their places are mirrored at bin 255.5.
  const besideOf = (power: number): Part[] => [
    [36, 168, 290, 310, power],
    [36, 168, 202, 222, power],
  ];
  const [beside, faint] = [besideOf(1e3), besideOf(100)];
  const parts = [strong, ...beside];
  const bandsOf = (grid: RatioGrid) =>
    merged(grid, piecesOf(grid, parts), { fine: { ...grid, hops: 1, group: 1, middle: 0 } }).map(
      ({ lowBin, highBin }) => [lowBin, highBin],
    );
  expect(bandsOf(gridOf([...keyed(strong), ...beside], 200, 512))).toEqual([
    [250, 262],
    [290, 310],
    [202, 222],
  ]);
  expect(bandsOf(gridOf([...keyed(strong), ...beside.flatMap(keyed)], 200, 512))).toEqual([[202, 310]]);
  // A transmitter's noise may stay on. It has little energy.
  expect(bandsOf(gridOf([...keyed(strong), ...faint], 200, 512))).toEqual([[202, 310]]);
});

it("signals/finding: merging joins keyed parts with one carrier over a pause, although noise hides the side bands of one", () => {
  const whole: Part = [20, 100, 230, 262, 10];
  const rest: Part = [106, 130, 236, 254, 10];
  const partsWith = (carrier: number) => [
    ...keyed(whole),
    ...keyed(rest),
    ...keyed([20, 100, 245, 246, 1000]),
    ...keyed([106, 130, carrier, carrier + 1, 1000]),
  ];
  const timesOf = (carrier: number) => {
    const grid = gridOf(partsWith(carrier), 150, 512);
    const fine = { ...grid, hops: 1, group: 1, middle: 0 };
    return merged(grid, piecesOf(grid, [whole, rest]), { fine }).map(({ firstFrame, endFrame }) => [
      firstFrame,
      endFrame,
    ]);
  };
  expect(timesOf(246)).toEqual([[20, 130]]);
  expect(timesOf(249)).toHaveLength(2);
});

it.each([
  ["the pause holds a third of its power", 2.7, 1],
  ["nothing is in the pause", 1, 2],
])("signals/finding: merging counts a weak tone before and after a pause of 50 frames: %s", (_, power, count) => {
  const parts: Part[] = [
    [20, 100, 100, 104, 6],
    [150, 220, 100, 104, 6],
  ];
  const grid = gridOf([...parts, [100, 150, 100, 104, power]], 300, 256);
  expect(merged(grid, piecesOf(grid, parts))).toHaveLength(count);
});

/** Two tones in turns: one, or both, for some frames each. */
function tonesOf(
  turns: readonly (readonly [frames: number, ...powers: [number, number]])[],
  bands: readonly (readonly [number, number])[],
): Part[] {
  let frame = 20;
  return turns.flatMap(([frames, ...powers]) => {
    const from = frame;
    frame += frames;
    return powers.flatMap((power, i): Part[] => (power > 0 ? [[from, frame, ...bands[i], power]] : []));
  });
}

it("signals/finding: merging joins tones of FSK of which each outlasts the other one in turns", () => {
  // Data keeps both tones on; runs of equal bits one of them. The parts of both overlap, and none lies within another one.
  const turns = [
    [30, 100, 100],
    [20, 200, 0],
    [14, 100, 100],
    [25, 0, 200],
    [10, 100, 100],
    [30, 200, 0],
    [22, 100, 100],
  ] as const;
  const bands = [
    [100, 112],
    [150, 162],
  ] as const;
  const parts = tonesOf(turns, bands);
  const grid = gridOf(parts, 200, 512);
  const lower: Part[] = [
    [20, 84, 100, 112],
    [109, 171, 100, 112],
  ];
  const upper: Part[] = [
    [20, 50, 150, 162],
    [70, 119, 150, 162],
    [149, 171, 150, 162],
  ];
  const timesOf = (pieces: readonly Part[]) =>
    merged(grid, piecesOf(grid, pieces)).map(({ start, stop, lowBin, highBin }) => [start, stop, lowBin, highBin]);
  expect(timesOf([...lower, ...upper])).toEqual([[20, 171, 100, 162]]);
});

it("signals/finding: merging keeps bursts apart of which one ends where another one begins beside it", () => {
  const parts: Part[] = [
    [20, 80, 100, 112],
    [79, 140, 150, 162],
  ];
  const grid = gridOf(parts, 200, 512);
  expect(merged(grid, piecesOf(grid, parts))).toHaveLength(2);
});

it("signals/finding: merging leaves out what the side lobes of two signals make between them, and keeps a signal there", () => {
  const [lower, upper]: Part[] = [
    [20, 140, 190, 210, 1e5],
    [60, 180, 300, 330, 1e5],
  ];
  // Lobes as strong as at the mirrored places, bins 143 to 167 and 373 to 397, while their signal is on.
  const lobesOf = ([first, end]: Part, low: number, high: number): Part => [first, end, low, high, 200];
  const beyond = [lobesOf(lower, 143, 167), lobesOf(upper, 373, 397)];
  const between: Part = [20, 180, 233, 257];
  const found = (power: number) => {
    const grid = gridOf([lower, upper, ...beyond, [...between.slice(0, 4), power] as unknown as Part], 200, 512);
    return merged(grid, piecesOf(grid, [lower, upper, ...beyond, between])).map(({ lowBin, highBin }) => [
      lowBin,
      highBin,
    ]);
  };
  expect(found(300)).toHaveLength(2);
  expect(found(2000)).toContainEqual([233, 257]);
});

const bandsOf = (parts: readonly Part[]) => {
  const grid = gridOf(parts, 200, 512);
  return merged(grid, piecesOf(grid, parts)).map(({ lowBin, highBin }) => [lowBin, highBin]);
};

it("signals/finding: merging gives side lobes to the signal that has most power there, and not to a stronger one far away", () => {
  const parts: Part[] = [
    [20, 180, 100, 180, 1e6],
    [60, 140, 300, 340, 5e5],
    [60, 140, 270, 290, 20],
    [60, 140, 350, 370, 20],
  ];
  expect(bandsOf(parts)).toEqual([
    [100, 180],
    [270, 370],
  ]);
});

it("signals/finding: merging keeps a signal beside a strong one with its times if the mirrored place has far less power", () => {
  const strong: Part = [20, 180, 236, 276, 1e5];
  const [weak, mirror]: Part[] = [
    [20, 180, 336, 356, 5000],
    [20, 180, 156, 176, 50],
  ];
  expect(bandsOf([strong, weak, mirror])).toContainEqual([336, 356]);
});

it("signals/finding: merging keeps a signal of 11 dB beside a wide and far stronger one with its times, where nothing is at the mirrored place", () => {
  const parts: Part[] = [
    [0, 200, 256, 386, 320],
    [0, 200, 141, 199, 13.6],
  ];
  expect(bandsOf(parts)).toContainEqual([141, 199]);
  // With as much there, both are lobes.
  expect(bandsOf([...parts, [0, 200, 443, 501, 13.6]])).not.toContainEqual([141, 199]);
});

const [lower, upper]: Part[] = [
  [20, 140, 190, 210, 1e5],
  [60, 180, 300, 330, 1e5],
];

it.each<[name: string, parts: Part[]]>([
  [
    "another signal is at a mirrored place",
    [lower, upper, [100, 140, 143, 167, 1e5], [20, 100, 143, 167, 200], [60, 180, 373, 397, 200]],
  ],
  ["they hold little power while one of the signals is on", [lower, upper, [60, 180, 373, 397, 200]]],
  [
    "a mirrored place lies beyond the end of the band",
    [lower, [60, 180, 390, 470, 1e5], [20, 140, 116, 140, 200], [60, 180, 64, 88, 200]],
  ],
])("signals/finding: merging leaves out the side lobes of two signals also where %s", (name, parts) => {
  const [low, high] = name.includes("beyond") ? [260, 284] : [233, 257];
  const between: Part = [20, 180, low, high, 300];
  const weaker: Part = [20, 60, low, high, name.includes("little") ? 10 : 300];
  const grid = gridOf([...parts, between, weaker], 200, 512);
  const found = merged(grid, piecesOf(grid, [...parts, between]));
  expect(found.map(({ lowBin }) => lowBin)).not.toContain(low);
});

it("signals/finding: merging joins the parts of a signal that was cut where nothing is missing, and keeps signals apart between which power is missing", () => {
  const parts: Part[] = [
    [20, 180, 200, 290, 1000],
    [21, 180, 290, 330, 900],
  ];
  const grid = gridOf(parts, 200, 512);
  expect(merged(grid, piecesOf(grid, parts)).map(({ lowBin, highBin }) => [lowBin, highBin])).toEqual([[200, 330]]);
  const gap = gridOf([...parts, [20, 180, 289, 291, 100]], 200, 512);
  expect(merged(gap, piecesOf(gap, parts))).toHaveLength(2);
});

it("signals/finding: merging takes a moment at the end of a far stronger signal for its own, although it is seen for some frames more, and not one that lasts", () => {
  const strong: Part = [20, 180, 100, 400, 4000];
  const moment: Part = [174, 186, 280, 390, 30];
  const found = (part: Part) => {
    const grid = gridOf([strong, part], 300, 512);
    return merged(grid, piecesOf(grid, [strong, part])).length;
  };
  expect(found(moment)).toBe(1);
  expect(found([174, 260, 280, 390, 30])).toBe(2);
});
