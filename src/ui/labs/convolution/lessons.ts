import type { Lesson } from "../../figures/lesson.ts";

const THESIS = "J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017";
const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, section 8.7";
const TIMING =
  "Median of several runs, by the GPU’s own timestamps if it has them, by wall clock if transfers are included.";

export const TIME_LESSON: Lesson = {
  equation: String.raw`y_s(n) = \sum_{k=0}^{L-1} h_s(k)\,x_s\bigl(n + \lfloor\tfrac{L-1}{2}\rfloor - k\bigr)`,
  where: [
    ["M", "samples per signal, and outputs per signal"],
    ["L", "taps per filter, including the second filter’s taps; each signal has its own filter"],
    ["S", "signals in the batch"],
    [
      "t",
      "milliseconds from samples and taps in the GPU’s memory to outputs there; with transfers only if they are included",
    ],
  ],
  source: `${TIMING} Hollow marks: ${THESIS}, one Tesla K40c or its CPU.`,
  changes: [
    "Longer filters: the time domain takes longer in proportion; transforms take hardly longer.",
    "A larger batch: the time stays constant until the GPU is full, then grows in proportion.",
    "Transfers included: all methods move the same samples, so their times get more alike.",
    "Another GPU: the curves move, and they cross elsewhere.",
  ],
};

export const OPERATIONS_LESSON: Lesson = {
  equation: [
    String.raw`\text{time domain:}\quad 8\,S M L`,
    String.raw`\text{one FFT:}\quad S\,(15N\log_2 N + 6N), \qquad N \ge M + L - 1`,
    String.raw`\text{blocks:}\quad S\,\bigl(5N\log_2 N + B\,(10N\log_2 N + 6N)\bigr)`,
  ],
  where: [
    ["S, M, L", "signals, samples per signal, and taps"],
    ["8", "a complex product is 6 operations, a complex sum 2"],
    ["N", "points of a transform: the cheapest length that holds signal and filter; 256, 1024 or 2048 for blocks"],
    ["B", "blocks of overlap-save: about M / (N − L + 1), rounded up; overlap-add has shorter blocks and one more"],
  ],
  source: `${THESIS}, (3.4) and (3.5); ${OPPENHEIM}. The sizes give these counts, so they are the same on every machine and need no run.`,
  changes: [
    "Longer filters: the time domain’s line rises; a transform’s count steps up where signal and filter no longer fit.",
    "Longer signals: blocks keep their cost per sample; the cost of one FFT per sample grows as log₂ N.",
    "A second filter: L grows by its number of taps less one, and the time domain’s count grows with L.",
    "A larger batch: all counts grow in proportion, so no curves cross.",
  ],
};

export const ERROR_LESSON: Lesson = {
  equation: String.raw`\varepsilon = \frac{\max_n |\hat y(n) - y(n)|}{\sqrt{\operatorname{mean}_n |y(n)|^2}}`,
  where: [
    [String.raw`\hat y(n)`, "the method’s output, in float32"],
    ["y(n)", "the same sum in float64, from the same samples and taps"],
    [String.raw`\varepsilon`, "largest error of the checked outputs; a result above the dotted line is wrong"],
  ],
  source:
    "Outputs of the first, the last and a middle signal are checked before anything is timed. Float32 rounds the result of each operation by up to 2⁻²⁴ ≈ 6 × 10⁻⁸ of its value.",
  changes: [
    "Longer filters in the time domain: more terms, and each addition rounds once more.",
    "Transforms: the error depends on their length and hardly on the filter’s.",
    "Another seed: other samples and other rounding errors of about the same size.",
    "A mistake in a kernel: its error is far above the line, and its time is struck out.",
  ],
};

export const WORKGROUP_LESSON: Lesson = {
  equation: String.raw`\text{workgroups} = S\left\lceil \frac{M}{q\,g} \right\rceil`,
  where: [
    ["g", "invocations per workgroup: from 1 to the device’s limit"],
    ["q", "outputs per invocation: 1 from global memory, 4 in tiles"],
    ["S, M", "signals, and outputs per signal"],
  ],
  source: `WebGPU's default limit is 256 invocations; a device may offer more. A GPU runs them in subgroups, of 32 on NVIDIA. ${TIMING}`,
  changes: [
    "Fewer invocations than a subgroup has lanes: the other lanes are idle, and the time is inversely proportional.",
    "More invocations: fewer workgroups fit on a processor at a time; beyond some size nothing is gained.",
    "A longer filter: more arithmetic per loaded sample, so the copy kernel’s lead grows.",
    "A small batch: if the workgroups are few and large, some processors get none.",
  ],
};

export const TIMELINE_LESSON: Lesson = {
  equation: [
    String.raw`t_1 \approx P\,(t_\mathrm{fill} + t_\mathrm{GPU} + t_\mathrm{read})`,
    String.raw`t_b \gtrsim P\,\max(t_\mathrm{fill} + t_\mathrm{read},\ t_\mathrm{GPU})`,
    String.raw`t_\mathrm{GPU} = t_\mathrm{up} + t_\mathrm{kernel} + t_\mathrm{down}`,
  ],
  where: [
    ["P", "parts of the batch, sent one after the other"],
    ["b", "sets of buffers; with one set, each part waits for the one before it"],
    [String.raw`t_\mathrm{fill}, t_\mathrm{read}`, "the CPU’s work on a part: it writes samples and reads outputs"],
    [String.raw`t_\mathrm{up}, t_\mathrm{down}`, "transfers, on the same queue as the kernel"],
  ],
  source: `${THESIS}, Figs 3.11–3.13. Its CUDA streams overlap transfers with kernels; the one queue of WebGPU does not.`,
  changes: [
    "Two sets of buffers: the CPU fills one while the GPU works on the other.",
    "Three sets: they help only if CPU or GPU still waits with two.",
    "A longer filter: more computation for the same transfers, so the transfers matter less.",
    "A batch too small to divide: one part, so nothing can overlap.",
  ],
};

export const RESULTS_LESSON: Lesson = {
  equation: String.raw`R = \frac{F}{t}, \qquad \text{of copy} = \frac{Q/t}{Q_\mathrm{copy}/t_\mathrm{copy}}`,
  where: [
    ["F", "the method’s floating-point operations, counted"],
    ["t", "its time for the batch"],
    ["Q", "bytes that it reads and writes in global memory, each sample once per kernel"],
    [String.raw`Q_\mathrm{copy}/t_\mathrm{copy}`, "the speed of a kernel that only copies, in the same run"],
  ],
  source: `${TIMING} The errors are the same as in the error figure. docs/performance.md has the same table for one large GPU.`,
  changes: [
    "A method with more arithmetic: more Gflop/s, but no faster.",
    "Near 100 % of copy speed: memory is the limit, and only less traffic would help.",
    "Far below: arithmetic, workgroup memory or a small batch is the limit.",
    "A small batch: launching the kernels takes longer than running them, so all rates fall.",
  ],
};

export const SLIDING_LESSON: Lesson = {
  equation: [
    String.raw`y(n) = \sum_{k} x(k)\,h(n-k)`,
    String.raw`y_b = \mathcal F^{-1}\bigl\{\mathcal F\{x_b\}\,\mathcal F\{h\}\bigr\}, \qquad y(bV + i) = y_b(L - 1 + i),\quad 0 \le i < V`,
  ],
  where: [
    ["x, h, y", "24 samples, 5 taps, and the 28 outputs"],
    ["L", "taps; the filter remembers L − 1 earlier samples"],
    ["V", "new outputs per block: N − L + 1, here 8 of N = 12"],
    ["y_b", "circular convolution of block b: its first L − 1 outputs mix samples from both ends of the block"],
  ],
  source: `${OPPENHEIM}. Values are computed in float64.`,
  changes: [
    "A longer filter: blocks overlap by more, and fewer outputs of each block remain.",
    "The echo filter: two taps, so each output has at most two products.",
    "The average filter on a rectangle: the output is a ramp, a flat top and a ramp.",
    "Larger blocks: a smaller share of the work is discarded, but each transform is longer.",
  ],
};
