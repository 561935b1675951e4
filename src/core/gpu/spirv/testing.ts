import { spawnSync } from "node:child_process";
import { vi } from "vitest";

/** Compiles a kernel and lets Dawn print the SPIR-V that the driver gets. */
const PRINTS_SPIRV = `
import { readFileSync } from "node:fs";
import { create } from "webgpu";
const { code, constants } = JSON.parse(readFileSync(0, "utf8"));
const api = create(["enable-dawn-features=dump_shaders"]);
const device = await (await api.requestAdapter()).requestDevice();
device.createComputePipeline({ layout: "auto", compute: { module: device.createShaderModule({ code }), constants } });
await device.queue.onSubmittedWorkDone();
process.exit(0);`;

/**
 * Returns how many minima of integers the driver gets with the kernels that `create` compiles: WebGPU takes one for each index of which its
 * compiler does not see that it is within its array.
 */
export async function countMinima(device: GPUDevice, create: () => Promise<unknown>): Promise<number> {
  const [parse, compile] = [vi.spyOn(device, "createShaderModule"), vi.spyOn(device, "createComputePipelineAsync")];
  await create();
  const codes = new Map(parse.mock.results.map(({ value }, i) => [value, parse.mock.calls[i][0].code]));
  const kernels = compile.mock.calls.map(([{ compute }]) => ({
    code: codes.get(compute.module),
    constants: compute.constants,
  }));
  vi.restoreAllMocks();
  if (kernels.length === 0) throw new Error("No kernel was compiled: it is one of the device's already.");
  const printed = kernels.map((kernel) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", PRINTS_SPIRV], {
      input: JSON.stringify(kernel),
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    }),
  );
  const texts = printed.map(({ stdout, stderr }) => `${stdout}${stderr}`);
  if (!texts.every((text) => text.includes("OpEntryPoint")))
    throw new Error(`Dawn prints no SPIR-V: ${texts.join("\n").slice(0, 500)}`);
  return texts.join("").split("UMin ").length - 1;
}
