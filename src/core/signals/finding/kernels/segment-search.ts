import { readBack, readMapped } from "../../../gpu/readback.ts";
import type { GridConfig, SegmentGrids } from "../grids.ts";
import { isConstant, type LineBand, lineBands, linesIn, mayHide, type Quartiles } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import { wordsPerRow } from "../connected-runs.ts";
import type { Piece } from "../pieces/pieces.ts";
import { valueOfRank } from "../ranks.ts";
import type { GridRows } from "../regions.ts";
import { framesIn } from "../resolution.ts";
import { COUNT_BYTES } from "./active-cells.ts";
import type { KernelSourceConfig } from "./kernel-source.ts";
import { takesLines } from "./line-cells.ts";
import { type KnownGrid, rowsRead } from "./read-rows.ts";
import type { SegmentCells } from "./segment-cells.ts";
import type { GridBuffers, SegmentKernels } from "./segment-kernels.ts";

/** A grid, and where it is. */
interface SeenGrid extends KnownGrid {
  buffers: GridBuffers;
  bands: LineBand[];
}

/** Whether blocks of cells pass a threshold, besides lines, and their regions count. */
const isActive = ({ activity }: SeenGrid) => activity !== undefined && activity.short + activity.long > 0;

/**
 * Searches the samples of a page. Only the noise floor, quartiles over time and numbers of active cells come back from a segment without signals, and
 * the cells of lines. The cells come back where regions, or several carriers, need them; otherwise the grids hold none.
 *
 * @param write Records what brings `count` samples to the page. @param unit By which the samples were divided. @param memory The grids lie in it.
 */
export async function searchSegment(
  device: GPUDevice,
  kernels: SegmentKernels,
  { long, short, isShared, isReal, isLasting = false }: GridConfig & Pick<KernelSourceConfig, "isShared">,
  {
    count,
    unit,
    memory,
    write,
  }: { count: number; unit: number; memory: GridMemory; write(encoder: GPUCommandEncoder): void },
): Promise<{ grids?: SegmentGrids; cells?: SegmentCells; hasSignals: boolean }> {
  const frames = {
    long: framesIn(count, long),
    short: short ? framesIn(count, short) : 0,
    longLines: 0,
    shortLines: 0,
  };
  const grids = kernels.short ? [kernels.long, kernels.short] : [kernels.long];
  kernels.page.page.set({ first: 0, end: count, own: frames.long });
  kernels.frames.set(frames);
  for (const { lines } of grids) lines.write([]);
  const encoder = device.createCommandEncoder({ label: kernels.label });
  write(encoder);
  kernels.encode(encoder);
  const [gain, shape, least, ...results] = await readBack(
    device,
    [
      { buffer: kernels.gain, size: 4 * frames.long },
      { buffer: kernels.shape, size: 4 * long.length },
      { buffer: kernels.least, size: 4 },
      ...grids.flatMap(({ resolution, quartiles, counts }) => [
        { buffer: quartiles, size: 8 * resolution.length },
        { buffer: counts, size: COUNT_BYTES },
      ]),
    ],
    encoder,
  );
  const [gains, shapes, [leastNoise]] = [gain, shape, least].map((buffer) => new Float32Array(buffer));
  const floor = floorOf(gains, shapes, leastNoise, unit ** 2 / long.sampleRateHz);
  const seen = grids.map((buffers, i): SeenGrid => {
    const size = i === 0 ? frames.long : frames.short;
    const quartiles = quartilesIn(new Float32Array(results[2 * i]));
    const activity = i === 1 && isLasting ? undefined : buffers.activityOf(new Uint32Array(results[2 * i + 1]));
    const { resolution } = buffers;
    return { buffers, resolution, frames: size, bands: lineBands(quartiles, size), quartiles, activity };
  });
  const areLinesTaken = seen.every(({ bands }) => takesLines(bands));
  const hasLines = seen.some(({ bands }) => bands.length > 0);
  const lines = hasLines && areLinesTaken ? await linesTaken(device, kernels, frames, seen) : [];
  const carriers = lines.filter((line) => !isConstant(line, { bins: long.length, isReal })).length;
  const isHiding = lines.some(mayHide);
  // What a strong line hides is looked for in the samples, for 30 ms: other threads do it if they get cells.
  // Turned spectra show all of a line across the ends of the band.
  const isAcross = seen[0].bands.some(([, , beyond]) => beyond);
  const isBusy = !areLinesTaken || carriers > 1 || isAcross || (isShared && isHiding) || seen.some(isActive);
  if (!isBusy) {
    const grid = { ratios: new Float32Array(0), frames: frames.long, bins: long.length, isReal };
    const search = () => ({ lines, regions: [] });
    return {
      grids: { long: { resolution: long, floor, grid, isQuiet: true, search } },
      hasSignals: carriers > 0 || isHiding,
    };
  }
  const rows = rowsRead(seen, floor);
  const read = await readGrids(device, seen, { memory, rows });
  const [longCells, shortCells] = seen.map((one, i) => ({
    ...read[i],
    frames: one.frames,
    rows: rows?.[i],
    bands: one.bands,
    isQuiet: areLinesTaken && !isActive(one),
  }));
  return { cells: { floor, long: longCells, short: shortCells, areLinesTaken }, hasSignals: true };
}

/** Searches both grids again without their lines, and returns the lines of the long one. */
async function linesTaken(
  device: GPUDevice,
  kernels: SegmentKernels,
  frames: Readonly<Record<string, number>>,
  seen: SeenGrid[],
): Promise<Piece[]> {
  const [longGrid, shortGrid] = seen;
  kernels.frames.set({ ...frames, longLines: longGrid.bands.length, shortLines: shortGrid?.bands.length ?? 0 });
  for (const { buffers, bands } of seen) buffers.lines.write(bands);
  const encoder = device.createCommandEncoder({ label: kernels.parts.withoutLines.label });
  kernels.parts.withoutLines.encode(encoder);
  const rows = longGrid.bands.reduce((sum, [low, high]) => sum + high - low, 0);
  const sources = seen.map(({ buffers }): GPUBufferBinding => ({ buffer: buffers.counts, size: COUNT_BYTES }));
  if (rows > 0) sources.push({ buffer: longGrid.buffers.lines.cells, size: 4 * rows * kernels.most });
  const results = await readBack(device, sources, encoder);
  for (const [i, grid] of seen.entries()) {
    if (grid.activity) grid.activity = grid.buffers.activityOf(new Uint32Array(results[i]));
  }
  let row = 0;
  return longGrid.bands.flatMap((band) => {
    const cells = new Float32Array(results[seen.length], 4 * row * kernels.most);
    row += band[1] - band[0];
    return linesOf(band, cells, { frames: longGrid.frames, stride: kernels.most });
  });
}

/** Returns the lines of a band from its cells. @param cells [bin of the band][frame]. */
function linesOf(band: LineBand, cells: Float32Array, { frames, stride }: { frames: number; stride: number }): Piece[] {
  const [low, high, beyond] = band;
  const bins = high - low;
  const ratios = new Float32Array(frames * bins);
  for (let k = 0; k < bins; k++) for (let t = 0; t < frames; t++) ratios[t * bins + k] = cells[k * stride + t];
  const own = beyond && { ...beyond, place: beyond.place - low };
  return linesIn({ ratios, frames, bins }, [0, bins, own]).map((piece) => {
    const runs = piece.runs.map((run) => ({ ...run, low: run.low + low, high: run.high + low }));
    return { ...piece, runs, lowBin: piece.lowBin + low, highBin: piece.highBin + low };
  });
}

/** Returns the floor with a median gain of 1. */
function floorOf(gain: Float32Array, shape: Float32Array, least: number, scale: number): NoiseFloor {
  const middle = valueOfRank(gain.slice(), gain.length >> 1);
  const level = middle > 0 ? middle : 1;
  const floor = {
    gain: new Float64Array(gain.length),
    shape: new Float64Array(shape.length),
    least: least * scale,
  };
  for (let t = 0; t < gain.length; t++) floor.gain[t] = gain[t] / level;
  for (let k = 0; k < shape.length; k++) floor.shape[k] = shape[k] * level * scale;
  return floor;
}

function quartilesIn(pairs: Float32Array): Quartiles {
  const bins = pairs.length / 2;
  const [lower, upper] = [new Float64Array(bins), new Float64Array(bins)];
  for (let k = 0; k < bins; k++) [lower[k], upper[k]] = [pairs[2 * k], pairs[2 * k + 1]];
  return { lower, upper };
}

/** Memory for the grids of one segment. It is used again, because new memory takes several times as long to fill. */
export interface GridMemory {
  /** Returns memory number i of this many bytes, with any contents. */
  take(i: number, bytes: number): ArrayBufferLike;
}

/** @param isShared Whether other threads read the grids. */
export function createGridMemory(isShared: boolean): GridMemory {
  const buffers: ArrayBufferLike[] = [];
  return {
    take(i, bytes) {
      if ((buffers[i]?.byteLength ?? 0) < bytes) {
        buffers[i] = isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
      }
      return buffers[i];
    },
  };
}

/** Reads the cells of grids. @param rows All others are not read, and their cells have any values. */
async function readGrids(
  device: GPUDevice,
  seen: readonly SeenGrid[],
  { memory, rows }: { memory: GridMemory; rows?: readonly GridRows[] },
) {
  const [read, reads]: [ArrayBufferLike[], Promise<void>[]] = [[], []];
  for (const [i, { buffers, frames }] of seen.entries()) {
    const { resolution, ratios, bits } = buffers;
    const [first, end] = rows?.[i].read ?? [0, frames];
    const sources = [
      { buffer: ratios, rowBytes: 4 * resolution.length },
      { buffer: bits, rowBytes: 12 * wordsPerRow(resolution.length) },
    ];
    for (const { buffer, rowBytes } of sources) {
      const to = memory.take(read.length, frames * rowBytes);
      read.push(to);
      for (let offset = first * rowBytes; offset < end * rowBytes; offset += READ_BYTES) {
        const size = Math.min(READ_BYTES, end * rowBytes - offset);
        reads.push(inTurn(device, () => readTo(device, { buffer, offset, size }, to)));
      }
    }
  }
  // The buffers are used until the last read ends, with an error or without.
  await Promise.allSettled(reads);
  await Promise.all(reads);
  return seen.map(({ buffers: { resolution }, frames }, i) => ({
    ratios: new Float32Array(read[2 * i], 0, frames * resolution.length),
    bits: new Uint32Array(read[2 * i + 1], 0, 3 * frames * wordsPerRow(resolution.length)),
  }));
}

/** Reads a part of a buffer to the same place of memory. */
const readTo = (device: GPUDevice, part: Required<GPUBufferBinding>, to: ArrayBufferLike) =>
  readMapped(device, [part], device.createCommandEncoder({ label: "signals/finding read" }), ([mapped]) =>
    copyWords(to, part.offset, mapped),
  );

/** Bytes of cells that are read at once, and such reads of a device: more would only take memory. */
const [READ_BYTES, READS] = [2 ** 24, 2];
const turns = new WeakMap<GPUDevice, Promise<unknown>[]>();

/** Begins a read when the one before the last one has ended. */
function inTurn<T>(device: GPUDevice, read: () => Promise<T>): Promise<T> {
  const last = turns.get(device) ?? Array.from({ length: READS }, () => Promise.resolve());
  turns.set(device, last);
  const result = last.shift()!.then(read);
  last.push(result.catch(() => {}));
  return result;
}

/** Copies whole words. Engines copy bytes to shared memory one at a time, and float64 numbers three times as fast. */
function copyWords(to: ArrayBufferLike, offset: number, from: ArrayBuffer): void {
  const pairs = from.byteLength >> 3;
  new Float64Array(to, offset, pairs).set(new Float64Array(from, 0, pairs));
  new Uint32Array(to, offset + 8 * pairs).set(new Uint32Array(from, 8 * pairs));
}
