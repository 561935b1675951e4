// The page's kernel under Node.js.
import { openGpu } from "threeray/gpu";
import { squares } from "./kernel.mjs";

const gpu = await openGpu();
console.log([...(await squares(gpu, Float32Array.of(1, 2, 3, 4), 0.5))].join(" "));
gpu.close();
