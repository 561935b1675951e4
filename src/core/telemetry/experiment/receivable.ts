import { CaptureError } from "../../capture/capture-error.ts";
import type { Recording } from "../../capture/recording.ts";
import type { Gpu } from "../../gpu/device.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { DOWN, IF_RATE, LATENCY, UP } from "../../resampling/if-filter.ts";
import { createIfFrontEnd } from "../../resampling/if-front-end.ts";
import { SAMPLE_RATE } from "../packet.ts";
import { isIntermediate, megasamplesText, telemetryRefusal } from "./receivable-rate.ts";
import type { SampleSource } from "./receive.ts";
import { parseScenario, type Scenario } from "./scenario.ts";

/** A recording in the form that the telemetry receiver takes. */
export interface Receivable {
  source: SampleSource;
  /**
   * Sample of the source at which the recording starts. A part of a recording made by the lab keeps its sample numbers, so
   * that its packets and bits are known from the scenario. Earlier samples are zero.
   */
  first: number;
  /** Its scenario, if the lab made it; then its bits are known. */
  scenario?: Scenario;
  /** Sentences on what was assumed or converted. */
  notes: string[];
}

/**
 * A part of a source with the source's sample numbers, so that packets keep their places. Earlier samples are zero; it ends
 * with its last sample.
 */
export function within(
  { samples, read }: SampleSource,
  { start, count }: { start: number; count: number },
): SampleSource {
  const end = Math.min(samples, start + count);
  return {
    samples: end,
    async read(from, length) {
      const x = new Float32Array(2 * Math.max(0, Math.min(length, end - from)));
      const first = Math.max(from, start);
      const last = from + x.length / 2;
      if (last > first) x.set(await read(first, last - first), 2 * (first - from));
      return x;
    },
  };
}

/**
 * Accepts complex samples at 20.625 MS/s, and converts real samples at 93⅓ MS/s of a carrier at 70 MHz to baseband.
 *
 * @throws CaptureError when the recording's rate is neither.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { openGpu } from "threeray/gpu";
 * import { receivableTelemetry } from "threeray/telemetry";
 *
 * const gpu = await openGpu();
 * const recording = arrayRecording(new Float32Array(2 * 1000), { sampleRate: 20.625e6 });
 * const { source } = receivableTelemetry(gpu, recording);
 * console.log(source.samples); // 1000
 * gpu.close();
 * ```
 */
export function receivableTelemetry(gpu: Gpu, recording: Recording, channel = 0): Receivable {
  const { title, sampleRate, datatype } = recording;
  const notes: string[] = [];
  const known = recording.metadata["threeray:scenario"];
  let scenario: Scenario | undefined;
  try {
    if (known !== undefined) scenario = parseScenario(known);
  } catch (error) {
    notes.push(`Its scenario cannot be read, so its bits count as unknown (${(error as Error).message}).`);
  }
  const { complex } = datatype;
  const refusal = telemetryRefusal({ title, sampleRate, complex });
  if (refusal !== undefined) throw new CaptureError(refusal);
  if (isIntermediate({ sampleRate, complex })) {
    notes.push(
      `Real samples, assumed to be a carrier at 70 MHz sampled at ${megasamplesText(IF_RATE)}, and converted to baseband.`,
    );
    return { source: basebandOf(gpu, recording, channel), first: 0, scenario, notes };
  }
  if (sampleRate === undefined) {
    notes.push(`The recording gives no sample rate; ${megasamplesText(SAMPLE_RATE)} is assumed.`);
  }
  const read: SampleSource["read"] = (start, count) => recording.read(start, count, channel);
  const { samples } = recording;
  const first = scenario ? Number(recording.metadata["threeray:scenario_start"] ?? 0) : 0;
  if (first === 0) return { source: { samples, read }, first, scenario, notes };
  if (!Number.isSafeInteger(first + samples) || first < 0) {
    notes.push("Its first sample's place in the scenario cannot be read, so its bits count as unknown.");
    return { source: { samples, read }, first: 0, notes };
  }
  const whole = { samples: first + samples, read: (start: number, count: number) => read(start - first, count) };
  return { source: within(whole, { start: first, count: samples }), first, scenario, notes };
}

/** Extra groups of 448 inputs before a stretch of baseband, which fill the filter. */
const WARM_UP = 1;

/** The baseband of an IF recording, computed in stretches on request. The samples do not depend on the stretches. */
function basebandOf({ device }: Gpu, recording: Recording, channel: number): SampleSource {
  const samples = Math.floor((recording.samples * UP) / DOWN);
  return {
    samples,
    async read(start, count) {
      const wanted = Math.max(0, Math.min(count, samples - start));
      const firstGroup = Math.floor(start / UP) - WARM_UP;
      const groups = Math.ceil((start + wanted + LATENCY) / UP) - firstGroup;
      const length = groups * DOWN;
      const memory = allocate(device);
      const input = memory.storage("IF samples", 4 * length);
      const plan = await createIfFrontEnd(device, { length, input });
      try {
        const before = Math.max(0, -firstGroup * DOWN);
        const pairs = await recording.read(firstGroup * DOWN + before, length - before, channel);
        const page = new Float32Array(length);
        for (let n = 0; n < pairs.length / 2; n++) page[before + n] = pairs[2 * n];
        device.queue.writeBuffer(input, 0, page);
        const encoder = device.createCommandEncoder({ label: "baseband" });
        plan.encode(encoder);
        const offset = 8 * (start - firstGroup * UP + LATENCY);
        const [bytes] = await readBack(device, [{ buffer: plan.baseband, offset, size: 8 * wanted }], encoder);
        return new Float32Array(bytes);
      } finally {
        plan.destroy();
        memory.release();
      }
    },
  };
}
