import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const WU =
  "M. Wu, On the Application of Graphics Processor to Wireless Receiver Design, Rice University 2010, chapters 3 and 4";
const MODEL = String.raw`\mathbf y = \mathbf H\mathbf s + \mathbf w, \qquad \mathrm{SNR} = \frac{M E_s}{N_0}`;
const MODEL_WHERE: Lesson["where"] = [
  [String.raw`\mathbf H`, "channel matrix, of Rayleigh fading: new at every channel use"],
  [String.raw`\mathbf s`, "a Gray-mapped QAM symbol for each of M streams, of energy Es = 1"],
  [String.raw`\mathbf w`, "complex noise, of variance N0 at each receive antenna"],
];
const INTERVALS = "Intervals: Clopper and Pearson 1934, 95 %";
const CODE = "IEEE 802.16e, 8.4.9.2.5 (LDPC code)";

const BER: Lesson = {
  equation: [
    MODEL,
    String.raw`\mathrm{BER} = \frac{1}{NK}\sum_{n=1}^{N}\sum_{k=0}^{K-1}\bigl[\hat b_{n,k} \ne b_{n,k}\bigr]`,
  ],
  where: [...MODEL_WHERE, ["N", "frames at this SNR"], ["K", "information bits of a frame"]],
  source: `${WU}; ${CODE}.`,
  changes: [
    "More streams at the same SNR: more power in all, since each has the same; more for the detectors to take apart.",
    "A larger constellation: more bits a use, and points nearer to each other; the curves move to the right.",
    "More correlation: streams look alike to the receiver, and linear detectors suffer first.",
    "Without a code: no cliff, only the slope of fading.",
  ],
};
export const BER_LESSON = withIntervals(BER, "frame");

export const FER_LESSON: Lesson = {
  equation: String.raw`\mathrm{FER} = \frac{1}{N}\sum_{n=1}^{N}\bigl[\hat{\mathbf b}_n \ne \mathbf b_n\bigr], \qquad \mathrm{BER} \le \mathrm{FER} \le K\,\mathrm{BER}`,
  where: [
    ["N", "frames at this SNR"],
    [String.raw`\hat{\mathbf b}_n \ne \mathbf b_n`, "one wrong bit is enough: the frame is lost"],
    ["K", "information bits of a frame"],
  ],
  source: `${CODE}. ${INTERVALS}; frames fail independently, so these are exact.`,
  changes: [
    "A longer code: a steeper cliff, since it averages over more channels and more noise.",
    "More iterations: some frames that were given up are saved.",
    "Better LLRs: the cliff moves to the left, though the code is the same.",
    "More frames: shorter bars, by the square root of their number.",
  ],
};

const UNCODED: Lesson = {
  equation: [MODEL, String.raw`\mathrm{BER} \propto \mathrm{SNR}^{-d}`],
  where: [
    ...MODEL_WHERE,
    ["d", "diversity: 1 for linear detectors (N − M + 1 with M = N), N for the exhaustive search"],
  ],
  source: `D. Tse and P. Viswanath, Fundamentals of Wireless Communication, 2005, chapter 8. Dashed: AFF3CT, error_rate_references@021a9e0, for one antenna in white noise.`,
  changes: [
    "No channel: nothing fades, and the curves fall ever more steeply.",
    "A better detector: a steeper slope, not only a shift.",
    "More correlation: a shift to the right; the slopes stay.",
    "A larger K: K-best leaves the exhaustive search later.",
  ],
};
export const UNCODED_LESSON = withIntervals(UNCODED, "frame");

export const LLR_LESSON: Lesson = {
  equation: String.raw`L(b) = \ln\frac{p(b=1)}{p(b=0)} \approx \frac{1}{N_0}\Bigl(\min_{\mathbf s:\,b=0}\lVert\mathbf y-\mathbf H\mathbf s\rVert^2 - \min_{\mathbf s:\,b=1}\lVert\mathbf y-\mathbf H\mathbf s\rVert^2\Bigr)`,
  where: [
    ["L(b)", "what the detector tells the decoder of a bit; its sign is the guess, its size the trust"],
    [
      String.raw`\min_{\mathbf s:\,b=0}`,
      "over the vectors that the detector visits; a detector that visits none with this bit has to clip",
    ],
  ],
  source: `${WU}; soft MMSE: each stream by itself, without bias, with the variance that is left.`,
  changes: [
    "A higher SNR: both heaps move out, and less is left on the wrong side.",
    "A smaller K, or one pass: more bits miss a hypothesis, and the walls at the clipping limit grow.",
    "A larger clipping limit: the walls move out, and their wrong bits weigh more.",
    "ZF instead of MMSE: bad channels give small LLRs, good ones large: a narrow peak with long tails.",
  ],
};

export const TRELLIS_LESSON: Lesson = {
  equation: [
    String.raw`\mathbf H = \mathbf Q\mathbf R, \quad \mathbf z = \mathbf Q^{\mathsf H}\mathbf y, \qquad d(\mathbf s) = \sum_{k}\Bigl|z_k - \sum_{i\ge k} r_{ki}s_i\Bigr|^2`,
    String.raw`d_k(s) = \min_{s'}\Bigl(d_{k+1}(s') + \bigl|\delta_k(s') - r_{kk}s\bigr|^2\Bigr)`,
    String.raw`L(b) = \frac{1}{N_0}\Bigl(\min_{s:\,b=0} d_t(s) - \min_{s:\,b=1} d_t(s)\Bigr)`,
  ],
  where: [
    ["k", "stage: a column of the trellis, one a stream; R is triangular, so the last stream comes first"],
    ["s", "vertex: one of Q symbols of a stage"],
    [String.raw`d_k(s)`, "distance of the best path into a vertex: edge reduction keeps one of Q edges"],
    [String.raw`\delta_k(s')`, "what is left of z when the symbols on the way so far are taken out"],
    ["t", "the list's stage: its Q paths are extended to the end by the nearest symbol of each stage"],
  ],
  source: `${WU}: lists share the reductions and the partial sums.`,
  changes: [
    "A higher SNR: distances grow, the sent path's does not, and it stands alone.",
    "More antennas: more stages, and more places at which a reduction can lose what was sent.",
    "A larger constellation: more edges, by the square of its points.",
    "Two antennas: a list's only choice is the best there is, and MTT is the exhaustive search.",
  ],
};

export const CONVERGENCE_LESSON: Lesson = {
  equation: [
    String.raw`L_{i\to j} = 2\tanh^{-1}\prod_{j'\ne j}\tanh\tfrac{1}{2}L_{j'\to i}`,
    String.raw`L_j = L_j^{\mathrm{detector}} + \sum_i L_{i\to j}`,
  ],
  where: [
    [
      String.raw`L_{i\to j}`,
      "what check i says of bit j, from all its other bits; min-sum takes the least magnitude instead",
    ],
    ["L_j", "what is believed of bit j: layer by layer, what one check has said the next one hears"],
  ],
  source: `R. G. Gallager, Low-density parity-check codes, 1963; layered as in D. Hocevar, SiPS 2004; ${CODE}.`,
  changes: [
    "A higher SNR: fewer iterations to the cliff's foot.",
    "Min-sum: cheaper checks, LLRs a little exaggerated, a few more iterations.",
    "A shorter code: the curve flattens out, since short cycles let bits hear themselves.",
    "A worse detector: the same code needs more iterations, or never comes through.",
  ],
};

export const COMPLEXITY_LESSON: Lesson = {
  equation: [
    String.raw`\Delta = \gamma(\mathrm{BER}^\ast) - \min_{\text{detectors}}\gamma(\mathrm{BER}^\ast)`,
    String.raw`\text{paths: } Q^M \text{ exhaustive},\quad Q + (M-1)Q^2 + \tfrac{M(M-1)}{2}Q \text{ MTT},\quad Q + (M-1)KQ \text{ K-best}`,
  ],
  where: [
    [String.raw`\gamma(\mathrm{BER}^\ast)`, "SNR in dB at which a detector reaches the target"],
    ["Q, M, K", "points of the constellation, streams, paths that K-best keeps (K at most Q)"],
    ["operations", "real additions, multiplications and comparisons, the QR decomposition among them"],
  ],
  source: `${WU}; losses are measured here.`,
  changes: [
    "Another target: losses of linear detectors grow as it falls, since their slope is flatter.",
    "More antennas: the exhaustive search grows as a power, MTT as a square.",
    "A larger K: K-best moves to the right, and down.",
    "A sweep with finer steps: less is left to the interpolation.",
  ],
};

export const THROUGHPUT_LESSON: Lesson = {
  equation: String.raw`\mathrm{throughput} = \frac{N M \log_2 Q}{t}`,
  where: [
    ["N", "channel uses detected at a time"],
    ["t", "time of the detector's kernels, median of several runs"],
    [String.raw`M\log_2 Q`, "bits of a use"],
  ],
  source: `${WU}: one Tesla C1060, kernel only, 8 × 16384 uses at 2 × 2, 8 × 8192 at 4 × 4.`,
  changes: [
    "A larger constellation: two more bits a symbol, but four times the vertices and sixteen times the edges.",
    "More antennas: more bits a use, and more stages.",
    "A smaller K: less for K-best to do.",
    "Another GPU: what counts is arithmetic, since channels and LLRs are read and written once.",
  ],
};

export const RECEIVED_LESSON: Lesson = {
  equation: [
    MODEL,
    String.raw`\hat{\mathbf s} = \mathbf D\,\bigl(\mathbf H^{\mathsf H}\mathbf H + N_0\mathbf I\bigr)^{-1}\mathbf H^{\mathsf H}\mathbf y`,
  ],
  where: [...MODEL_WHERE, [String.raw`\mathbf D`, "diagonal: takes away the bias that MMSE leaves on each stream"]],
  source: `${WU}, chapter 3. EVM to the nearest ideal point, so it flatters where points have come nearer to a wrong one.`,
  changes: [
    "A higher SNR: the clouds of the streams tighten; what the antennas receive looks no better.",
    "No channel: each antenna hears its own stream.",
    "More correlation: streams are harder to tell apart, and the clouds widen.",
    "One antenna: no other stream disturbs; fading alone remains.",
  ],
};
