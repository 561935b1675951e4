import { GpuUnavailableError, openGpu } from "threeray/gpu";
import { squares } from "./kernel.mjs";

const output = /** @type {HTMLOutputElement} */ (document.querySelector("output"));
try {
  const gpu = await openGpu();
  output.textContent = [...(await squares(gpu, Float32Array.of(1, 2, 3, 4), 0.5))].join(" ");
  gpu.close();
} catch (error) {
  if (!(error instanceof GpuUnavailableError)) throw error;
  output.textContent = error.message;
}
