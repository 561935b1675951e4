import matrixKernel from "#shaders/resampling/matrix.wgsl?raw";
import { checkedCount } from "../gpu/rows.ts";
import type { SampleKind, StreamPlan } from "../flow/block.ts";
import { checkResampler, createResampler, lowestTerms, type PolyphaseFilter, type ResamplerConfig } from "./plan.ts";

/** Sizes of the kernel. */
const CHUNK = 16;
const ROWS = 8;
const COLUMNS = 128;
const TEAM = 32;
const TEAMS = [4, 8] as const;
/** Teams that an H100 works on at once: a batch takes as long as so many rounds of them. */
const TEAMS_AT_ONCE = 2112;
/** Samples of a strand from which on longer ones save nothing; a period has no more. */
const LONG_STRAND = 2 ** 12;
/** Void strands beside those of signals that are worth their while. */
const MOST_PADDED = 9 / 8;

export interface MatrixConfig extends ResamplerConfig {
  /** Periods of the rate, of `down` inputs each, in a strand: faster or slower, the same results. */
  periods?: number;
}

/** Taps by outputs, rows of the kernel's matrix. */
interface Band extends PolyphaseFilter {
  width: number;
  /** Of one part. */
  length: number;
  /** Outputs of a tile. */
  outputs: number;
  /** Samples that an output meets before its newest one. */
  history: number;
  /** Samples that a tile meets, and chunks that they may lie in. */
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

/** The first sample that a tile meets, counted from the first that a strand's outputs do. */
const sampleOf = ({ outputs, up, down }: Band, tile: number) => Math.floor((tile * outputs * down) / up);

/** Teams that suffice to take turns, where each is done with a tile before its next one begins. */
const teamsOf = (band: Band) => TEAMS.find((teams) => sampleOf(band, teams) >= band.window * CHUNK);

/** Whether a change of rate can be done this way: with a short period, and few outputs that a sample reaches. */
export function suitsMatrix(filter: PolyphaseFilter): boolean {
  const band = bandOf(filter);
  return band.down <= LONG_STRAND && teamsOf(band) !== undefined;
}

const strandsTogether = (kind: SampleKind) => COLUMNS / (kind === "complex" ? 2 : 1);

/** How signals are cut to strands of so many periods; names as in the kernel. */
function cut({ signals, length, kind }: MatrixConfig, { up, down, history }: Band, periods: number) {
  const together = strandsTogether(kind);
  const inputs = periods * down;
  const isWhole = [inputs, length].every((samples) => samples % CHUNK === 0);
  const lead = isWhole ? Math.ceil(history / CHUNK) * CHUNK : history;
  const segments = Math.ceil(length / inputs);
  // Across many signals, what is special about a signal's ends is special to few workgroups.
  const padded = Math.ceil(signals / together) * together;
  const isAcross = padded <= MOST_PADDED * signals;
  const inner = isAcross ? padded : segments;
  const strands = inner * (isAcross ? segments : signals);
  const chunks = Math.ceil((lead + inputs) / CHUNK);
  return { segments, across: Number(isAcross), inner, strands, inputs, lead, results: periods * up, chunks };
}

/** Strands that take the least time: long ones have less to do before their own outputs, short ones make more workgroups. */
function cutWell(config: MatrixConfig, band: Band, teams: number) {
  const available = config.length / band.down;
  const most = Math.min(available, Math.ceil(LONG_STRAND / band.down));
  const cuts = Array.from({ length: most }, (_, i) => cut(config, band, i + 1));
  const timeOf = ({ strands, chunks }: ReturnType<typeof cut>) =>
    Math.ceil((Math.ceil(strands / strandsTogether(config.kind)) * teams) / TEAMS_AT_ONCE) * chunks;
  return cuts.reduce((best, one) => (timeOf(one) < timeOf(best) ? one : best));
}

/** Taps by chunks and teams, in the order in which the kernel meets them. */
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
export async function createMatrix(device: GPUDevice, config: MatrixConfig): Promise<StreamPlan> {
  const label = "resampling/matrix";
  checkResampler(label, config);
  const { periods } = config;
  if (periods !== undefined) checkedCount(label, "periods", periods);
  const band = bandOf(config);
  const teams = teamsOf(band);
  if (band.down > LONG_STRAND) throw new RangeError(`${label}: down must be at most ${LONG_STRAND}, got ${band.down}`);
  if (!teams) {
    const most = (Math.floor(sampleOf(band, Math.max(...TEAMS)) / CHUNK) - 1) * CHUNK + 1;
    const what = `${band.outputs} neighbouring outputs must meet at most ${most} samples`;
    throw new RangeError(`${label}: ${what}, got ${band.samples}`);
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
    response: responseOf(band, teams, strands),
    history,
    params: { ...strands, step: Math.floor((outputs * down) / up), rest: (outputs * down) % up },
    workgroups: Math.ceil(strands.strands / strandsTogether(config.kind)),
  });
}
