import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AdapterDescription } from "../../core/gpu/device.ts";
import { UsageError } from "../options.ts";

/** A device that a process computes on. */
export interface Device {
  /** Its name in messages. */
  name: string;
  /** Device nodes that its process must not see. WebGPU alone cannot tell identical GPUs apart. */
  hidden: readonly string[];
  /** True if other processes of the sweep use the same adapter. */
  shared?: boolean;
}

/** The adapter that WebGPU prefers. */
export const DEFAULT_DEVICE: Device = { name: "GPU", hidden: [] };

/** Largest number of processes on one machine. */
const MOST_DEVICES = 64;

/** Returns the numbers of the NVIDIA GPUs that this process may see: {@link hiding} puts /dev/null in the place of others. */
export function nvidiaDevices(folder = "/dev"): number[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const { rdev: hidden } = statSync("/dev/null");
  return names
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.rdev !== hidden)
    .flatMap((name) => /^nvidia(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

/**
 * Returns the devices of the option `--gpus`: "all", a number of devices, or a list of their numbers.
 *
 * @param found Numbers of the GPUs whose nodes can be hidden. Without any there is one adapter, which several processes
 * may share.
 * @throws UsageError if the text is none of these, or if the machine lacks a device.
 */
export function chooseDevices(text: string, found: readonly number[] = nvidiaDevices()): Device[] {
  const bad = (what: string) =>
    new UsageError(`--gpus takes all, a number of GPUs, or a list of their numbers; ${what}`);
  const single = found.length === 0;
  const owned = single ? [0] : found;
  const wanted = text.trim();
  if (wanted === "all") return devicesOf(owned, found);
  if (!/^\d+$|^\d+(,\d+)*,?$/.test(wanted)) throw bad(`got "${text}"`);
  if (/^\d+$/.test(wanted)) {
    const count = Number(wanted);
    if (count < 1 || count > MOST_DEVICES) throw bad(`the number is from 1 to ${MOST_DEVICES}, got ${wanted}`);
    if (single && count > 1) {
      return Array.from({ length: count }, (_, i) => ({ name: `process ${i + 1}`, hidden: [], shared: true }));
    }
    if (count > owned.length) throw bad(`this machine has ${owned.length}, got ${wanted}`);
    return devicesOf(owned.slice(0, count), found);
  }
  const numbers = wanted.split(",").filter(Boolean).map(Number);
  const missing = numbers.find((number) => !owned.includes(number));
  if (missing !== undefined) throw bad(`this machine has no GPU ${missing}; it has ${owned.join(", ")}`);
  if (new Set(numbers).size < numbers.length) throw bad(`a GPU is named twice in "${text}"`);
  return devicesOf(numbers, found);
}

/** Returns a sentence that tells a person that several processes share one adapter; undefined if none does. */
export function sharedNote(devices: readonly Device[], { name }: AdapterDescription): string | undefined {
  const count = devices.filter(({ shared }) => shared).length;
  return count > 0
    ? `This machine has no ${count} NVIDIA GPUs: ${count} processes share the one adapter, ${name}.`
    : undefined;
}

const devicesOf = (numbers: readonly number[], found: readonly number[]): Device[] =>
  numbers.map((number) => ({
    name: `GPU ${number}`,
    hidden: found.filter((other) => other !== number).map((other) => `/dev/nvidia${other}`),
  }));

/**
 * Returns a command line that runs a program without sight of some device nodes: in its own mount namespace, where
 * /dev/null takes their places. A process keeps its number, so signals reach it.
 */
export function hiding(nodes: readonly string[], command: readonly string[]): string[] {
  if (nodes.length === 0) return [...command];
  const binds = nodes.map((node) => `mount --bind /dev/null ${node}`);
  return [...UNSHARE, "sh", "-c", `${[...binds, 'exec "$@"'].join(" && ")}`, "sh", ...command];
}

/** Other users than root need a user namespace for it. */
const UNSHARE = ["unshare", ...(process.getuid?.() === 0 ? [] : ["-r"]), "-m"];

/** Throws an Error if this machine cannot hide device nodes, and says what to do. */
export function checkHiding(devices: readonly Device[]): void {
  if (devices.every(({ hidden }) => hidden.length === 0)) return;
  const { status, stderr, error } = spawnSync(UNSHARE[0], [...UNSHARE.slice(1), "true"], { encoding: "utf8" });
  if (status === 0) return;
  const reason = (error?.message ?? stderr).trim();
  throw new Error(
    `--gpus: identical GPUs can be told apart only by hiding their device nodes, which failed here (${reason}). ` +
      `Run as root, allow user namespaces, or start one container or Slurm task for each GPU.`,
  );
}
