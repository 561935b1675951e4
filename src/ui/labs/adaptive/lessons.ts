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

export const EYES_LESSON: Lesson = {
  equation: [
    String.raw`y(t) = \sum_k a_k\,h(t - kT) + n(t), \qquad h(kT) = \delta_k \iff \sum_m H\bigl(f - \tfrac{m}{T}\bigr) = T`,
    String.raw`\text{opening} = 1 - \frac{|z - a|_{95\,\%}}{d_{\min}/2}`,
  ],
  where: [
    ["h(t)", "pulse after channel and filters; Nyquist’s criterion says when it has no interference"],
    [String.raw`d_{\min}`, "least distance of two symbols"],
    [String.raw`|z - a|_{95\,\%}`, "distance from the sent point that 95 % of the decisions keep"],
  ],
  source: `${PROAKIS}, sections 9.2 and 9.3`,
  changes: [
    "A larger roll-off: traces between decisions vary less, so a late clock costs less. The band is wider.",
    "A late clock: each symbol gets parts of its neighbours.",
    "A ray later than the first: the eye closes even without noise.",
    "An equalizer: the eye opens at the decision; between decisions it need not.",
  ],
};

export const BURSTS_LESSON: Lesson = {
  equation: String.raw`z_k = w^H u_k + \sum_{j=1}^{N_b} b_j^*\,\hat a_{k-j}, \qquad \hat a_{k-j} \ne a_{k-j} \;\Rightarrow\; \text{interference } b_j^*(\hat a_{k-j} - a_{k-j})`,
  where: [
    [String.raw`\hat a`, "past decisions; the genie has the sent symbols"],
    ["N_b", "taps on past decisions: after as many right ones the error is forgotten"],
  ],
  source: PROAKIS,
  changes: [
    "A channel with strong late taps: feedback taps are large, and bursts longer.",
    "More Eb/N0: fewer bursts. Their length stays about the same.",
    "MLSE: no feedback, but its errors come in events of a few symbols, too.",
  ],
};

export const BOWL_LESSON: Lesson = {
  equation: [
    String.raw`J(w) = J_{\min} + (w - w_o)^H R\,(w - w_o), \qquad E\,w_k - w_o = (I - \mu R)^k\,(w_0 - w_o)`,
    String.raw`J_{\text{CMA}}(w) = E\bigl(|z|^2 - 1\bigr)^2`,
  ],
  where: [
    ["R", "correlation matrix of the inputs: its eigenvectors are the bowl’s axes"],
    [String.raw`\lambda`, "eigenvalues: the mean of LMS nears the bottom as (1 − μλ)^k along each axis"],
    ["w_o", "best taps"],
  ],
  source: `${HAYKIN}, chapters 5 and 6; D. Godard, IEEE Trans. Commun. 28 (1980).`,
  changes: [
    "A channel with a deeper null: the bowl gets longer, and LMS slower along it.",
    "A larger step: the path gets noisier.",
    "Another start of CMA: it may end in the mirrored minimum, or in a local one.",
  ],
};

export const TRELLIS_LESSON: Lesson = {
  equation: String.raw`\hat a = \arg\min_a \sum_k \Bigl|y_k - \sum_l h_l\,a_{k-l}\Bigr|^2, \qquad \text{states: } M^L`,
  where: [
    ["M, L", "points of the constellation, and memory of the channel"],
    ["survivor", "the best path into a state; no other path into it can win later"],
  ],
  source: `${PROAKIS}, section 9.3; G. Forney, IEEE Trans. Inf. Theory 18 (1972).`,
  changes: [
    "A longer channel: M times as many states per tap.",
    "Less noise: survivors merge sooner, so a shorter traceback suffices.",
    "An error event: the decided path leaves the sent one for a few symbols.",
  ],
};

export const CARRIERS_LESSON: Lesson = {
  equation: String.raw`\gamma_k = \gamma\,E_k\,|H_k|^2, \qquad \text{cost of two more bits: } \frac{3\cdot 2^b}{|H_k|^2}, \qquad E_k \propto \frac{2^{b_k} - 1}{|H_k|^2}`,
  where: [
    ["H_k", "channel at carrier k"],
    ["b_k, E_k", "bits and energy of a carrier; the mean energy is 1"],
  ],
  source: `${PROAKIS}, section 11.2; D. Hughes-Hartogs, US patent 4,679,227 (1987).`,
  changes: [
    "A deeper null: plain OFDM loses these carriers’ bits. Loading uses other carriers.",
    "More taps: the SNR varies faster from carrier to carrier.",
    "A longer block: more carriers, each nearly flat.",
  ],
};

export const MISADJUSTMENT_LESSON: Lesson = {
  equation: [
    String.raw`M = \frac{J(\infty)}{J} - 1 \approx \frac{\mu}{2}\,\mathrm{tr}\,R \quad\text{(independent inputs)}`,
    String.raw`M \approx \frac{\mu}{J}\Bigl(\frac{c_0}{2} - \sum_{\tau \ge 1} c_\tau\Bigr), \qquad c_\tau = E\,f_n^H f_{n-\tau}, \quad f = u\,e^*`,
  ],
  where: [
    ["J", "mean squared error of the best taps"],
    [String.raw`c_\tau`, "correlation of the gradient’s noise: the error of the best equalizer is correlated in time"],
  ],
  source: `${HAYKIN}, section 6.4, without independence.`,
  changes: [
    "Twice the step: twice the misadjustment, while it is small.",
    "More taps: tr(R) grows, and the misadjustment with it.",
    "Near the limit of stability: it grows without bound, and packets diverge.",
  ],
};

export const SPREAD_LESSON: Lesson = {
  equation: String.raw`J_k \approx J + \sum_i \lambda_i\,|v_i|^2\,(1 - \mu\lambda_i)^{2k}, \qquad \tau_i = \frac{1}{2\mu\lambda_i}`,
  where: [
    [String.raw`\lambda_i`, "eigenvalues of R; the step is limited by the largest, the time by the smallest"],
    ["v_i", "distance of the first taps from the best ones along an eigenvector"],
  ],
  source: `${HAYKIN}, sections 6.4 and 6.8.`,
  changes: [
    "A larger W: the channel’s band gets deeper, and the eigenvalues spread.",
    "A larger step: all modes settle sooner, with more misadjustment.",
    "RLS: it multiplies the gradient by the inverse of R, so that all modes have one speed.",
  ],
};

export const FORGETTING_LESSON: Lesson = {
  equation: String.raw`J(\infty) \approx J\Bigl(1 + N\,\frac{1-\lambda}{1+\lambda}\Bigr) + \text{lag}, \qquad \text{memory} = \frac{1}{1-\lambda}`,
  where: [
    [String.raw`\lambda`, "forgetting factor: a symbol k before counts λ^k"],
    ["N", "taps"],
    ["lag", "error because the taps belong to an earlier channel; 0 at rest"],
  ],
  source: `${HAYKIN}, chapters 10 and 14.`,
  changes: [
    "Faster turns: the best λ gets smaller, and its error larger.",
    "No turns: the error falls up to λ = 1.",
    "More taps: more noise at each λ.",
  ],
};

export const PRECISION_LESSON: Lesson = {
  equation: String.raw`P \leftarrow \frac{P - k\,(Pu)^H}{\lambda}, \qquad \varepsilon_k = \varepsilon_0\,\lambda^{-k}, \qquad k_{\max} \approx \frac{\ln 2^{24}}{-\ln\lambda}`,
  where: [
    ["P", "inverse correlation matrix, in float32 with 24 bits"],
    [String.raw`\varepsilon`, "the part of P that is not Hermitian: no symbol corrects it, and each divides it by λ"],
  ],
  source: `${HAYKIN}, section 13.3.`,
  changes: ["λ nearer to 1: it takes longer, but it ends as well.", "The Hermitian update: the part stays 0."],
};

export const EXIT_LESSON: Lesson = {
  equation: [
    String.raw`L_{\text{MAP}}(c) = \ln\frac{P(c = 1 \mid y, L_a)}{P(c = 0 \mid y, L_a)} - L_a(c)`,
    String.raw`I = 1 - E\log_2\bigl(1 + e^{-L\,(2c-1)}\bigr)`,
  ],
  where: [
    ["L_a", "what the decoder has learned about a bit, and the equalizer does not know yet"],
    ["I", "mutual information of LLRs and coded bits, in bits per bit"],
  ],
  source:
    "M. Tüchler, R. Koetter and A. Singer, “Turbo equalization: principles and new results”, IEEE Trans. Commun. 50 (2002); S. ten Brink, IEEE Trans. Commun. 49 (2001).",
  changes: [
    "More Eb/N0: the equalizer’s curve rises, and the tunnel opens.",
    "A channel with more memory: the curve is steeper. Perfect knowledge of the other symbols leaves one symbol alone.",
    "A stronger code: its curve is flatter in the middle, and the tunnel opens later.",
    "Short packets: the stairs leave the curves, because LLRs become dependent.",
  ],
};
