import matrixKernel from "#shaders/resampling/matrix.wgsl?raw";
import { checkedCount } from "../gpu/rows.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import type { TapsPlan } from "../fir/plan.ts";
import { checkResampler, createResampler, lowestTerms, type PolyphaseFilter, type ResamplerConfig } from "./plan.ts";

/** Sizes of the kernel. */
const CHUNK = 16;
const ROWS = 8;
const COLUMNS = 128;
const TEAM = 32;
const TEAMS = [4, 8] as const;
/** Teams that an H100 runs at once: the time of a batch is proportional to its rounds of this many teams. */
const TEAMS_AT_ONCE = 2112;
/** Length of a strand in samples beyond which longer ones save nothing; a period is not longer. */
const LONG_STRAND = 2 ** 12;
/** Largest ratio of all strands to the signals' strands. Padding strands keep memory accesses aligned. */
const MOST_PADDED = 9 / 8;

export interface MatrixConfig extends ResamplerConfig {
  /** Periods of the rate per strand, with `down` inputs each. It changes the speed only. */
  periods?: number;
}

/** Taps by outputs, rows of the kernel's matrix. */
interface Band extends PolyphaseFilter {
  width: number;
  /** Terms per chunk. */
  length: number;
  /** Outputs per tile. */
  outputs: number;
  /** Samples before the newest one that an output uses. */
  history: number;
  /** Samples that a tile uses, and the chunks that hold them. */
  samples: number;
  window: number;
}

/** In lowest terms. */
function bandOf(filter: PolyphaseFilter): Band {
  const lowest = lowestTerms(filter);
  const { up, down, taps } = lowest;
  const width = lowest.complexTaps ? 2 : 1;
  const [length, outputs] = [taps.length / width, ROWS / width];
  const history = Math.floor((length - 1) / up);
  const samples = Math.ceil(((outputs - 1) * down) / up) + history + 1;
  return { ...lowest, width, length, outputs, history, samples, window: Math.ceil((samples - 1) / CHUNK) + 1 };
}

/** The first sample of a tile, counted from the first sample of the strand's outputs. */
const sampleOf = ({ outputs, up, down }: Band, tile: number) => Math.floor((tile * outputs * down) / up);

/** Number of teams in rotation, so that each finishes a tile before its next one starts. */
const teamsOf = (band: Band) => TEAMS.find((teams) => sampleOf(band, teams) >= band.window * CHUNK);

/** True if the method supports a change of rate on a device: a short period, few outputs per sample, and a workgroup for all teams. */
export function suitsMatrix(filter: PolyphaseFilter, { limits }: Pick<GPUDevice, "limits">): boolean {
  const band = bandOf(filter);
  const teams = teamsOf(band);
  return band.down <= LONG_STRAND && teams !== undefined && teams * TEAM <= limits.maxComputeInvocationsPerWorkgroup;
}

const strandsTogether = (kind: SampleKind) => COLUMNS / (kind === "complex" ? 2 : 1);

/** The division of signals into strands with a number of periods; names as in the kernel. */
function cut({ signals, length, kind }: MatrixConfig, { up, down, history }: Band, periods: number) {
  const together = strandsTogether(kind);
  const inputs = periods * down;
  const isWhole = [inputs, length].every((samples) => samples % CHUNK === 0);
  const lead = isWhole ? Math.ceil(history / CHUNK) * CHUNK : history;
  const segments = Math.ceil(length / inputs);
  // With strands across many signals, few workgroups contain the ends of a signal.
  const padded = Math.ceil(signals / together) * together;
  const isAcross = padded <= MOST_PADDED * signals;
  const inner = isAcross ? padded : segments;
  const strands = inner * (isAcross ? segments : signals);
  const chunks = Math.ceil((lead + inputs) / CHUNK);
  return { segments, across: Number(isAcross), inner, strands, inputs, lead, results: periods * up, chunks };
}

/** The fastest strands: long ones have less overhead before their outputs, short ones give more workgroups. */
function cutWell(config: MatrixConfig, band: Band, teams: number) {
  const available = config.length / band.down;
  const most = Math.min(available, Math.ceil(LONG_STRAND / band.down));
  const cuts = Array.from({ length: most }, (_, i) => cut(config, band, i + 1));
  const timeOf = ({ strands, chunks }: ReturnType<typeof cut>) =>
    Math.ceil((Math.ceil(strands / strandsTogether(config.kind)) * teams) / TEAMS_AT_ONCE) * chunks;
  return cuts.reduce((best, one) => (timeOf(one) < timeOf(best) ? one : best));
}

/** Taps by chunks and teams, in the order in which the kernel reads them. */
function responseOf(band: Band, teams: number, { lead, chunks, results }: ReturnType<typeof cut>) {
  const { up, down, width, length, outputs, history, window, taps } = band;
  const response = new Float32Array(chunks * teams * CHUNK * ROWS);
  for (let tile = 0; tile * outputs < results; tile++) {
    const first = Math.floor((sampleOf(band, tile) + lead - history) / CHUNK);
    for (let chunk = first; chunk < Math.min(first + window, chunks); chunk++) {
      for (let at = 0; at < CHUNK * outputs; at++) {
        const [k, m] = [chunk * CHUNK + Math.floor(at / outputs) - lead, tile * outputs + (at % outputs)];
        const tap = m * down - k * up;
        if (tap < 0 || tap >= length) continue;
        const place = ((chunk * teams + (tile % teams)) * CHUNK * outputs + at) * width;
        for (let part = 0; part < width; part++) response[place + part] = taps[tap * width + part];
      }
    }
  }
  return response;
}

/**
 * Rational change of rate as `createPolyphase` does it, as a product of matrices: the faster way where there are strands for all of a
 * GPU. The outputs are the same, bit for bit, for pages of any size, as long as samples are numbers: one that is none may spoil the
 * outputs next to those that it reaches, of its own signal.
 *
 * @throws RangeError for a size out of its range, for taps that are no float32 numbers, and for what `suitsMatrix` denies.
 */
export async function createMatrix(device: GPUDevice, config: MatrixConfig): Promise<TapsPlan> {
  const label = "resampling/matrix";
  checkResampler(label, config);
  const { periods } = config;
  if (periods !== undefined) checkedCount(label, "periods", periods);
  const band = bandOf(config);
  const teams = teamsOf(band);
  if (band.down > LONG_STRAND) throw new RangeError(`${label}: down must be at most ${LONG_STRAND}, got ${band.down}`);
  if (!teams) {
    const most = (Math.floor(sampleOf(band, Math.max(...TEAMS)) / CHUNK) - 1) * CHUNK + 1;
    const what = `${band.outputs} neighbouring outputs must use at most ${most} samples`;
    throw new RangeError(`${label}: ${what}, got ${band.samples}`);
  }
  const room = device.limits.maxComputeInvocationsPerWorkgroup;
  if (teams * TEAM > room) {
    throw new RangeError(`${label}: needs ${teams * TEAM} invocations per workgroup; the device has ${room}`);
  }
  const { up, down, width, outputs, history, window } = band;
  const strands = periods ? cut(config, band, Math.min(periods, config.length / down)) : cutWell(config, band, teams);
  return createResampler(device, config, {
    label,
    wgsl: [matrixKernel],
    constants: {
      TEAMS: teams,
      GROUP: teams * TEAM,
      STRANDS: strandsTogether(config.kind),
      WINDOW: window,
      SAMPLE_PARTS: config.kind === "complex" ? 2 : 1,
      TAP_PARTS: width,
    },
    response: (taps) => responseOf(bandOf({ ...config, taps }), teams, strands),
    history,
    params: { ...strands, step: Math.floor((outputs * down) / up), rest: (outputs * down) % up },
    workgroups: Math.ceil(strands.strands / strandsTogether(config.kind)),
  });
}
