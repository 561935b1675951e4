import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const PROAKIS = "J. Proakis and M. Salehi, Digital Communications, 5th edition, chapters 9 and 10";
const HAYKIN = "S. Haykin, Adaptive Filter Theory, 5th edition";

const BER: Lesson = {
  equation: [
    String.raw`y_k = \sum_l h_l\,a_{k-l} + n_k, \qquad z_k = w^H u_k + b^H \hat a`,
    String.raw`P_b \le \sum_{\varepsilon} w(\varepsilon)\,2^{1-w(\varepsilon)}\,Q\Bigl(\sqrt{\gamma\,|h * \varepsilon|^2}\Bigr)`,
  ],
  where: [
    ["a, y, z", "sent symbols, received samples and estimates"],
    ["w, b", "taps on received samples, and on past decisions"],
    [String.raw`\varepsilon`, "an error event: a sequence of wrong symbols, with w wrong bits"],
    [String.raw`\gamma`, "symbol energy per noise variance of a sample"],
  ],
  source: `${PROAKIS}. The curve of one symbol alone is exact for BPSK and QPSK, and a union bound else.`,
  changes: [
    "A null in the band: linear equalizers amplify its noise, so their curves flatten. Feedback and MLSE do not.",
    "Fewer errors before: decision feedback has bursts of errors, because a wrong decision is fed back. The genie shows the difference.",
    "A smaller step: LMS ends nearer to MMSE, if the training is long enough.",
    "A shorter training: adaptive equalizers go over to decisions before they have converged.",
  ],
};
export const BER_LESSON = withIntervals(BER, "packet");

export const LEARNING_LESSON: Lesson = {
  equation: [
    String.raw`\text{LMS:}\quad w \leftarrow w + \mu\,u\,e^*, \qquad e = d - z`,
    String.raw`\text{RLS:}\quad k = \frac{P u}{\lambda + u^H P u}, \quad w \leftarrow w + k\,e^*, \quad P \leftarrow \frac{P - k\,(P u)^H}{\lambda}`,
    String.raw`\text{CMA:}\quad e = z\,(R - |z|^2), \qquad M = \frac{\mu}{J}\Bigl(\frac{c_0}{2} - \sum_{\tau \ge 1} c_\tau\Bigr)`,
  ],
  where: [
    ["d", "the known symbol in the training, the decision after it"],
    [String.raw`\mu, \lambda`, "step size and forgetting factor"],
    ["J", "mean squared error of the best taps"],
    ["M", "misadjustment: excess error of LMS relative to J, to first order in the step"],
    [
      String.raw`c_\tau`,
      "correlation of the gradient noise over τ symbols; the textbook leaves it out and has μ·tr(R)/2",
    ],
  ],
  source: `${HAYKIN}, chapters 6 and 10; J by ${PROAKIS}.`,
  changes: [
    "A larger step: LMS learns faster and ends with more error. Beyond a limit it diverges.",
    "A channel with a null: eigenvalues spread, and LMS needs longer. RLS does not.",
    "Less forgetting (λ nearer to 1): RLS ends lower, and follows a turning channel less.",
    "Wrong decisions after the training: the curve rises where decisions take over.",
  ],
};

export const CONSTELLATIONS_LESSON: Lesson = {
  equation: String.raw`z_k = w^H u_k + b^H\,[\hat a_{k-1} \dots \hat a_{k-N_b}], \qquad u_k = [y_{k+\delta} \dots y_{k+\delta-N+1}]`,
  where: [
    ["z", "estimate of a symbol; MMSE’s is divided by 1 − J, so that it has no bias"],
    ["N, N_b", "numbers of taps on samples and on past decisions"],
    [String.raw`\delta`, "delay: how many later samples a decision waits for"],
  ],
  source: PROAKIS,
  changes: [
    "More Eb/N0: the noise shrinks, but the interference stays. A linear equalizer with few taps keeps a cloud.",
    "Decision feedback: clouds are tight until a wrong decision.",
    "CMA: it finds the ring first. The figure turns it upright, as the error count does.",
    "MLSE: it has decisions only, so all points are symbols.",
  ],
};

export const RESPONSES_LESSON: Lesson = {
  equation: String.raw`H(f) = \sum_l h_l\,e^{-j2\pi f l}, \qquad C(f) = \sum_n w_n^*\,e^{-j2\pi f n}, \qquad s = w^* * h`,
  where: [
    ["H, C", "responses of the channel and of the equalizer’s taps"],
    ["s", "what a symbol passes through; the feedback of right decisions is subtracted"],
    ["f", "frequency in cycles per symbol"],
  ],
  source: PROAKIS,
  changes: [
    "A null: zero forcing rises without limit, MMSE only as far as the noise allows.",
    "Decision feedback: the forward taps need not fill the null. Feedback removes what follows the symbol.",
    "More taps: the product gets flatter.",
    "Two samples per symbol: the response reaches to one cycle per symbol, and the product folds.",
  ],
};

export const TAPS_LESSON: Lesson = {
  equation: [
    String.raw`w = \Bigl(H H^H + \tfrac{1}{\gamma} I\Bigr)^{-1} h_\delta, \qquad J = 1 - w^H h_\delta`,
    String.raw`b_j = -h_{\delta+j}^H\,w`,
  ],
  where: [
    ["H", "matrix of the channel: its columns are what each symbol adds to u"],
    [String.raw`h_\delta`, "the column of the decided symbol"],
    [String.raw`\gamma`, "symbol energy per noise variance of a sample"],
    ["b", "taps on past decisions: they remove what these still add"],
  ],
  source: `${PROAKIS}. Adaptive equalizers end near these taps.`,
  changes: [
    "A null: the taps decay slowly, so more of them are needed.",
    "Less noise: MMSE approaches zero forcing.",
    "Another delay: the largest tap moves, and the error changes.",
    "A larger step: the taps of LMS scatter more around the best ones.",
  ],
};

export const ZEROS_LESSON: Lesson = {
  equation: String.raw`H(z) = \sum_{l=0}^{L} h_l\,z^{-l} = h_0 \prod_{l=1}^{L} \bigl(1 - \zeta_l\,z^{-1}\bigr)`,
  where: [
    [String.raw`\zeta`, "the zeros of the channel"],
    ["L", "memory: number of taps minus one"],
  ],
  source: PROAKIS,
  changes: [
    "A zero on the circle: a null at its angle. The inverse has endless gain there.",
    "A zero inside: its inverse decays after the symbol. Outside: it decays before, so the equalizer waits δ samples.",
    "A random channel: each packet has its own zeros.",
  ],
};
