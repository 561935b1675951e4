import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const WU =
  "M. Wu, On the Application of Graphics Processor to Wireless Receiver Design, Rice University 2010, chapters 3 and 4";
const MODEL = String.raw`\mathbf y = \mathbf H\mathbf s + \mathbf w, \qquad \mathrm{SNR} = \frac{M E_s}{N_0}`;
const MODEL_WHERE: Lesson["where"] = [
  [
    String.raw`\mathbf H`,
    "channel matrix with Rayleigh fading, new in every channel use, or in every frame with block fading",
  ],
  [String.raw`\mathbf s`, "a Gray-mapped QAM symbol of energy Es = 1 for each of M streams"],
  [String.raw`\mathbf w`, "complex noise of variance N0 at each receive antenna"],
];
const INTERVALS = "Intervals: Clopper and Pearson 1934, 95 %";
const CODE = "IEEE 802.16e, 8.4.9.2.5 (LDPC code)";

const BER: Lesson = {
  equation: [
    MODEL,
    String.raw`\mathrm{BER} = \frac{1}{NK}\sum_{n=1}^{N}\sum_{k=0}^{K-1}\bigl[\hat b_{n,k} \ne b_{n,k}\bigr]`,
  ],
  where: [...MODEL_WHERE, ["N", "frames at this SNR"], ["K", "information bits per frame"]],
  source: `${WU}; ${CODE}.`,
  changes: [
    "More streams at the same SNR: the Es/N0 of each stream falls as 1/M, and the detector must separate more streams.",
    "A larger constellation: more bits per channel use, and points closer together. The curves move to the right.",
    "More correlation: the receiver cannot separate the streams well. Linear detectors suffer first.",
    "Without a code: no waterfall, only the slope of fading.",
  ],
};
export const BER_LESSON = withIntervals(BER, "frame");

export const FER_LESSON: Lesson = {
  equation: String.raw`\mathrm{FER} = \frac{1}{N}\sum_{n=1}^{N}\bigl[\hat{\mathbf b}_n \ne \mathbf b_n\bigr], \qquad \mathrm{BER} \le \mathrm{FER} \le K\,\mathrm{BER}`,
  where: [
    ["N", "frames at this SNR"],
    [String.raw`\hat{\mathbf b}_n \ne \mathbf b_n`, "1 if the frame has at least one wrong bit, else 0"],
    ["K", "information bits per frame"],
  ],
  source: `${CODE}. ${INTERVALS}. Frames fail independently, so at least 95 % of such intervals contain the true rate. Codewords of several streams share their frame’s channels and fail together. Then the whole frame counts as one independent unit.`,
  changes: [
    "A longer code: a steeper waterfall, because it averages over more channels and more noise.",
    "More iterations: the decoder corrects some more frames.",
    "Better LLRs: the waterfall moves to the left with the same code.",
    "More frames: shorter bars, in proportion to 1 over the square root of their number.",
  ],
};

const UNCODED: Lesson = {
  equation: [MODEL, String.raw`\mathrm{BER} \propto \mathrm{SNR}^{-d}`],
  where: [
    ...MODEL_WHERE,
    ["d", "diversity order: 1 for linear detectors (N − M + 1 with M = N), N for the exhaustive search"],
  ],
  source: `D. Tse and P. Viswanath, Fundamentals of Wireless Communication, 2005, chapter 8. Dashed: AFF3CT, error_rate_references@021a9e0, for one antenna in white noise.`,
  changes: [
    "No channel: without fading the curves get steeper and steeper.",
    "Exhaustive search in place of a linear detector: a steeper slope.",
    "More correlation: a shift to the right; the slopes at high SNR stay.",
    "A larger K: K-best stays close to the exhaustive search up to a higher SNR.",
  ],
};
export const UNCODED_LESSON = withIntervals(UNCODED, "frame");

export const LLR_LESSON: Lesson = {
  equation: String.raw`L(b) = \ln\frac{p(b=1)}{p(b=0)} \approx \frac{1}{N_0}\Bigl(\min_{\mathbf s:\,b=0}\lVert\mathbf y-\mathbf H\mathbf s\rVert^2 - \min_{\mathbf s:\,b=1}\lVert\mathbf y-\mathbf H\mathbf s\rVert^2\Bigr)`,
  where: [
    ["L(b)", "LLR of a bit, the decoder’s input; its sign is the decision, its magnitude the reliability"],
    [
      String.raw`\min_{\mathbf s:\,b=0}`,
      "minimum over the vectors that the detector visits; if none of them has this bit, the detector clips the LLR",
    ],
  ],
  source: `${WU}; soft MMSE treats each stream separately, removes its bias and uses the remaining variance.`,
  changes: [
    "A higher SNR: both distributions move away from 0, and fewer bits are on the wrong side.",
    "A smaller K, or one pass: more bits lack a hypothesis, and the bars at the clipping limit grow.",
    "A larger clipping limit: the bars move outwards, and their wrong bits have more weight.",
    "ZF in place of MMSE: bad channels give small LLRs, good ones large ones. The distribution has a narrow peak and long tails.",
  ],
};

export const CALIBRATION_LESSON: Lesson = {
  equation: [
    String.raw`P(\hat b \ne b \mid L) = \frac{1}{1 + e^{|L|}}`,
    String.raw`I(a) = 1 - \frac{1}{n}\sum_{i=1}^{n}\log_2\bigl(1 + e^{-a\,x_i L_i}\bigr), \qquad x_i = \begin{cases}+1 & b_i = 1\\ -1 & b_i = 0\end{cases}`,
  ],
  where: [
    [String.raw`P(\hat b \ne b \mid L)`, "error probability that a calibrated LLR promises"],
    [
      "I(a)",
      "information in bits per coded bit for a decoder that takes a·L as the LLR; its maximum is at a = 1 for calibrated LLRs",
    ],
    ["n", "coded bits in the figure"],
  ],
  source:
    "Information: J. Hagenauer, The EXIT chart, EUSIPCO 2004; best factor: A. Martinez, A. Guillén i Fàbregas, G. Caire and F. Willems, IEEE Transactions on Information Theory 55 (2009). Intervals: channel uses are independent.",
  changes: [
    "A higher SNR: fewer bits have small LLRs, so the points move to the lower left.",
    "A smaller K, or one pass: more bits get the clipping limit, and their point moves up.",
    "A lower clipping limit: the point at the limit moves to the right, towards the line.",
    "Min-sum: it ignores a common factor on all LLRs. Sum-product does not.",
  ],
};

export const TRELLIS_LESSON: Lesson = {
  equation: [
    String.raw`\mathbf H = \mathbf Q\mathbf R, \quad \mathbf z = \mathbf Q^{\mathsf H}\mathbf y, \qquad d(\mathbf s) = \sum_{k}\Bigl|z_k - \sum_{i\ge k} r_{ki}s_i\Bigr|^2`,
    String.raw`d_k(s) = \min_{s'}\Bigl(d_{k+1}(s') + \bigl|\delta_k(s') - r_{kk}s\bigr|^2\Bigr)`,
    String.raw`L(b) = \frac{1}{N_0}\Bigl(\min_{s:\,b=0} d_t(s) - \min_{s:\,b=1} d_t(s)\Bigr)`,
  ],
  where: [
    ["k", "stage: a column of the trellis, one per stream; R is triangular, so the last stream comes first"],
    ["s", "vertex: one of the Q symbols of a stage"],
    [String.raw`d_k(s)`, "distance of the best path into a vertex; edge reduction keeps one of Q edges"],
    [String.raw`\delta_k(s')`, "remainder of z after subtracting the symbols on the path so far"],
    ["t", "stage of a list; MTT extends its Q paths to the end by the nearest symbol of each stage"],
  ],
  source: `${WU}: lists share the reductions and the partial sums.`,
  changes: [
    "A higher SNR: all distances grow except the distance of the transmitted path.",
    "More antennas: more stages, so more reductions that can lose the transmitted path.",
    "A larger constellation: more edges, in proportion to the square of its points.",
    "Two antennas: a list’s only choice is optimal, and MTT equals the exhaustive search.",
  ],
};

export const CONVERGENCE_LESSON: Lesson = {
  equation: [
    String.raw`L_{i\to j} = -2\tanh^{-1}\prod_{j'\ne j}\bigl(-\tanh\tfrac{1}{2}L_{j'\to i}\bigr), \qquad L_{j'\to i} = L_{j'} - L_{i\to j'}`,
    String.raw`L_j = L_j^{\mathrm{detector}} + \sum_i L_{i\to j}`,
  ],
  where: [
    [
      String.raw`L_{i\to j}`,
      "message of check i to bit j, from the check’s other bits; min-sum uses the smallest magnitude in place of the product",
    ],
    [
      "L_j",
      "LLR of bit j = ln p(1)/p(0); in a layered decoder each layer of checks uses the messages of the layers before",
    ],
  ],
  source: `R. G. Gallager, Low-density parity-check codes, 1963; layered as in D. Hocevar, SiPS 2004; ${CODE}.`,
  changes: [
    "A higher SNR: fewer iterations until all bits are correct.",
    "Min-sum: fewer operations per check, slightly too large LLRs, a few more iterations.",
    "A shorter code: the curve flattens, because short cycles return the message of a bit to the same bit.",
    "A worse detector: the same code needs more iterations, or never converges.",
  ],
};

export const COMPLEXITY_LESSON: Lesson = {
  equation: [
    String.raw`\Delta = \gamma(\mathrm{BER}^\ast) - \min_{\text{detectors}}\gamma(\mathrm{BER}^\ast)`,
    String.raw`\text{paths: } Q^M \text{ exhaustive},\quad Q + (M-1)Q^2 + \tfrac{M(M-1)}{2}Q \text{ MTT},\quad Q + (M-1)KQ \text{ K-best}`,
  ],
  where: [
    [String.raw`\gamma(\mathrm{BER}^\ast)`, "SNR in dB at which a detector reaches the target"],
    ["Q, M, K", "constellation points, streams, paths that K-best keeps (K at most Q)"],
    ["operations", "real additions, multiplications and comparisons, QR decomposition included"],
  ],
  source: `${WU}; Threeray measures the losses.`,
  changes: [
    "A lower target: the losses of linear detectors grow, because their slope is flatter.",
    "More antennas: the exhaustive search grows exponentially with their number; MTT’s edges grow at most quadratically.",
    "A larger K: K-best moves to the right and down.",
    "A sweep with finer steps: a smaller error of interpolation.",
  ],
};

export const THROUGHPUT_LESSON: Lesson = {
  equation: String.raw`\mathrm{throughput} = \frac{N M \log_2 Q}{t}`,
  where: [
    ["N", "channel uses per batch"],
    ["t", "time of the detector’s kernels, median of several runs"],
    [String.raw`M\log_2 Q`, "bits per channel use"],
  ],
  source: `${WU}: one Tesla C1060, kernel only, 8 × 16384 uses at 2 × 2, 8 × 8192 at 4 × 4.`,
  changes: [
    "The next larger constellation: two more bits per symbol, but four times the vertices and sixteen times the edges.",
    "More antennas: more bits per channel use, and more stages.",
    "A smaller K: less work for K-best.",
    "Another GPU: its arithmetic speed matters most, because kernels read channels and write LLRs only once.",
  ],
};

export const RECEIVED_LESSON: Lesson = {
  equation: [
    MODEL,
    String.raw`\hat{\mathbf s} = \mathbf D\,\bigl(\mathbf H^{\mathsf H}\mathbf H + N_0\mathbf I\bigr)^{-1}\mathbf H^{\mathsf H}\mathbf y`,
  ],
  where: [...MODEL_WHERE, [String.raw`\mathbf D`, "diagonal matrix that removes MMSE’s bias on each stream"]],
  source: `${WU}, chapter 3. EVM is measured to the nearest ideal point, so it is too low where symbols are wrong.`,
  changes: [
    "A higher SNR: the clouds of the streams get smaller; the received points look the same.",
    "No channel: each antenna receives one stream only.",
    "More correlation: the streams are harder to separate, and the clouds get larger.",
    "One antenna: no interference from other streams, only fading.",
  ],
};

export const EXIT_LESSON: Lesson = {
  equation: [
    String.raw`I(\mathbf L; \mathbf b) = 1 - \frac{1}{n}\sum_{i=1}^{n}\log_2\bigl(1 + e^{-x_i L_i}\bigr)`,
    String.raw`I_{\text{out}}^{\text{detector}} = T_1\bigl(I_{\text{in}}, \mathrm{SNR}\bigr), \qquad I_{\text{out}}^{\text{decoder}} = T_2\bigl(I_{\text{in}}\bigr)`,
  ],
  where: [
    [String.raw`x_i`, "+1 for a bit sent as 1, −1 for a bit sent as 0"],
    [
      String.raw`T_1`,
      "transfer curve of the detector, measured with Gaussian priors at this SNR; priors of I = 1 remove all interference",
    ],
    [String.raw`T_2`, "transfer curve of the decoder, measured with Gaussian LLRs; it does not depend on the SNR"],
  ],
  source:
    "S. ten Brink, Convergence behavior of iteratively decoded parallel concatenated codes, IEEE Transactions on Communications 49 (2001); J. Hagenauer, The EXIT chart, EUSIPCO 2004.",
  changes: [
    "A higher SNR: the detector’s curve moves up, and the tunnel between the curves opens.",
    "More receive antennas: the detector’s curve gets flatter, because priors help less.",
    "A posteriori feedback: the decoder’s curve moves to the right, and the stairs leave the Gaussian curve.",
    "A lower code rate: the decoder’s curve moves down.",
  ],
};

export const FRAME_LESSON: Lesson = {
  equation: [
    String.raw`L_{\text{detector}}(b) = \ln\frac{p(b=1 \mid \mathbf y, \mathbf L_{\text{prior}})}{p(b=0 \mid \mathbf y, \mathbf L_{\text{prior}})} - L_{\text{prior}}(b)`,
    String.raw`L_{\text{prior}}(b) = L_{\text{posterior}}(b) \quad\text{or}\quad L_{\text{posterior}}(b) - L_{\text{detector}}(b)`,
  ],
  where: [
    [String.raw`L_{\text{detector}}`, "extrinsic LLR of the detector, the decoder’s input"],
    [String.raw`L_{\text{posterior}}`, "LLR of the decoder after its last iteration"],
    [String.raw`L_{\text{prior}}`, "what the decoder feeds back: a posteriori or extrinsic"],
  ],
  source: `C. Studer, S. Fateh and D. Seethaler, ASIC implementation of soft-input soft-output MIMO detection using MMSE parallel interference cancellation, IEEE Journal of Solid-State Circuits 46 (2011); ${CODE}.`,
  changes: [
    "Another frame: another channel, and perhaps other passes until all bits are correct.",
    "A lower SNR: below the threshold the number of wrong bits hardly falls.",
    "Messages reset: the decoder starts each pass without its earlier messages.",
    "More decoder iterations per pass: fewer outer iterations are needed.",
  ],
};
