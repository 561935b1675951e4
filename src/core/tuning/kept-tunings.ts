import type { AdapterDescription } from "../gpu/device.ts";
import type { StageTime } from "../gpu/timing.ts";
import { type Tunable, TUNABLES } from "./registry.ts";
import type { TuningState } from "./tune.ts";

/** Workgroup sizes that were measured on an adapter, with the gain of each. */
export interface KeptTuning {
  adapter: Pick<AdapterDescription, "name" | "vendor" | "architecture" | "device" | "driver">;
  /** Version of Threeray. */
  version: string;
  /** When it was measured, as in ISO 8601. */
  measured: string;
  timing: StageTime["method"];
  /** By the kernel's label. Kernels that keep their usual size are left out. */
  kernels: Readonly<Record<string, { size: number; gain: number }>>;
}

/** What a text keeps, and what is wrong with it. */
interface ReadTunings {
  tunings: KeptTuning[];
  problem?: string;
}

const FORMAT = "threeray tuning";

/** Returns kept tunings as a text for a file or the browser's storage. */
export const writeTunings = (tunings: readonly KeptTuning[]): string =>
  `${JSON.stringify({ format: FORMAT, tunings }, null, 2)}\n`;

/** Reads what {@link writeTunings} wrote. It never throws: what is damaged is left out, and `problem` says so. */
export function readTunings(text: string): ReadTunings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { tunings: [], problem: "it is not JSON" };
  }
  const { format, tunings } = isRecord(value) ? value : {};
  if (format !== FORMAT || !Array.isArray(tunings)) {
    return { tunings: [], problem: `its format must be "${FORMAT}", got ${JSON.stringify(format)}` };
  }
  const whole = tunings.filter(isTuning);
  const damaged = tunings.length - whole.length;
  return { tunings: whole, ...(damaged && { problem: `${damaged} of ${tunings.length} entries are damaged` }) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isTuning(value: unknown): value is KeptTuning {
  if (!isRecord(value) || !isRecord(value.adapter) || !isRecord(value.kernels)) return false;
  const { adapter } = value;
  const texts = [value.version, value.measured, value.timing, adapter.name, adapter.vendor, adapter.architecture];
  const named = [adapter.device, adapter.driver].filter((text) => text !== undefined);
  return (
    [...texts, ...named].every((text) => typeof text === "string") &&
    Object.values(value.kernels).every(
      (kernel) => isRecord(kernel) && typeof kernel.size === "number" && typeof kernel.gain === "number",
    )
  );
}

const isSameAdapter = (a: KeptTuning["adapter"], b: KeptTuning["adapter"]) =>
  a.vendor === b.vendor && a.architecture === b.architecture && a.device === b.device;

/**
 * Returns the tuning of an adapter, with the sizes that this version offers; or why it no longer holds. Another driver or another
 * version of Threeray may compile other code.
 */
export function tuningOf(
  tunings: readonly KeptTuning[],
  adapter: KeptTuning["adapter"],
  version: string,
): { tuning?: KeptTuning; stale?: string } {
  const found = tunings.find((tuning) => isSameAdapter(tuning.adapter, adapter));
  if (!found) return {};
  if (found.version !== version) return { stale: `they were measured with Threeray ${found.version}, not ${version}` };
  if (found.adapter.driver !== adapter.driver) {
    return { stale: `they were measured with the driver “${found.adapter.driver}”, not “${adapter.driver}”` };
  }
  const offers = new Map<string, Tunable>(Object.entries(TUNABLES));
  const offered = Object.entries(found.kernels).filter(([kernel, { size }]) =>
    offers.get(kernel)?.sizes.includes(size),
  );
  return { tuning: { ...found, kernels: Object.fromEntries(offered) } };
}

/** Returns the workgroup sizes of a tuning, for the device. */
export const sizesOfTuning = ({ kernels }: Pick<KeptTuning, "kernels">): Record<string, number> =>
  Object.fromEntries(Object.entries(kernels).map(([kernel, { size }]) => [kernel, size]));

/** Returns the tunings of all other adapters. */
export const withoutTuning = (tunings: readonly KeptTuning[], adapter: KeptTuning["adapter"]): KeptTuning[] =>
  tunings.filter((tuning) => !isSameAdapter(tuning.adapter, adapter));

/**
 * Returns a finished tuning as it is kept.
 *
 * @param before The adapter's tuning so far, whose choices stay for kernels that were not measured.
 */
export function keptTuning(
  { results }: TuningState,
  { name, vendor, architecture, device, driver }: AdapterDescription,
  { version, measured, before }: Pick<KeptTuning, "version" | "measured"> & { before?: KeptTuning },
): KeptTuning {
  const isMeasured = (kernel: string) => results.some((result) => result.kernel === kernel && result.timing);
  const kept = Object.entries(before?.kernels ?? {}).filter(([kernel]) => !isMeasured(kernel));
  const chosen = results.flatMap(({ kernel, chosen: best }) => (best ? [[kernel, best] as const] : []));
  const timing = results.find((result) => result.timing)?.timing ?? before?.timing ?? "wall clock";
  const adapter = { name, vendor, architecture, device, driver };
  return { adapter, version, measured, timing, kernels: Object.fromEntries([...kept, ...chosen]) };
}
