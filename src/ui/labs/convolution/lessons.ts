import type { Lesson } from "../../figures/lesson.ts";

const THESIS = "J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017";
const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, section 8.7";
const TIMING =
  "Median of several runs, by the GPU's own timestamps where it has them, by the wall clock where transfers are included.";

export const TIME_LESSON: Lesson = {
  equation: String.raw`y_s(n) = \sum_{k=0}^{L-1} h_s(k)\,x_s\bigl(n + \lfloor\tfrac{L-1}{2}\rfloor - k\bigr)`,
  where: [
    ["M", "samples of a signal; as many outputs"],
    ["L", "taps of a filter, the second filter's included; each signal has a filter of its own"],
    ["S", "signals of the batch"],
    [
      "t",
      "milliseconds from samples and taps in the GPU's memory to outputs there; transfers only where they are included",
    ],
  ],
  source: `${TIMING} Hollow: ${THESIS}, one Tesla K40c or its CPU.`,
  changes: [
    "Longer filters: the time domain takes longer in proportion, transforms hardly so.",
    "A larger batch: time stands still until the GPU is full, then grows in proportion.",
    "Transfers included: all methods move the same samples, so their times move together.",
    "Another GPU: the curves move, and so does the place where they cross.",
  ],
};

export const OPERATIONS_LESSON: Lesson = {
  equation: [
    String.raw`\text{time domain:}\quad 8\,S M L`,
    String.raw`\text{one FFT:}\quad S\,(15N\log_2 N + 6N), \qquad N \ge M + L - 1`,
    String.raw`\text{blocks:}\quad S\,\bigl(5N\log_2 N + B\,(10N\log_2 N + 6N)\bigr)`,
  ],
  where: [
    ["S, M, L", "signals, samples of each, and taps"],
    ["8", "a complex product is 6 operations, a complex sum 2"],
    ["N", "points of a transform: the cheapest that hold signal and filter; 256, 1024 or 2048 in blocks"],
    ["B", "blocks of overlap-save, M / (N − L + 1) rounded up; overlap-add has shorter ones, and one more"],
  ],
  source: `${THESIS}, (3.4) and (3.5); ${OPPENHEIM}. Counted from the sizes: the same on every machine, before anything runs.`,
  changes: [
    "Longer filters: the time domain's line rises; a transform's count steps up where it no longer fits.",
    "Longer signals: blocks keep their cost a sample, one FFT pays log₂ N more.",
    "A second filter: L grows by its taps less one, for the time domain only a little more of the same.",
    "A larger batch: all counts grow in proportion, and no curves cross.",
  ],
};

export const ERROR_LESSON: Lesson = {
  equation: String.raw`\varepsilon = \frac{\max_n |\hat y(n) - y(n)|}{\sqrt{\operatorname{mean}_n |y(n)|^2}}`,
  where: [
    [String.raw`\hat y(n)`, "output of the method, in float32"],
    ["y(n)", "the same sum in float64, of the same samples and taps"],
    [String.raw`\varepsilon`, "largest error of the outputs that are checked; wrong from the dotted line on"],
  ],
  source:
    "Checked outputs of the first, the last and a middle signal, before anything is timed. Float32 rounds each operation by up to 2⁻²⁴ ≈ 6 × 10⁻⁸ of its result.",
  changes: [
    "Longer filters: more terms, and each sum rounds once more.",
    "Transforms: the error depends on their length, hardly on the filter's.",
    "Another seed: other samples, other roundings, about the same error.",
    "A mistake in a kernel: far above the line, and its time is struck out.",
  ],
};

export const WORKGROUP_LESSON: Lesson = {
  equation: String.raw`\text{workgroups} = S\left\lceil \frac{M}{q\,g} \right\rceil`,
  where: [
    ["g", "invocations of a workgroup: from 1 to the device's limit"],
    ["q", "outputs of an invocation: 1 from global memory, 4 in tiles"],
    ["S, M", "signals, and outputs of each"],
  ],
  source: `WebGPU's default limit is 256 invocations; a device may offer more. A GPU runs them in subgroups, 32 wide on NVIDIA. ${TIMING}`,
  changes: [
    "Fewer invocations than a subgroup: the rest of its lanes stand idle, and time grows in inverse proportion.",
    "More of them: fewer workgroups fit a processor at a time; beyond some size nothing is gained.",
    "A longer filter: more arithmetic for each sample loaded, so the copy's advantage grows.",
    "A small batch: few large workgroups may leave processors without any.",
  ],
};

export const TIMELINE_LESSON: Lesson = {
  equation: [
    String.raw`t_1 \approx P\,(t_\mathrm{fill} + t_\mathrm{GPU} + t_\mathrm{read})`,
    String.raw`t_b \gtrsim P\,\max(t_\mathrm{fill} + t_\mathrm{read},\ t_\mathrm{GPU})`,
    String.raw`t_\mathrm{GPU} = t_\mathrm{up} + t_\mathrm{kernel} + t_\mathrm{down}`,
  ],
  where: [
    ["P", "parts of the batch, one after the other"],
    ["b", "sets of buffers: with one, each part waits for the one before it"],
    [String.raw`t_\mathrm{fill}, t_\mathrm{read}`, "the CPU's work on a part: samples in, outputs out"],
    [String.raw`t_\mathrm{up}, t_\mathrm{down}`, "transfers, on the same queue as the kernel"],
  ],
  source: `${THESIS}, Figs 3.11–3.13, whose CUDA streams overlap transfers with kernels; WebGPU has one queue, which does not.`,
  changes: [
    "Two sets of buffers: the CPU fills one while the GPU works on the other.",
    "Three: helps only where two leave somebody waiting.",
    "A longer filter: more compute for the same transfers, which weigh less.",
    "A batch too small to be cut: one part, and nothing to overlap.",
  ],
};

export const RESULTS_LESSON: Lesson = {
  equation: String.raw`R = \frac{F}{t}, \qquad \text{of copy} = \frac{Q/t}{Q_\mathrm{copy}/t_\mathrm{copy}}`,
  where: [
    ["F", "floating-point operations of the method, counted"],
    ["t", "its time for the batch"],
    ["Q", "bytes that it reads and writes in global memory"],
    [String.raw`Q_\mathrm{copy}/t_\mathrm{copy}`, "the speed of a kernel that only copies, in the same run"],
  ],
  source: `${TIMING} Errors as in the figure above; docs/performance.md has the same for one NVIDIA H100.`,
  changes: [
    "A method with more arithmetic: more Gflop/s, and no sooner done.",
    "Near 100 % of copy: memory is all it waits for, and only fewer bytes would help.",
    "Far below: it waits for arithmetic, for workgroup memory, or for work to do.",
    "A small batch: launching the kernels takes longer than running them, and all rates fall.",
  ],
};
