import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const STANDARD = "3GPP TS 36.212, 5.1.3.2 (encoder) and 5.1.4.1 (rate matching)";
const WU =
  "M. Wu, On the Application of Graphics Processor to Wireless Receiver Design, Rice University 2010, chapter 5";

const BER: Lesson = {
  equation: [
    String.raw`\mathrm{BER} = \frac{1}{NK}\sum_{n=1}^{N}\sum_{k=0}^{K-1}\bigl[\hat b_{n,k} \ne b_{n,k}\bigr]`,
    String.raw`\sigma^2 = \frac{1}{2R\,E_b/N_0}, \qquad L = \frac{2y}{\sigma^2} = \ln\frac{p(1)}{p(0)}`,
  ],
  where: [
    ["N", "codewords that were decoded at this Eb/N0"],
    ["K", "information bits per codeword"],
    ["R", "code rate: information bits per transmitted bit, tail included"],
    [String.raw`\sigma^2`, "noise variance per real dimension; bits are sent as ±1"],
    ["L", "channel LLR of a bit; its sign is the decision, its magnitude the reliability"],
  ],
  source: `${STANDARD}. Dashed curve: AFF3CT, error_rate_references@021a9e0.`,
  changes: [
    "Longer codewords: the curve falls more steeply, and at lower Eb/N0.",
    "Log-MAP instead of max-log: the curve moves to the left by about a tenth of a decibel.",
    "More iterations: the curve moves to the left, less with each one.",
    "More windows: each window starts with an estimate at its edges, and the curve moves to the right.",
    "A higher rate: fewer parity bits protect the same information, and the curve moves to the right.",
  ],
};
export const BER_LESSON = withIntervals(BER, "codeword");

export const FER_LESSON: Lesson = {
  equation: String.raw`\mathrm{FER} = \frac{1}{N}\sum_{n=1}^{N}\bigl[\hat b_n \ne b_n\bigr], \qquad \mathrm{BER} \le \mathrm{FER} \le K\,\mathrm{BER}`,
  where: [
    ["N", "codewords that were decoded at this Eb/N0"],
    [String.raw`\hat b_n \ne b_n`, "1 if the codeword has at least one wrong bit, else 0"],
    ["K", "information bits per codeword"],
  ],
  source: `${STANDARD}. Intervals: Clopper and Pearson 1934, 95 %. Codewords fail independently, so at least 95 % of such intervals contain the true rate.`,
  changes: [
    "Longer codewords: more bits can fail, but the code is stronger. In the waterfall and beyond, the second effect wins.",
    "Fewer iterations: some codewords end before they are correct.",
    "An early stop by CRC: almost no effect on the errors. A wrong codeword passes a check with a probability of about 2⁻²⁴.",
    "More codewords: shorter bars, in proportion to 1 over the square root of their number.",
  ],
};

export const LOSS_LESSON: Lesson = {
  equation: [
    String.raw`\Delta(P) = \gamma_P(\mathrm{BER}^\ast) - \gamma_1(\mathrm{BER}^\ast)`,
    String.raw`\gamma = \gamma_a + (\gamma_b - \gamma_a)\,\frac{\ln \mathrm{BER}_a - \ln \mathrm{BER}^\ast}{\ln \mathrm{BER}_a - \ln \mathrm{BER}_b}`,
  ],
  where: [
    [String.raw`\gamma_P(\mathrm{BER}^\ast)`, "Eb/N0 in dB at which P windows reach the target"],
    ["a, b", "the measured points on both sides of the target"],
    ["P", "number of windows, of W = K/P stages each, decoded at the same time"],
  ],
  source: `${WU}, Figs 5.2 and 5.3: 96 windows lose about 0.1 dB at K = 6144 and 6 iterations.`,
  changes: [
    "More iterations: information crosses one edge per iteration, so the loss shrinks.",
    "Shorter codewords: the same number of windows has fewer stages each, and the loss grows.",
    "A lower target: the figure compares the curves at a higher Eb/N0.",
    "Finer steps of Eb/N0: a smaller error of interpolation.",
  ],
};

export const EXIT_LESSON: Lesson = {
  equation: String.raw`I(L;b) \approx 1 - \frac{1}{K}\sum_{k=0}^{K-1}\log_2\!\bigl(1 + e^{-(2b_k-1)L_k}\bigr)`,
  where: [
    ["L_k", "extrinsic LLR of bit k, as passed on: what a decoder adds to its input LLRs of that bit, scaled"],
    ["b_k", "the transmitted bit, 0 or 1"],
    ["I", "mutual information, 0 to 1 bit per bit; the estimate is too low where LLRs are too large"],
  ],
  source:
    "S. ten Brink, Convergence behavior of iteratively decoded parallel concatenated codes, IEEE Trans. Commun. 49 (2001); J. Hagenauer, The EXIT chart, EUSIPCO 2004. The figure shows one codeword, so stairs and curves differ from one codeword to the next. The curves take Gaussian LLRs as inputs, and decode without windows.",
  changes: [
    "A higher Eb/N0: larger steps, so fewer of them reach the corner.",
    "A lower Eb/N0: the curves meet, the tunnel closes, and the stairs stop before the corner.",
    "A longer codeword: smoother stairs, which follow the curves for longer, because the LLRs stay independent.",
    "Max-log without a scale: the LLRs are too large, so the estimate of their information falls.",
  ],
};

export const CODEWORD_LESSON: Lesson = {
  equation: String.raw`L(b_k) = L_c(k) + L_{e,1}(k) + L_{e,2}(k), \qquad \hat b_k = [L(b_k) > 0]`,
  where: [
    ["L_c(k)", "channel LLR of the bit itself: iteration 0"],
    ["L_{e,1}, L_{e,2}", "extrinsic LLRs: what each decoder concludes from the parity bits and the other bits"],
    [String.raw`(2b_k-1)\,L(b_k)`, "the figure’s vertical axis: decisions above the line are correct"],
  ],
  source: `C. Berrou, A. Glavieux and P. Thitimajshima, Near Shannon limit error-correcting coding and decoding: Turbo-codes, ICC 1993; ${WU}.`,
  changes: [
    "Another codeword: other bits and noise. Some need few iterations, some need all.",
    "A higher Eb/N0: fewer crosses at the start, and faster growth.",
    "More windows: bits near a window’s edges become reliable later than those in its middle.",
    "Log-MAP: LLRs are nearly calibrated at first; later iterations overstate them. Max-log overstates them from the start, so they are scaled.",
  ],
};

export const TRELLIS_LESSON: Lesson = {
  equation: [
    String.raw`\gamma_k(s,b) = b\,\bigl(L_c(k) + L_a(k)\bigr) + p(s,b)\,L_p(k)`,
    String.raw`\alpha_{k+1}(s') = \max^{\ast}_{s \to s'}\bigl(\alpha_k(s) + \gamma_k\bigr), \qquad \beta_k(s) = \max^{\ast}_{s \to s'}\bigl(\beta_{k+1}(s') + \gamma_k\bigr)`,
    String.raw`L(b_k) = \max^{\ast}_{b=1}(\alpha_k + \gamma_k + \beta_{k+1}) - \max^{\ast}_{b=0}(\alpha_k + \gamma_k + \beta_{k+1})`,
    String.raw`\max^{\ast}(x,y) = \max(x,y) + \ln\bigl(1 + e^{-|x-y|}\bigr)`,
  ],
  where: [
    ["L_c, L_p", "channel LLRs of the bit and of its parity bit"],
    ["L_a", "a-priori LLR of the bit: the other decoder’s extrinsic LLR"],
    ["p(s,b)", "parity bit of the branch that leaves state s with bit b"],
    [String.raw`\max^{\ast}`, "the operation of log-MAP; max-log omits the logarithm"],
  ],
  source: `L. R. Bahl, J. Cocke, F. Jelinek and J. Raviv, Optimal decoding of linear codes, IEEE Trans. Inf. Theory 20 (1974); trellis of ${STANDARD}, g0 = 13, g1 = 15 (octal).`,
  changes: [
    "A later iteration: the a-priori LLRs grow, and branches differ more.",
    "The first stages: the encoder starts in state 000, so α excludes all other states.",
    "A window’s edge: α and β start with the neighbour’s metrics of one iteration earlier. In the first iteration all states start equal.",
    "A higher Eb/N0: larger γ, and one path dominates.",
  ],
};

export const THROUGHPUT_LESSON: Lesson = {
  equation: String.raw`\mathrm{throughput} = \frac{N K}{t}, \qquad W = \frac{K}{P}`,
  where: [
    ["N", "codewords per batch"],
    ["t", "time of the decoder’s kernel, median of several runs"],
    ["P, W", "windows per codeword, and stages per window, processed one after the other"],
  ],
  source: `${WU}, table 5.3: one Tesla C1060, kernel only.`,
  changes: [
    "More windows: more parallel work, until the GPU is fully occupied.",
    "More iterations: the time grows in proportion, and the throughput falls.",
    "Log-MAP: an exponential and a logarithm more for each sum of two paths.",
    "An early stop: correct codewords end early; at high Eb/N0 most are correct.",
  ],
};
