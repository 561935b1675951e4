import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const THESIS = "J. T. Ravert, GPU Implementation of Data-Aided Equalizers, Brigham Young University, 2017";

/** The lesson behind each of the lab's figures. */
export const LESSONS = {
  channel: {
    equation: String.raw`r(n) = e^{j(\omega n + \varphi)} \sum_i g_i\, s(nT - \tau_i) + w(n), \qquad g_i = 10^{-A_i/20}\, e^{j\theta_i}`,
    where: [
      ["s(t)", "the SOQPSK-TG signal; delays are exact, even between samples"],
      [String.raw`A_i, \theta_i, \tau_i`, "attenuation (dB), phase and delay of ray i, relative to the first"],
      [String.raw`\omega, \varphi`, "carrier offset (rad/sample) and phase"],
      ["w(n)", "white Gaussian noise, complex"],
      ["T", "the sampling interval, 1/20.625 MHz = 48.5 ns: half a bit"],
    ],
    source: `Channels 1 to 3 are from Figs 4.12 to 4.14 of ${THESIS}.`,
    changes: [
      "A longer delay: the nulls come closer together, one per 1/τ.",
      "Another phase of the second ray: the null moves; it lies where 2πfτ = θ + 180°.",
      "A weaker second ray: the null gets shallower. Rays of equal strength cancel completely.",
      "A third ray: the nulls are no longer equally deep, because three terms add at each frequency.",
    ],
  },
  spectrum: {
    equation: [String.raw`H(f) = \sum_i g_i\, e^{-j 2\pi f \tau_i}`, String.raw`P_r(f) = \Psi(f)\,|H(f)|^2 + N_0`],
    where: [
      ["H(f)", "the channel’s response, dashed; 0 dB is the first ray alone"],
      [String.raw`\Psi(f)`, "power spectrum of the transmitted signal, filled"],
      ["P_r(f)", "received power spectrum; both spectra by Welch’s method with 512 points"],
      ["N_0", "noise density: the floor outside the band"],
    ],
    source: `Welch’s method as for Fig. 2.9 of ${THESIS}; IRIG 106 defines SOQPSK-TG.`,
    changes: [
      "Eb/N0: each decibel more lowers the floor at the edges of the received spectrum by one decibel.",
      "Phase of a ray: the null moves through the band.",
      "Delay of a ray: at 50 ns nulls are 20 MHz apart, so at most one lies in the band. At 400 ns they are 2.5 MHz apart.",
      "Carrier offset: the whole received spectrum moves sideways by 3.28 kHz per 0.001 rad/sample, which is too little to see.",
    ],
  },
  constellations: {
    equation: [
      String.raw`y(k) = e^{-j\theta_k} \sum_m (c * d)(m)\, \tilde r(2k - m)`,
      String.raw`\mathrm{EVM} = \sqrt{\operatorname{mean}\,\bigl(|y_{I,Q}| - 1\bigr)^2}`,
    ],
    where: [
      [String.raw`\tilde r`, "the packet’s samples, without the estimated carrier offset, at unit power"],
      ["c", "the equalizer: 186 taps, or 16 384 bins for FDE"],
      ["d", "the detection filter, 23 taps"],
      [String.raw`\theta_k`, "the phase-locked loop’s phase"],
      ["y_I, y_Q", "the real part at an even bit and the imaginary part at the next odd bit, scaled to 1 on average"],
    ],
    source: `Receiver of ${THESIS}, chapter 2.`,
    changes: [
      "Eb/N0: the clouds’ width follows the noise until the residual intersymbol interference dominates.",
      "Phase loop: with the first-order loop the clouds smear along circles, because ω̂ has a small error.",
      "More CMA passes: CMA’s clouds get tighter or wider, because CMA minimizes the error of the envelope, not of the points.",
      "LMS, RLS: ε is the error of the one dimension that holds the bit. A step or memory that lets them diverge shows points far from (±1, ±1).",
      "DFE: the points are those after the feedback of decided bits. A wrong bit shifts the next points, so errors come in bursts.",
      "Many bit errors: the EVM is too low, because each point is compared with the nearest ideal point. An inverted packet has a perfect EVM.",
      "No multipath: clouds are round where noise dominates. Those without an equalizer are the tightest, because the fewest quantities are estimated.",
    ],
  },
  ber: withIntervals(
    {
      equation: String.raw`\mathrm{BER} = \frac{e}{n}, \qquad \frac{E_b}{N_0} = \frac{2P}{\operatorname{var} w}`,
      where: [
        ["e, n", "counted errors and bits: 6144 data bits per packet, without preamble and marker"],
        ["P", "mean received power of all rays, computed from the spectrum in float64; there are two samples per bit"],
      ],
      source: `Published curves: Figs 4.12 to 4.14 of ${THESIS}. Their order: the lecture “What the laboratory saw”.`,
      changes: [
        "More packets: bars shrink in proportion to 1/√(counted packets).",
        "Stop at errors: points with many errors end early, so more time is left for those with few.",
        "Eb counts the first ray only: curves shift by the power that the other rays add or cancel.",
        "Seed: other bits and other noise. Points move, mostly within their bars.",
      ],
    },
    "packet",
  ),
  estimate: {
    equation: [
      String.raw`\hat h = (X^{\dagger} X)^{-1} X^{\dagger}\, \tilde r, \qquad \hat\sigma^2 = \frac{|\tilde r - X \hat h|^2}{2 \cdot 309}`,
      String.raw`\text{error} = \frac{\sum_k \Psi_k |\hat H_k - H_k|^2}{\sum_k \Psi_k |H_k|^2}`,
    ],
    where: [
      [String.raw`\hat h`, "the channel’s 38 taps: 12 before the detected start of the packet, one at it, 25 after it"],
      ["X", "347 × 38: the known preamble and marker, shifted by one sample per column"],
      [String.raw`\hat\sigma^2`, "noise variance per real dimension, from the residual of the fit"],
      [
        "H",
        "the true channel behind the receive filter. The figure draws it relative to ray 1; the taps keep the receiver’s unit power",
      ],
      [String.raw`\Psi`, "the signal’s spectrum, which weights the error: it counts where the signal has power"],
    ],
    source: `(2.11) and (2.14) of ${THESIS}.`,
    changes: [
      "Eb/N0: the error falls with the noise, decibel for decibel.",
      "Outside the band: the preamble has no power there, so the estimate scatters. This hardly changes the weighted error.",
      "A delay of 1.2 µs: its tap is the last, number 25. A later ray would have no tap and would count as noise.",
      "Channel estimate averaged over 32: the error falls by up to 15 dB, if the carrier offset is averaged or known, too.",
      "Timing: each path spreads over neighbouring taps; the magnitude of the response stays the same.",
    ],
  },
  packets: {
    equation: [
      String.raw`T(n) = \frac{\sum_{m=0}^{7} |c(n + 32m)|^2}{32 \sum_{i=0}^{255} |r(n+i)|^2}`,
      String.raw`\hat\omega = \frac{1}{32} \arg \sum_{n=i+64}^{i+223} r(n)\, r^*(n - 32)`,
    ],
    where: [
      ["T(n)", "0.98 for a noise-free preamble without multipath and carrier offset, about 1/32 for noise"],
      ["c(n)", "correlation with one period of the preamble, 32 samples, quantized to eight phases"],
      [
        String.raw`\hat\omega`,
        "the carrier offset: how far the phase turns per sample, measured over one period of 32",
      ],
      [
        "i",
        "the packet’s start: the largest sum of T over 32 packets one packet length apart, then the largest T within ±4 samples",
      ],
    ],
    source: `(2.2) to (2.7) of ${THESIS}. Here T is normalized, and the signs of (2.3) and (2.4) are corrected.`,
    changes: [
      "Eb/N0: noise lowers T. Without multipath at 6 dB T stays well above the 0.112 that noise alone reached in 10⁷ samples.",
      "Frequency offset: T at the start falls about as [sin 16ω / (32 sin ω/2)]², to 0.47 at 0.09 rad/sample. There the detector finds a larger T one sample late.",
      "Frequency offset beyond ±0.098 rad/sample: the phase turns by more than 180° per period, and ω̂ is wrong.",
      "First packet at: all starts move by the same number of samples.",
      "Multipath: several rays are several overlapping preambles. T falls, and the detector may find the start of an echo.",
    ],
  },
  spectrogram: {
    equation: String.raw`S(t, f_k) = \operatorname{mean}_q \Bigl|\sum_n v(n)\, r(t_q + n)\, e^{-j 2\pi k n/128}\Bigr|^2`,
    where: [
      ["r", "the received samples, with carrier offset and noise"],
      ["v(n)", "Blackman’s window, 128 samples: 6.2 µs, 161 kHz per bin"],
      ["t_q", "starts of four segments, spread over each of the 256 columns"],
    ],
    source: `Packets as in section 2.1 of ${THESIS}. The figure shows at most the first four, so that preambles stay visible.`,
    changes: [
      "Phase of a ray: the null moves up or down, in all packets by the same amount.",
      "Carrier offset: the whole picture moves up by 3.28 kHz per 0.001 rad/sample.",
      "Eb/N0: as it falls, the dark edges of the band get brighter, because only noise is there.",
      "Preamble and data: the preamble repeats every 16 bits, so its spectrum has lines. Random data fill the band.",
    ],
  },
  taps: {
    equation: [
      String.raw`s(n) = \sum_{k=-60}^{125} c(k)\, \tilde r(n-k)`,
      String.raw`R_h c = \hat g \;\text{(ZF)}, \qquad (R_h + 2\hat\sigma^2 I)\, c = \hat g \;\text{(MMSE)}`,
    ],
    where: [
      ["c(k)", "the first packet’s taps; those with k < 0 use later samples"],
      [
        String.raw`R_h, \hat g`,
        "autocorrelation of the estimated channel, and the channel time-reversed and conjugated",
      ],
      [String.raw`\hat\sigma^2`, "estimated noise variance per real dimension"],
      [String.raw`\text{FDE}`, "has no taps; the figure shows the inverse transform of its response"],
      [String.raw`\text{LMS, RLS}`, "MMSE’s taps with the 31 final ones behind them, which started as a single 1"],
      [
        String.raw`\text{DFE}`,
        "the forward filter, 32 taps; it holds the detection filter, too. Its feedback is not in the figure",
      ],
    ],
    source: `(2.17), (2.22) and chapter 4 of ${THESIS}. The thesis prints σ̂² for 2σ̂². MMSE is the Wiener filter of a white signal; SOQPSK is not white.`,
    changes: [
      "A weaker second ray: the taps decay sooner.",
      "Eb/N0: MMSE suppresses what noise dominates. As Eb/N0 falls its taps decay sooner; ZF’s do not.",
      "CMA starts from a centre spike: other taps grow with each pass.",
      "LMS step μ, RLS forgetting λ: with a shorter memory the final taps scatter more around the best ones.",
      "Timing: all taps shift by a fraction of a sample, so each path spreads differently over them.",
    ],
  },
  responses: {
    equation: [
      String.raw`C_{\mathrm{ZF}} \approx \frac{1}{\hat H}, \qquad C_{\mathrm{FDE1}} = \frac{\hat H^*}{|\hat H|^2 + 2\hat\sigma^2}, \qquad C_{\mathrm{FDE2}} = \frac{\hat H^*}{|\hat H|^2 + 2\hat\sigma^2/\Psi}`,
      String.raw`|H C|^2 = 1 \;\text{(0 dB): equalized}`,
    ],
    where: [
      ["H", "the true channel, scaled like the receiver’s samples: with their noise they have unit power"],
      [String.raw`\hat H`, "the channel estimated from the first packet’s preamble"],
      [
        String.raw`\Psi`,
        "the signal’s spectrum with mean 1: 7 dB at the carrier. FDE2 is the Wiener filter; FDE1 and MMSE take Ψ = 1, a white signal. The figure covers frequencies where Ψ is above −30 dB",
      ],
    ],
    source: `Chapter 2 of ${THESIS}. There the fraction of FDE2 is printed inverted.`,
    changes: [
      "A deeper null: ZF fills it and amplifies the noise in it as much. MMSE and FDE leave a dip.",
      "Eb/N0: as noise falls MMSE approaches ZF. With a factor of 0 on σ² it is ZF at any Eb/N0.",
      "FDE2 weighting: 2σ²/Ψ raises the gain in a null near the carrier, by 4.8 dB on channel 1. It lowers the gain at the edges, which the detection filter removes anyway. The original’s σ²Ψ does the reverse.",
      "Averaged estimates: ZF makes fewer errors than MMSE on channel 1, because MMSE leaves too much of a null near the carrier. FDE2 makes the fewest.",
      "Outside the band: the estimate is only noise there, so ZF’s response is arbitrary beyond the axis shown.",
      "LMS and RLS: they learn from decided bits. At the edges of the band, which the detection filter removes, their response is arbitrary.",
      "DFE: its product with the channel is not flat. The forward filter leaves the echoes of earlier bits, and the feedback subtracts them.",
    ],
  },
  convergence: {
    equation: [
      String.raw`J = \operatorname{mean}_n \bigl(|s(n)|^2 - 1\bigr)^2`,
      String.raw`c \leftarrow c - \mu \nabla J, \qquad \nabla J(k) = \operatorname{mean}_m 2\bigl(|s(m)|^2 - 1\bigr)\, s(m)\, \tilde r^*(m - k)`,
    ],
    where: [
      ["s(n)", "the equalizer’s output over the packet, 12 672 samples"],
      [String.raw`\mu`, "the step size; there is one step per pass"],
      [String.raw`\Delta c(k)`, "the first packet’s final tap minus its initial tap"],
    ],
    source: `(4.10) of ${THESIS}, with the sign of k corrected. SOQPSK has a constant envelope, which multipath and noise spoil.`,
    changes: [
      "CMA step μ: at 0.08 the cost falls faster; at 0.32 it rises.",
      "CMA starts from a centre spike: the cost starts high and needs a hundred passes or more.",
      "Eb/N0: noise alone makes the envelope vary, so J has a floor.",
      "More passes: the last few change little. The smallest J is not exactly the fewest bit errors.",
    ],
  },
  solvers: {
    equation: [
      String.raw`(R + \rho I)\, c = \hat g, \qquad \rho = 0 \text{ (ZF)}, \quad \rho = 2\hat\sigma^2 \text{ (MMSE)}`,
      String.raw`\frac{\lVert c - c_{64} \rVert}{\lVert c_{64} \rVert}, \qquad \kappa = \frac{\lambda_{\max}}{\lambda_{\min}}`,
      String.raw`\nabla J(k) = \frac{1}{L} \sum_m z(m)\, \tilde r^*(m - k)`,
    ],
    where: [
      [
        "R",
        "186 × 186, Hermitian, Toeplitz, with 37 diagonals on each side: the autocorrelation of the channel estimate",
      ],
      ["c_{64}", "the solution of the same float32 numbers in float64"],
      [
        String.raw`\kappa`,
        "condition number of R + ρI; the dotted line is κ · 2⁻²⁴, what rounding R to float32 may change in the taps",
      ],
      ["z", "2(|s|² − 1)s, with the equalizer’s output s; L is the number of samples in a packet"],
    ],
    source: `Solvers and CMA of ${THESIS}, chapter 4. Levinson: Golub and Van Loan, Matrix Computations, section 4.7. Schur: Kailath and Sayed, SIAM Review 37, 1995. The thesis’s solver for the band was a sparse QR factorization.`,
    changes: [
      "Eb/N0: both κ fall when it rises. Outside the signal’s band the channel estimate is mostly amplified noise, which gives the largest eigenvalues.",
      "Channel estimate averaged over 32 packets: both κ fall, because the estimate has less noise.",
      "A deeper null in the channel: the smallest eigenvalue gets smaller, so κ of ZF and its errors grow. The ridge limits κ of MMSE.",
      "LU within the band: it skips products with zeros, so it has the errors of LU in less time.",
      "Size: the operations of Schur grow as 38 · n, of Levinson as n², of LU as n³.",
      "Longer transforms: each block has more new samples, but fewer packets are computed at once. The gradient equals the direct sums up to rounding.",
      "High Eb/N0 without multipath: the gradient at the MMSE taps almost vanishes, so its relative error grows.",
    ],
  },
  eyes: {
    equation: [
      String.raw`y(t) = e^{-j\theta(t)} \sum_k Y_k\, e^{j 2\pi k t/1024}, \qquad Y_k = C_k D_k \tilde R_k`,
      String.raw`\text{I at even bits}, \qquad \text{Q at odd bits, half a symbol later}`,
    ],
    where: [
      [String.raw`\tilde R_k`, "transform of 1024 samples of the first packet, at two samples per bit"],
      ["C, D", "equalizer and detection filter"],
      [
        "t",
        "time, at four points per sample: a longer inverse transform interpolates, which is exact for a band-limited signal",
      ],
      [String.raw`\theta(t)`, "the loop’s phase, known at every 64th bit and interpolated linearly"],
    ],
    source: `Receiver of ${THESIS}, chapter 2. The figure has 96 traces of two symbols, one symbol apart, from the data of the first packet.`,
    changes: [
      "Eb/N0: noise makes every line thicker; multipath splits each into many.",
      "Multipath: without an equalizer the eye closes. A closed eye means bit errors even without noise.",
      "Timing: decisions come early or late in the eye. The equalizers correct this; without an equalizer it stays.",
      "No multipath: the remaining lines come from SOQPSK’s memory and the detection filter.",
      "LMS, RLS: the figure uses their final taps. DFE has no eye, because its feedback has values at the bits only.",
    ],
  },
  phase: {
    equation: [
      String.raw`e = a_k \operatorname{Im} u - a_{k+1} \operatorname{Re} q, \qquad u = y(k) e^{-j\theta},\; q = y(k+1) e^{-j\theta}`,
      String.raw`v \leftarrow v + K_2 e, \qquad \theta \leftarrow \theta + K_1 e + v`,
    ],
    where: [
      [String.raw`\theta`, "the loop’s phase, not wrapped; 0 at the packet’s start"],
      ["a", "the known bits first (shaded), then the decided bits, ±1"],
      ["K_1, K_2", "9.80e-3 and 1.96e-4 for the second-order loop: a noise bandwidth of 0.015 per pair of bits"],
      [
        String.raw`(\omega - \hat\omega)n`,
        "the residual carrier offset: the line to follow, 0 at the middle of the known bits",
      ],
    ],
    source: `Detector of ${THESIS}, section 2.6; gains from M. Rice, Digital Communications, (C.61).`,
    changes: [
      "Loop: the first-order loop lags behind a slope and may slip by 180°, which inverts all later bits.",
      "Frequency estimate averaged over 32 packets: the slope gets small, so the first-order loop holds.",
      "Eb/N0: without multipath the error of ω̂ is 1.1e-3 rad/sample RMS at 6 dB and 5.7e-4 at 10 dB. It sets the slope.",
      "Seed: other noise gives another error of ω̂ and so another slope.",
      "LMS, RLS, DFE: their loops follow e = 2(ε·Im z + ε'·Im z'), which is zero on average at the best taps even where Im z holds other bits.",
    ],
  },
  "error-positions": {
    equation: String.raw`p(j) = \frac{e(j)}{M\, n(j)}`,
    where: [
      ["e(j)", "wrong bits in bin j, over all packets found"],
      ["M", "packets found"],
      ["n(j)", "bits per packet in the bin: 128 of the preamble, 64 of the marker, or 128 of data"],
    ],
    source: `Counted on the GPU. Preamble and marker are known and count only in this figure; the error rate counts the data.`,
    changes: [
      "Packets: more packets show rarer errors. With eight packets the smallest rate of a bin is about one in a thousand.",
      "Loop: after a slip of the first-order loop the rest of the packet is wrong, so errors grow towards the end.",
      "Eb/N0: all bins change alike, because the noise is independent from sample to sample.",
    ],
  },
  timings: {
    equation: String.raw`\text{speed} = \frac{N \cdot 12\,672\,/\,20.625\ \mathrm{MHz}}{\sum_{\text{receiver}} t}`,
    where: [
      ["N", "timed packets; the bars are scaled to 3104 packets, which last 1907 ms on the air"],
      ["t", "time of a stage by the GPU’s own timestamps if it has them, over repeated dispatches"],
      ["receiver", "all stages after the channel, with all equalizers; the shares are shares of this sum"],
    ],
    source: `Published: Table 4.5 of ${THESIS}, one Tesla K40c and two K20c. The adapter’s name is below the figure.`,
    changes: [
      "Number of packets: no effect. A GPU is timed on 768 packets, enough to keep it busy, for every scenario.",
      "More CMA passes: CMA’s bar grows in proportion.",
      "Another GPU: each stage is limited by memory or by arithmetic, so the bars change by different factors.",
    ],
  },
  devices: {
    equation: String.raw`\frac{1}{T_{\text{stages}}} = \frac{1}{\max(\max_d t_d,\; t_c)}, \qquad \frac{1}{T_{\text{packets}}} = \frac{N}{\sum_d t_d}`,
    where: [
      ["T", "time per batch in the steady state"],
      ["t_d", "time of the stages on GPU d for one batch of 3104 packets"],
      ["t_c", "time in which a batch’s samples, 315 MB, go from one GPU through the host to the next"],
      ["N", "number of GPUs"],
    ],
    source: `Table 4.5 of ${THESIS}, which used one Tesla K40c and two K20c, or the stages and the copy measured on this adapter. The split of the stages is the best one in their order; the thesis's own split may differ.`,
    changes: [
      "More GPUs for the stages: no effect once the slowest stage has its own GPU. CMA cannot be split.",
      "More GPUs for packets: the throughput grows in proportion, because packets are independent.",
      "A faster GPU with the same bus: the stages get shorter and the transfer does not. Then the transfer limits the pipeline.",
      "Latency: neither split makes one batch faster. In a pipeline every transfer adds to it.",
      "Memory: with packets, each GPU holds the buffers of all stages. With stages, it holds only its own. This is when stages win.",
    ],
  },
  recording: {
    equation: String.raw`P(f_k) = \operatorname{mean}_q \Bigl|\sum_n v(n)\, x_q(n)\, e^{-j 2\pi k n/N}\Bigr|^2, \qquad N \le 1024`,
    where: [
      ["x_q", "overlapping segments from 32 blocks of 8192 samples, spread evenly over the file"],
      ["v(n)", "Blackman’s window"],
      ["P(f_k)", "power relative to the strongest bin"],
    ],
    source: "P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967. File formats: SigMF, WAV, NumPy, raw.",
    changes: [
      "Another sample type: a wrong guess looks like noise over the whole band.",
      "Another sample rate: the axis scales. The receiver needs 20.625 MS/s.",
    ],
  },
} satisfies Readonly<Record<string, Lesson>>;
