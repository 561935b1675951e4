import { convolutionWork } from "./convolution.tuning.ts";
import { createDirectConvolution } from "./direct.ts";

export const directConvolutionWork = convolutionWork(createDirectConvolution, 512, [186]);
