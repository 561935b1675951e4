import { withIntervals } from "../../figures/interval-lesson.ts";
import type { Lesson } from "../../figures/lesson.ts";

const THESIS = "J. T. Ravert, GPU Implementation of Data-Aided Equalizers, Brigham Young University, 2017";

/** What there is to learn from each of the lab's figures. */
export const LESSONS = {
  channel: {
    equation: String.raw`r(n) = e^{j(\omega n + \varphi)} \sum_i g_i\, s(nT - \tau_i) + w(n), \qquad g_i = 10^{-A_i/20}\, e^{j\theta_i}`,
    where: [
      ["s(t)", "the SOQPSK-TG signal; delays are exact, also between samples"],
      [String.raw`A_i, \theta_i, \tau_i`, "attenuation (dB), phase and delay of ray i, relative to the first"],
      [String.raw`\omega, \varphi`, "carrier offset (rad/sample) and phase"],
      ["w(n)", "white Gaussian noise, complex"],
      ["T", "the sample time, 1/20.625 MHz = 48.5 ns: half a bit"],
    ],
    source: `Channels 1 to 3 are those of Figs 4.12 to 4.14 of ${THESIS}.`,
    changes: [
      "A longer delay: nulls move together, one each 1/τ.",
      "Another phase of the second ray: the null moves; it lies where 2πfτ = θ + 180°.",
      "A weaker second ray: the null gets shallower; rays of equal strength cancel altogether.",
      "A third ray: the nulls are no longer alike; each frequency has its own sum of three.",
    ],
  },
  spectrum: {
    equation: [String.raw`H(f) = \sum_i g_i\, e^{-j 2\pi f \tau_i}`, String.raw`P_r(f) = \Psi(f)\,|H(f)|^2 + N_0`],
    where: [
      ["H(f)", "the channel’s response, dashed; 0 dB is the first ray alone"],
      [String.raw`\Psi(f)`, "power spectrum of the signal sent, filled"],
      ["P_r(f)", "power spectrum received; both by Welch’s method, 512 points"],
      ["N_0", "density of the noise: the floor outside of the band"],
    ],
    source: `Welch’s method as for Fig. 2.9 of ${THESIS}; SOQPSK-TG is IRIG 106’s.`,
    changes: [
      "Eb/N0: the floor at the edges of the received spectrum falls by as many decibels as Eb/N0 rises.",
      "Phase of a ray: the null wanders through the band.",
      "Delay of a ray: at 50 ns nulls are 20 MHz apart, so one at most lies in the band; at 400 ns they are 2.5 MHz apart.",
      "Carrier offset: the received spectrum moves sideways as a whole, 3.28 kHz for each 0.001 rad/sample: too little to see.",
    ],
  },
  constellations: {
    equation: [
      String.raw`y(k) = e^{-j\theta_k} \sum_m (c * d)(m)\, \tilde r(2k - m)`,
      String.raw`\mathrm{EVM} = \sqrt{\operatorname{mean}\,\bigl(|y_{I,Q}| - 1\bigr)^2}`,
    ],
    where: [
      [String.raw`\tilde r`, "the packet’s samples, turned back by the estimated carrier offset, unit power"],
      ["c", "the equalizer, 186 taps, or 16,384 bins for FDE"],
      ["d", "the detection filter, 23 taps"],
      [String.raw`\theta_k`, "the phase-locked loop’s phase"],
      ["y_I, y_Q", "real part at an even bit, imaginary part at the odd bit after it, scaled to 1 on average"],
    ],
    source: `Receiver of ${THESIS}, chapter 2.`,
    changes: [
      "Eb/N0: the clouds’ width follows the noise, until what is left is the equalizer’s own error.",
      "Phase loop: with the first-order loop the clouds smear along circles, since ω̂ is a little off.",
      "More CMA passes: CMA’s clouds tighten or loosen; its aim is the envelope, not the points.",
      "No multipath: every cloud is round, and None has the best, for it has nothing to estimate wrongly.",
    ],
  },
  ber: withIntervals(
    {
      equation: String.raw`\mathrm{BER} = \frac{e}{n}, \qquad \frac{E_b}{N_0} = \frac{2P}{\operatorname{var} w}`,
      where: [
        ["e, n", "errors and bits counted: 6144 data bits per packet; preamble and marker do not count"],
        ["P", "mean power received over all rays, from the spectrum in float64; there are two samples per bit"],
      ],
      source: `Published curves: Figs 4.12 to 4.14 of ${THESIS}.`,
      changes: [
        "More packets: bars shrink as one over the square root of the packets counted.",
        "Stop at errors: easy points end early, and the time goes to where errors are rare.",
        "Eb counts the first ray only: curves shift by the power that the other rays add or take away.",
        "Seed: other bits, other noise; points move about within their bars.",
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
      [String.raw`\hat h`, "the channel’s 38 taps: 12 before the packet’s start as found, 25 after"],
      ["X", "347 × 38: the known preamble and marker, shifted by one sample a column"],
      [String.raw`\hat\sigma^2`, "variance of the noise in one real dimension, from what the fit leaves over"],
      [String.raw`\Psi`, "the signal’s spectrum: an error counts where the signal has power"],
    ],
    source: `(2.11) and (2.14) of ${THESIS}.`,
    changes: [
      "Eb/N0: the error falls as the noise does, decibel for decibel.",
      "Outside of the band: the preamble has no power there, so taps scatter without harm to the error as weighted.",
      "A delay of 1.2 µs: its tap is the last, the 25th; a later ray would have none, and would count as noise.",
      "Timing: the taps move and share themselves out over neighbours; the response’s magnitude stays.",
    ],
  },
  packets: {
    equation: [
      String.raw`T(n) = \frac{\sum_{m=0}^{7} |c(n + 32m)|^2}{32 \sum_{i=0}^{255} |r(n+i)|^2}`,
      String.raw`\hat\omega = \frac{1}{32} \arg \sum_{n=i+64}^{i+223} r(n)\, r^*(n - 32)`,
    ],
    where: [
      ["T(n)", "1 for a clean preamble, about 1/32 for noise"],
      ["c(n)", "correlation with one period of the preamble, 32 samples, quantized to eight phases"],
      [String.raw`\hat\omega`, "the carrier offset: how far the phase turns from one period to the next"],
      ["i", "the packet’s start: the best sum of T over all packets’ places, then ±4 samples"],
    ],
    source: `(2.2) to (2.7) of ${THESIS}; T normalized here, signs of (2.3) and (2.4) mended.`,
    changes: [
      "Eb/N0: T falls in noise; without multipath at 6 dB the weakest preamble of many still had 0.33, and noise alone never more than 0.112.",
      "Frequency offset: beyond ±0.098 rad/sample the phase turns by more than 180° a period, and ω̂ comes out wrong.",
      "First packet at: all starts move with it.",
      "Multipath: several rays are several preambles on top of each other; T falls and the start may be the echo’s.",
    ],
  },
  spectrogram: {
    equation: String.raw`S(t, f_k) = \operatorname{mean}_q \Bigl|\sum_n v(n)\, r(t_q + n)\, e^{-j 2\pi k n/128}\Bigr|^2`,
    where: [
      ["r", "the samples received, carrier offset and noise included"],
      ["v(n)", "Blackman’s window, 128 samples: 6.2 µs, 161 kHz a bin"],
      ["t_q", "beginnings of four segments, spread over each of the 256 columns"],
    ],
    source: `Packets as in section 2.1 of ${THESIS}; the first four of the recording at most, so that preambles stay visible.`,
    changes: [
      "Phase of a ray: the null moves up or down, for all packets alike.",
      "Carrier offset: the whole picture moves up by 3.28 kHz for each 0.001 rad/sample.",
      "Eb/N0: the dark edges of the band, where only noise is, brighten as it falls.",
      "Data: the preamble repeats every 16 bits, so it has lines; random data fill the band.",
    ],
  },
  taps: {
    equation: [
      String.raw`s(n) = \sum_{k=-60}^{125} c(k)\, \tilde r(n-k)`,
      String.raw`R_h c = \hat g \;\text{(ZF)}, \qquad (R_h + 2\hat\sigma^2 I)\, c = \hat g \;\text{(MMSE)}`,
    ],
    where: [
      ["c(k)", "the first packet’s taps; k < 0 looks ahead"],
      [
        String.raw`R_h, \hat g`,
        "autocorrelation of the estimated channel, and the channel turned around and conjugated",
      ],
      [String.raw`\hat\sigma^2`, "estimated variance of the noise per real dimension"],
      [String.raw`\text{FDE}`, "has no taps: drawn is the inverse transform of its response"],
    ],
    source: `(2.17), (2.22) and chapter 4 of ${THESIS}. The thesis prints σ̂² for 2σ̂².`,
    changes: [
      "A weaker second ray: the echoes’ echoes die out sooner.",
      "Eb/N0: MMSE lets go of what noise would drown; its taps get shorter as Eb/N0 falls, ZF’s do not.",
      "CMA starts from a centre spike: taps grow out of one, pass by pass.",
      "Timing: all taps move by parts of a sample and share themselves out anew.",
    ],
  },
  responses: {
    equation: [
      String.raw`C_{\mathrm{ZF}} \approx \frac{1}{\hat H}, \qquad C_{\mathrm{FDE1}} = \frac{\hat H^*}{|\hat H|^2 + 2\hat\sigma^2}, \qquad C_{\mathrm{FDE2}} = \frac{\hat H^*}{|\hat H|^2 + 2\hat\sigma^2/\Psi}`,
      String.raw`|H C|^2 = 1 \;\text{(0 dB): equalized}`,
    ],
    where: [
      ["H", "the true channel in the receiver’s scale: what it receives, noise included, has unit power"],
      [String.raw`\hat H`, "the channel as the first packet’s preamble showed it"],
      [String.raw`\Psi`, "the signal’s spectrum; drawn is where it is above −30 dB of its mean"],
    ],
    source: `Chapter 2 of ${THESIS}; FDE2 is printed upside down there.`,
    changes: [
      "A deeper null: ZF lifts it, and the noise in it, all the way; MMSE and FDE leave a dip.",
      "Eb/N0: as noise falls MMSE comes closer to ZF.",
      "FDE2 weighting: with 2σ²/Ψ the edges of the band are held down, where there is no signal; with the original’s σ²Ψ they are not.",
      "Outside of the band: the estimate knows nothing there, and ZF’s response runs wild beyond what is drawn.",
    ],
  },
  convergence: {
    equation: [
      String.raw`J = \operatorname{mean}_n \bigl(|s(n)|^2 - 1\bigr)^2`,
      String.raw`c \leftarrow c - \mu \nabla J, \qquad \nabla J(k) = \operatorname{mean}_m 2\bigl(|s(m)|^2 - 1\bigr)\, s(m)\, \tilde r^*(m - k)`,
    ],
    where: [
      ["s(n)", "the equalizer’s output over the packet, 12,672 samples"],
      [String.raw`\mu`, "the step; one a pass"],
      [String.raw`\Delta c(k)`, "the first packet’s tap at the end less the tap it started from"],
    ],
    source: `(4.10) of ${THESIS}, the sign of k mended; SOQPSK has a constant envelope, which multipath and noise spoil.`,
    changes: [
      "CMA step μ: at 0.08 it comes down faster; at 0.32 it climbs away.",
      "CMA starts from a centre spike: it begins high and wants a hundred passes and more.",
      "Eb/N0: noise alone keeps the envelope from being constant, so J has a floor.",
      "More passes: the last few change little; what CMA wants is not quite what the bits want.",
    ],
  },
  eyes: {
    equation: [
      String.raw`y(t) = e^{-j\theta(t)} \sum_k Y_k\, e^{j 2\pi k t/1024}, \qquad Y_k = C_k D_k \tilde R_k`,
      String.raw`\text{I at even bits}, \qquad \text{Q at odd bits, half a symbol later}`,
    ],
    where: [
      [String.raw`\tilde R_k`, "transform of 1024 samples of the first packet, at two samples a bit"],
      ["C, D", "equalizer and detection filter"],
      [
        "t",
        "four points between samples and bits alike: interpolation by a longer inverse transform, exact for a signal limited to its band",
      ],
      [String.raw`\theta(t)`, "the loop’s phase, kept at every 64th bit, along straight lines between"],
    ],
    source: `Receiver of ${THESIS}, chapter 2. 96 traces of two symbols, a symbol apart, of the data of the first packet.`,
    changes: [
      "Eb/N0: noise thickens every line; multipath splits them into many.",
      "Multipath: without an equalizer the eye closes; a closed eye is bits in error, however little noise there is.",
      "Timing: decisions come early or late in the eye; the equalizers move it back, None cannot.",
      "No multipath: the lines that are left are SOQPSK’s own memory, seen through the detection filter.",
    ],
  },
  phase: {
    equation: [
      String.raw`e = a_k \operatorname{Im} u - a_{k+1} \operatorname{Re} q, \qquad u = y(k) e^{-j\theta},\; q = y(k+1) e^{-j\theta}`,
      String.raw`v \leftarrow v + K_2 e, \qquad \theta \leftarrow \theta + K_1 e + v`,
    ],
    where: [
      [String.raw`\theta`, "the loop’s phase, 0 at the packet’s beginning; not wrapped"],
      ["a", "known bits at first (shaded), then decided ones, ±1"],
      ["K_1, K_2", "9.80e-3 and 1.96e-4 for the second-order loop: a bandwidth of 0.015 a pair of bits"],
      [
        String.raw`(\omega - \hat\omega)n`,
        "what is left of the carrier offset: the line to follow, 0 in the middle of the known bits",
      ],
    ],
    source: `Detector of ${THESIS}, section 2.6; gains after M. Rice, Digital Communications, (C.61).`,
    changes: [
      "Loop: the first-order one lags behind a slope, and may slip by 90°, after which all bits are wrong.",
      "Frequency estimate averaged over 32 packets: the slope gets small, and the first-order loop holds.",
      "Eb/N0: ω̂ errs by 1.1e-3 rad/sample at 6 dB, 5.7e-4 at 10 dB, and the slope with it.",
      "Seed: another noise, another error of ω̂, another slope.",
    ],
  },
  "error-positions": {
    equation: String.raw`p(j) = \frac{e(j)}{M\, n(j)}`,
    where: [
      ["e(j)", "bits decided wrongly in bin j, over all packets found"],
      ["M", "packets found"],
      ["n(j)", "bits of the bin in a packet: 128 of the preamble, 64 of the marker, 128 of data"],
    ],
    source: `Counted on the GPU, word by word. Preamble and marker are known, and count only here: the error rate is that of the data.`,
    changes: [
      "Packets: with more of them rarer errors show; a bin of eight packets cannot show less than one in a thousand.",
      "Loop: where the first-order loop slips, a whole rest of a packet is wrong, and errors pile up to the end.",
      "Eb/N0: all bins alike; noise has no memory.",
    ],
  },
  timings: {
    equation: String.raw`\text{speed} = \frac{N \cdot 12\,672\,/\,20.625\ \mathrm{MHz}}{\sum_{\text{receiver}} t}`,
    where: [
      ["N", "packets timed; the bars are scaled to 3104, which last 1907 ms on the air"],
      ["t", "time of a stage by the GPU’s own clock where it has one, over repeated dispatches"],
      ["receiver", "all stages behind the channel, all equalizers together; so the shares count it, too"],
    ],
    source: `Published: Table 4.5 of ${THESIS}, three Tesla K40c. The name of the adapter stands under the figure.`,
    changes: [
      "Number of packets: nothing here; a GPU is timed on 768 of them, enough to keep it busy, whatever the scenario says.",
      "More CMA passes: CMA’s bar grows in proportion.",
      "Another GPU: each stage has its own limit, memory or arithmetic, so the bars do not shrink alike.",
    ],
  },
  recording: {
    equation: String.raw`P(f_k) = \operatorname{mean}_q \Bigl|\sum_n v(n)\, x_q(n)\, e^{-j 2\pi k n/N}\Bigr|^2, \qquad N \le 1024`,
    where: [
      ["x_q", "overlapping segments of 32 stretches of 8192 samples, spread evenly over the file"],
      ["v(n)", "Blackman’s window"],
      ["P(f_k)", "shown relative to the strongest bin"],
    ],
    source: "P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967. File formats: SigMF, WAV, NumPy, raw.",
    changes: [
      "Another sample type: a wrong guess looks like noise over the whole band.",
      "Another sample rate: the axis scales; the receiver wants 20.625 MS/s.",
    ],
  },
} satisfies Readonly<Record<string, Lesson>>;
