import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Gpu, type OpenOptions, openGpu } from "../core/gpu/device.ts";
import { DeviceLostError } from "../core/gpu/errors.ts";
import { type GpuHost, createGpuHost, isLost } from "../core/gpu/host.ts";
import { type DawnModule, dawnApi } from "../package/device/dawn.ts";
import { optionalPackage } from "../package/device/optional-package.ts";
import { tell } from "./terminal.ts";
import { keptSizes } from "./tuning/tuning-file.ts";

/** Returns the package `webgpu`. A machine without it has the file `dawn.node` beside the program. */
async function loadDawn(): Promise<DawnModule> {
  try {
    return await optionalPackage("webgpu", "Threeray on a GPU");
  } catch (missing) {
    const file = join(dirname(process.argv[1]), "dawn.node");
    if (!existsSync(file)) throw missing;
    return createRequire(import.meta.url)(file);
  }
}

const api = () => dawnApi(loadDawn);

function report(error: Error): void {
  tell(`GPU error: ${error.message}`);
  process.exitCode = 1;
}

/** @param sizesOf Default: the workgroup sizes that the command `tune` has kept. */
export async function openDawn(
  limits: "adapter" | "default" = "adapter",
  sizesOf: OpenOptions["sizesOf"] = keptSizes,
): Promise<Gpu> {
  return openGpu(await api(), { limits, sizesOf, onError: report });
}

export async function dawnHost(limits: "adapter" | "default" = "adapter"): Promise<GpuHost> {
  return createGpuHost(await api(), { limits, sizesOf: keptSizes, onError: report });
}

/** Samples from which a GPU saves more time than it takes to open. */
const GPU_SAMPLES = 2 ** 22;

/**
 * Opens the GPU for a search of `samples` samples, and says which; undefined if it would not be faster. A software adapter is slower than
 * float64 on the processor.
 */
export async function openFastGpu(samples: number): Promise<Gpu | undefined> {
  if (samples < GPU_SAMPLES) return undefined;
  const gpu = await openDawn().catch(() => undefined);
  if (gpu && !gpu.adapter.software) {
    tell(`Threeray searches on ${gpu.adapter.name}.`);
    return gpu;
  }
  gpu?.close();
  tell("Threeray found no GPU, and searches on the processor.");
  return undefined;
}

/** The work fails after this many lost devices. */
const MOST_LOST = 5;

/**
 * Does work on the device. If the device is lost, repeats all of the work on a new one, and says so. Streams keep their
 * state on the device, so their output is written again from its beginning.
 */
export async function fromTheBeginning<T>(host: Pick<GpuHost, "get">, work: (gpu: Gpu) => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost++) {
    const gpu = await host.get();
    try {
      return await work(gpu);
    } catch (error) {
      if (lost === MOST_LOST || !(error instanceof DeviceLostError || (await isLost(gpu)))) throw error;
      tell("The GPU was lost. The work and its output start again from the beginning.");
    }
  }
}
