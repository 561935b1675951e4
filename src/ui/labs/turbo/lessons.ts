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
    ["K", "information bits of a codeword"],
    ["R", "rate: information bits a bit sent, the tail counted"],
    [String.raw`\sigma^2`, "noise variance a real dimension; bits are sent as ±1"],
    ["L", "what the decoder is told of a bit; its sign is the guess, its size the trust"],
  ],
  source: `${STANDARD}. Dashed curve: AFF3CT, error_rate_references@021a9e0.`,
  changes: [
    "Longer codewords: the curve falls more steeply, and earlier.",
    "Log-MAP instead of max-log: the curve moves to the left by about a tenth of a decibel.",
    "More iterations: the curve moves to the left, by less and less.",
    "More windows: each window begins with a guess at its edges, and the curve moves to the right.",
    "A higher rate: fewer bits carry the same information, and the curve moves to the right.",
  ],
};
export const BER_LESSON = withIntervals(BER, "codeword");

export const FER_LESSON: Lesson = {
  equation: String.raw`\mathrm{FER} = \frac{1}{N}\sum_{n=1}^{N}\bigl[\hat b_n \ne b_n\bigr], \qquad \mathrm{BER} \le \mathrm{FER} \le K\,\mathrm{BER}`,
  where: [
    ["N", "codewords that were decoded at this Eb/N0"],
    [String.raw`\hat b_n \ne b_n`, "one wrong bit is enough: the codeword is lost"],
    ["K", "information bits of a codeword"],
  ],
  source: `${STANDARD}. Intervals: Clopper and Pearson 1934, 95 %; codewords fail independently, so these are exact.`,
  changes: [
    "Longer codewords: more bits in which to fail, and a stronger code. Beyond the waterfall the code wins.",
    "Fewer iterations: some codewords are given up before their decoders agree.",
    "An early stop by CRC: no effect on the errors, since it ends only what is right.",
    "More codewords: shorter bars, by the square root of their number.",
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
    ["P", "windows of W = K/P stages that are decoded at the same time"],
  ],
  source: `${WU}, Figs 5.2 and 5.3: 96 windows lose about 0.1 dB at K = 6144 and 6 iterations.`,
  changes: [
    "More iterations: edges are handed on once an iteration, so the loss shrinks.",
    "Shorter codewords: the same number of windows makes shorter ones, and the loss grows.",
    "A lower target: the loss is read further down the curves.",
    "Finer steps of Eb/N0: less is left to the interpolation.",
  ],
};

export const EXIT_LESSON: Lesson = {
  equation: String.raw`I(L;b) \approx 1 - \frac{1}{K}\sum_{k=0}^{K-1}\log_2\!\bigl(1 + e^{-(2b_k-1)L_k}\bigr)`,
  where: [
    ["L_k", "extrinsic LLR of bit k: what a decoder says beyond what it was told"],
    ["b_k", "the bit that was sent, 0 or 1"],
    ["I", "how much the LLRs tell of a bit, 0 to 1 bit; may be estimated low where they exaggerate"],
  ],
  source:
    "S. ten Brink, Convergence behavior of iteratively decoded parallel concatenated codes, IEEE Trans. Commun. 49 (2001); J. Hagenauer, The EXIT chart, EUSIPCO 2004. Of one codeword, so the stairs wobble from one to the next.",
  changes: [
    "A higher Eb/N0: larger steps, and the corner is reached in fewer of them.",
    "A lower Eb/N0: the tunnel closes, and the stairs end in its middle.",
    "A longer codeword: smoother stairs, since there are more bits to average over.",
    "Max-log without a scale: LLRs exaggerate, so the estimate of what they tell falls.",
  ],
};

export const CODEWORD_LESSON: Lesson = {
  equation: String.raw`L(b_k) = L_c(k) + L_{e,1}(k) + L_{e,2}(k), \qquad \hat b_k = [L(b_k) > 0]`,
  where: [
    ["L_c(k)", "what the channel says of the bit itself: iteration 0"],
    ["L_{e,1}, L_{e,2}", "what each decoder concludes from the parity bits and the other bits"],
    [String.raw`(2b_k-1)\,L(b_k)`, "what is drawn: above the line the decision is right"],
  ],
  source: `C. Berrou, A. Glavieux and P. Thitimajshima, Near Shannon limit error-correcting coding and decoding: Turbo-codes, ICC 1993; ${WU}.`,
  changes: [
    "Another codeword: other bits and noise; some give up early, some need all iterations.",
    "A higher Eb/N0: fewer crosses at the start, and a faster rise.",
    "More windows: bits near a window's edges rise later than those in its middle.",
    "Log-MAP: LLRs are what they claim to be; max-log's exaggerate and are scaled.",
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
    ["L_a", "what the other decoder told of the bit"],
    ["p(s,b)", "parity bit of the branch that leaves state s with bit b"],
    [String.raw`\max^{\ast}`, "log-MAP; max-log leaves out the logarithm"],
  ],
  source: `L. R. Bahl, J. Cocke, F. Jelinek and J. Raviv, Optimal decoding of linear codes, IEEE Trans. Inf. Theory 20 (1974); trellis of ${STANDARD}, g0 = 13, g1 = 15 (octal).`,
  changes: [
    "A later iteration: the a-priori LLRs grow, and with them the difference between good and bad branches.",
    "The first stages: the encoder starts in state 000, so α rules all others out.",
    "A window's edge: α and β begin there with what the neighbour had one iteration before; in the first, with nothing.",
    "A higher Eb/N0: larger γ, and one way stands out.",
  ],
};

export const THROUGHPUT_LESSON: Lesson = {
  equation: String.raw`\mathrm{throughput} = \frac{N K}{t}, \qquad W = \frac{K}{P}`,
  where: [
    ["N", "codewords decoded at a time"],
    ["t", "time of the decoder's kernel, median of several runs"],
    ["P, W", "windows of a codeword, and their stages: a window is walked through stage by stage"],
  ],
  source: `${WU}, table 5.3: one Tesla C1060, kernel only.`,
  changes: [
    "More windows: more work goes on at a time, until the GPU is full.",
    "More iterations: the time grows in proportion, and the throughput falls.",
    "Log-MAP: a logarithm more at every branch.",
    "An early stop: codewords that are right end early, at high Eb/N0 most of them.",
  ],
};
