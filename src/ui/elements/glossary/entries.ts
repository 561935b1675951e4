/** A term or symbol that a student may not know. */
export interface Term {
  term: string;
  /** What the letters stand for. */
  long?: string;
  /** Other spellings in texts. */
  also?: readonly string[];
  /** The only spellings in texts, if the term itself often means something else. */
  only?: readonly string[];
  /** One to three sentences: what it is, then what it is used for. */
  meaning: string;
}

/** The terms of every lab by subject. docs/glossary.md prints this list. */
export const GLOSSARY: readonly { subject: string; terms: readonly Term[] }[] = [
  {
    subject: "Links and channels",
    terms: [
      {
        term: "AWGN",
        long: "additive white Gaussian noise",
        also: ["white noise", "white Gaussian noise"],
        meaning:
          "Noise with equal power at every frequency and independent Gaussian samples. It models the receiver’s own thermal noise.",
      },
      {
        term: "BER",
        long: "bit error rate",
        also: ["bit error rate"],
        meaning: "Wrong bits divided by all bits that were decided.",
      },
      {
        term: "FER",
        long: "frame error rate",
        also: ["frame error rate"],
        meaning: "Frames or codewords with at least one wrong bit, divided by all frames.",
      },
      {
        term: "confidence interval",
        meaning:
          "A range computed from a measurement. A 95 % confidence interval contains the true value in about 95 of 100 repetitions. Threeray’s intervals allow for errors that come in clusters.",
      },
      {
        term: "Eb/N0",
        meaning:
          "Energy per information bit divided by the noise power density. It compares links of different rates fairly. The Equalizers lab counts all transmitted bits, also the known ones: 0.13 dB.",
      },
      {
        term: "Es/N0",
        meaning: "Energy per transmitted symbol divided by the noise power density.",
      },
      { term: "SNR", long: "signal-to-noise ratio", meaning: "Signal power divided by noise power, in dB." },
      {
        term: "dB",
        long: "decibel",
        meaning: "Ten times the decimal logarithm of a power ratio. 3 dB is twice the power, 10 dB is ten times.",
      },
      {
        term: "multipath",
        meaning:
          "Copies of one signal that arrive over paths of different lengths. Their sum has fading frequencies and intersymbol interference.",
      },
      {
        term: "ray",
        meaning: "One path of a multipath channel: an amplitude, a phase and a delay.",
      },
      {
        term: "null",
        meaning:
          "A frequency at which the rays of a channel cancel. Two equal rays with delay difference τ make nulls that lie 1/τ apart.",
      },
      {
        term: "ISI",
        long: "intersymbol interference",
        also: ["intersymbol interference"],
        meaning: "Neighbouring symbols that overlap in time, for example because of multipath.",
      },
      {
        term: "SOQPSK",
        long: "shaped offset quadrature phase-shift keying",
        also: ["SOQPSK-TG"],
        meaning:
          "A modulation with constant envelope, used in aeronautical telemetry. SOQPSK-TG is the version of the standard IRIG 106.",
      },
      {
        term: "QPSK",
        long: "quadrature phase-shift keying",
        meaning: "Modulation with four phases: two bits per symbol.",
      },
      {
        term: "QAM",
        long: "quadrature amplitude modulation",
        meaning: "Modulation with a grid of amplitudes and phases. 16-QAM carries four bits per symbol, 64-QAM six.",
      },
      {
        term: "constellation",
        meaning: "The complex symbol values drawn as points. Noise and interference turn each point into a cloud.",
      },
      {
        term: "preamble",
        meaning:
          "Known symbols at the start of a packet. The receiver finds the packet and measures the channel with them.",
      },
      {
        term: "Doppler",
        meaning: "A frequency shift caused by motion. It makes a channel change with time.",
      },
      {
        term: "IQ",
        long: "in-phase and quadrature",
        meaning: "The real and imaginary parts of a complex baseband signal.",
      },
    ],
  },
  {
    subject: "Telemetry receivers",
    terms: [
      {
        term: "equalizer",
        meaning: "A filter in the receiver that undoes what the channel did to the signal.",
      },
      {
        term: "ZF",
        long: "zero forcing",
        also: ["zero forcing"],
        meaning:
          "An equalizer or detector that removes interference as far as it can and ignores noise. In a null it amplifies noise strongly.",
      },
      {
        term: "MMSE",
        long: "minimum mean square error",
        meaning:
          "An equalizer or detector that minimizes the sum of remaining interference and noise. It needs the noise variance and the signal’s spectrum. The Equalizers lab’s MMSE takes the signal for white.",
      },
      {
        term: "CMA",
        long: "constant modulus algorithm",
        meaning:
          "An equalizer that adapts its taps until the output has a constant envelope. It needs no known symbols; the envelope does not reveal the phase.",
      },
      {
        term: "FDE1",
        long: "frequency-domain equalizer 1",
        meaning:
          "The MMSE equalizer of a white signal, computed per frequency bin: conjugate channel divided by channel power plus a noise term.",
      },
      {
        term: "FDE2",
        long: "frequency-domain equalizer 2",
        meaning:
          "FDE1 with the noise term divided by the signal’s own power spectrum: the Wiener filter of that signal.",
      },
      {
        term: "EVM",
        long: "error vector magnitude",
        meaning:
          "The RMS distance between received symbols and the nearest ideal ones, relative to the ideal symbols’ RMS value, in per cent or dB. Where decisions are wrong it is too low. The Equalizers lab measures I and Q separately.",
      },
      {
        term: "T",
        meaning:
          "The symbol period. In the Equalizers lab: the preamble detector’s metric, between 0 and 1. It is 0.98 for a noise-free preamble without carrier offset.",
      },
      {
        term: "ω̂",
        also: ["ω"],
        meaning: "The frequency offset in radians per sample. The hat marks the receiver’s estimate.",
      },
      {
        term: "σ²",
        meaning: "The noise variance per real dimension. A complex sample has noise power 2σ².",
      },
      {
        term: "phase loop",
        also: ["phase-locked loop", "PLL"],
        meaning:
          "A feedback loop that follows the carrier phase. A first-order loop follows a constant phase; a second-order loop also follows a constant frequency.",
      },
      {
        term: "cycle slip",
        also: ["slip"],
        meaning:
          "A phase loop that moves from one stable phase to another. All later bits of the packet may be inverted.",
      },
      {
        term: "eye diagram",
        also: ["eye"],
        meaning:
          "Many symbol intervals of a signal drawn over each other. A wide opening means that decisions are safe.",
      },
      { term: "taps", also: ["tap"], meaning: "The coefficients of an FIR filter." },
    ],
  },
  {
    subject: "Adaptive equalizers",
    terms: [
      {
        term: "BPSK",
        long: "binary phase-shift keying",
        meaning: "Modulation with two phases: one bit per symbol, +1 or −1.",
      },
      {
        term: "raised cosine",
        also: ["raised-cosine pulse"],
        meaning:
          "A pulse whose spectrum falls as half a period of a cosine. It meets Nyquist’s criterion, and its roll-off β sets the excess bandwidth.",
      },
      {
        term: "roll-off",
        meaning: "The bandwidth β beyond 1/T, relative to 1/T. Pulses with a larger roll-off have smaller tails.",
      },
      {
        term: "Nyquist’s criterion",
        meaning:
          "Symbols do not interfere at their decisions if each pulse is 0 at all other ones. The copies of its spectrum, shifted by multiples of 1/T, then have a constant sum.",
      },
      {
        term: "LMS",
        long: "least mean squares",
        meaning:
          "An adaptive filter that corrects its taps after each symbol by the step size times the samples times the error.",
      },
      {
        term: "NLMS",
        long: "normalized LMS",
        meaning: "LMS whose step is divided by the power of the samples in the filter.",
      },
      {
        term: "RLS",
        long: "recursive least squares",
        meaning:
          "An adaptive filter whose taps minimize the sum of all squared errors so far. It learns as fast at any eigenvalue spread, at a cost that grows with the square of the number of taps.",
      },
      {
        term: "step size",
        meaning: "The factor μ of LMS on each correction. A larger one learns faster and ends with more error.",
      },
      {
        term: "misadjustment",
        meaning: "The excess error of an adaptive filter in the end, relative to the error of the best taps.",
      },
      {
        term: "eigenvalue spread",
        meaning:
          "The largest eigenvalue of the input’s correlation matrix over the smallest one. LMS is slow where it is large.",
      },
      {
        term: "forgetting factor",
        meaning: "The factor λ of RLS: a symbol k before counts λᵏ. So RLS remembers about 1/(1 − λ) symbols.",
      },
      {
        term: "MMA",
        long: "multimodulus algorithm",
        meaning:
          "A blind equalizer like CMA that compares the real and the imaginary part with a fixed modulus each. It turns a constellation upright, up to multiples of 90°.",
      },
      {
        term: "DFE",
        long: "decision-feedback equalizer",
        also: ["decision feedback"],
        meaning:
          "An equalizer that subtracts the interference of symbols it has decided. It adds no noise by that, but a wrong decision adds interference.",
      },
      {
        term: "genie",
        meaning:
          "A receiver that gets what no real one has, for example the sent symbols or the true channel. It shows what errors of decisions or estimates cost.",
      },
      {
        term: "burst",
        only: ["error burst", "error bursts", "burst of errors", "bursts of errors"],
        meaning:
          "Wrong symbols close together, because one causes the next. In a DFE a burst ends after as many right decisions as there are feedback taps.",
      },
      {
        term: "matched filter",
        meaning:
          "A filter with the conjugate response of the signal. It gives the largest SNR of one symbol in white noise, if no other symbol interferes.",
      },
      {
        term: "MLSE",
        long: "maximum-likelihood sequence estimation",
        meaning:
          "A receiver that finds the sequence of symbols which explains all received samples best. The Viterbi algorithm computes it on a trellis.",
      },
      {
        term: "M-algorithm",
        meaning:
          "A search for the best sequence that keeps a fixed number of paths after each symbol. It is cheaper than MLSE, and it may drop the sent sequence.",
      },
      {
        term: "FDE",
        long: "frequency-domain equalizer",
        meaning:
          "An equalizer that transforms blocks of samples, multiplies each frequency by one tap, and transforms back.",
      },
      {
        term: "cyclic prefix",
        meaning:
          "The end of a block, sent before the block. It makes a channel with echoes a circular convolution: one factor per frequency.",
      },
      {
        term: "bit loading",
        also: ["loaded OFDM"],
        meaning: "Giving strong carriers of OFDM more bits than weak ones. The transmitter must know the channel.",
      },
      {
        term: "turbo equalization",
        meaning:
          "An equalizer and a decoder that exchange LLRs in turns. Each takes what the other has learned as a priori knowledge.",
      },
    ],
  },
  {
    subject: "Convolution and filters",
    terms: [
      {
        term: "FFT",
        long: "fast Fourier transform",
        meaning:
          "An algorithm that computes the N frequency bins of N samples in a number of operations proportional to N log N.",
      },
      {
        term: "overlap-save",
        meaning:
          "Convolution in blocks by FFT. Blocks overlap by the filter’s memory, and the wrapped outputs are discarded.",
      },
      {
        term: "overlap-add",
        meaning: "Convolution in blocks by FFT. Blocks are padded with zeros, and the tails of the outputs are added.",
      },
      {
        term: "circular convolution",
        meaning: "Convolution whose end wraps to its beginning. Multiplying two spectra computes it.",
      },
      {
        term: "Toeplitz",
        meaning: "A matrix whose diagonals are constant. Convolution and MMSE equations have this form.",
      },
      {
        term: "FIR",
        long: "finite impulse response",
        meaning: "A filter without feedback. Its impulse response ends after its last tap.",
      },
      {
        term: "IIR",
        long: "infinite impulse response",
        meaning: "A filter with feedback. It needs few coefficients, and its impulse response decays but never ends.",
      },
      {
        term: "pole",
        meaning:
          "A root of the feedback polynomial. Inside the unit circle its response decays; the closer to the circle, the sharper the resonance and the longer the ringing.",
      },
      {
        term: "zero",
        only: ["zero on the circle", "zeros on the circle", "zeros near the circle"],
        meaning: "A root of the feed-forward polynomial. On the unit circle it removes one frequency.",
      },
      {
        term: "unit circle",
        meaning: "All complex numbers of magnitude 1. The point at angle ω stands for the frequency ω.",
      },
      {
        term: "group delay",
        meaning: "The delay of a narrow band around a frequency: minus the derivative of the phase.",
      },
      {
        term: "linear phase",
        meaning:
          "Equal group delay at all frequencies. Symmetric FIR filters have it; the waveform of a band keeps its shape.",
      },
      {
        term: "pass band",
        also: ["passband"],
        meaning: "The frequencies that a filter lets through, within its ripple.",
      },
      {
        term: "stop band",
        also: ["stopband"],
        meaning: "The frequencies that a filter attenuates by at least the required amount.",
      },
      { term: "ripple", meaning: "The difference between the largest and the smallest gain in a pass band, in dB." },
      { term: "Butterworth", meaning: "An IIR design with the flattest possible gain in the pass band." },
      {
        term: "Chebyshev",
        meaning: "An IIR design with equal ripple in one band and a steeper transition than Butterworth.",
      },
      {
        term: "elliptic",
        meaning:
          "An IIR design with equal ripple in both bands. For given ripples and order, no other IIR filter has a narrower transition.",
      },
      { term: "Bessel", meaning: "An IIR design with nearly constant group delay and little overshoot." },
      {
        term: "Parks–McClellan",
        meaning: "An algorithm that finds FIR taps. It minimizes the maximum of the weighted error.",
      },
      {
        term: "CIC",
        long: "cascaded integrator–comb",
        meaning: "A filter of running sums and differences. It needs no multiplications.",
      },
      {
        term: "prefix sum",
        also: ["scan"],
        meaning: "All partial sums of a sequence. A parallel machine computes them in log₂ N rounds.",
      },
      {
        term: "de-emphasis",
        meaning: "A low-pass filter in FM receivers that undoes the transmitter’s boost of high audio frequencies.",
      },
      { term: "aliasing", meaning: "Frequencies that fold onto others when a signal is sampled too slowly." },
    ],
  },
  {
    subject: "MIMO",
    terms: [
      {
        term: "MIMO",
        long: "multiple input, multiple output",
        meaning:
          "A link with several antennas at both ends. Antennas send different streams at the same time and frequency.",
      },
      {
        term: "LLR",
        long: "log-likelihood ratio",
        meaning: "The logarithm of P(bit = 1)/P(bit = 0). Its sign is the decision, its magnitude the certainty.",
      },
      {
        term: "MTT",
        long: "multi-pass trellis traversal",
        meaning:
          "A soft MIMO detector that walks a trellis with one stage per antenna and one node per symbol value. Each node keeps its best incoming path.",
      },
      { term: "K-best", meaning: "A MIMO detector that keeps the K best partial candidates after each antenna." },
      {
        term: "MMSE-PIC",
        long: "MMSE with parallel interference cancellation",
        meaning:
          "A MIMO detector that subtracts the interference it expects from the decoder’s LLRs, and then filters each stream.",
      },
      {
        term: "outer iteration",
        also: ["outer iterations"],
        meaning:
          "One pass through detector and decoder in an iterative receiver. The decoder’s LLRs are the detector’s priors in the next pass.",
      },
      {
        term: "calibrated",
        also: ["calibration"],
        meaning: "LLRs are calibrated if bits with the LLR L have the error rate 1/(1 + e^|L|).",
      },
      {
        term: "QR decomposition",
        also: ["QR"],
        meaning:
          "A matrix written as the product of a unitary and an upper triangular matrix. The triangle lets a detector decide antenna after antenna.",
      },
      {
        term: "diversity",
        meaning: "The number of independently fading paths that carry a bit. It sets the slope of the error curve.",
      },
      {
        term: "Rayleigh fading",
        meaning: "A channel gain that is a complex Gaussian number: the sum of many weak paths.",
      },
      { term: "trellis", meaning: "A graph of states over time. Every path is one possible sequence." },
    ],
  },
  {
    subject: "Codes",
    terms: [
      { term: "code rate", meaning: "Information bits per transmitted bit." },
      { term: "codeword", meaning: "One block of encoded bits." },
      {
        term: "LDPC",
        long: "low-density parity check",
        meaning: "A code defined by many sparse parity checks. Decoders pass messages between bits and checks.",
      },
      {
        term: "Turbo code",
        meaning:
          "Two short convolutional codes joined by an interleaver. Their decoders exchange what each has learned.",
      },
      {
        term: "QPP",
        long: "quadratic permutation polynomial",
        meaning:
          "LTE’s interleaver: position i reads bit (f₁i + f₂i²) mod K. Windows of equal length never read the same memory bank at once.",
      },
      {
        term: "CRC",
        long: "cyclic redundancy check",
        meaning:
          "A checksum of a few bits. A wrong block passes the check with probability 2⁻ⁿ, n being its length in bits.",
      },
      {
        term: "BCJR",
        meaning:
          "An algorithm that computes each bit’s exact a posteriori probability on a trellis. It is named after Bahl, Cocke, Jelinek and Raviv.",
      },
      { term: "Log-MAP", meaning: "BCJR with logarithms: max(a, b) plus a correction ln(1 + e^−|a−b|)." },
      { term: "Max-Log-MAP", meaning: "Log-MAP without its correction. It is faster and slightly worse." },
      {
        term: "extrinsic",
        meaning:
          "What a decoder or detector learns about a bit from all other bits. Turbo decoders pass only this part to each other.",
      },
      { term: "a posteriori", meaning: "After all observations have been used." },
      {
        term: "a priori",
        also: ["prior"],
        meaning: "Known before the present observation, for example from another decoder.",
      },
      {
        term: "EXIT chart",
        long: "extrinsic information transfer chart",
        also: ["EXIT"],
        meaning:
          "A decoder’s output information drawn over its input information. Iterations climb through the tunnel between two such curves, if there is one.",
      },
      {
        term: "waterfall region",
        meaning: "The part of an error curve in which errors vanish within a fraction of a dB.",
      },
      {
        term: "error floor",
        meaning:
          "The part of an error curve that falls only slowly. Pairs of codewords that differ in few bits cause it. In LDPC decoders trapping sets do: small groups of wrong bits that the checks cannot undo.",
      },
      { term: "puncturing", meaning: "Leaving out coded bits to raise the code rate." },
      { term: "min-sum", meaning: "LDPC decoding with minima in place of hyperbolic tangents." },
    ],
  },
  {
    subject: "Wi-Fi",
    terms: [
      {
        term: "OFDM",
        long: "orthogonal frequency-division multiplexing",
        meaning:
          "Many slow carriers side by side, made by one inverse FFT per symbol. On each carrier a channel with echoes is one complex factor.",
      },
      {
        term: "guard interval",
        meaning:
          "The end of an OFDM symbol, sent before the symbol. Echoes shorter than it do not reach from one symbol into the next.",
      },
      {
        term: "pilots",
        also: ["pilot"],
        meaning: "Carriers whose values the receiver knows. They show the phase and the timing of each symbol.",
      },
      {
        term: "PSDU",
        long: "physical-layer service data unit",
        meaning: "The octets that a Wi-Fi frame carries: a MAC header, the data, and the frame check sequence.",
      },
      {
        term: "FCS",
        long: "frame check sequence",
        also: ["frame check"],
        meaning: "The last four octets of a frame, a CRC-32 of the others. It reveals almost every wrong frame.",
      },
      {
        term: "PER",
        long: "packet error rate",
        also: ["packet error rate"],
        meaning: "Packets with at least one wrong bit, divided by all packets.",
      },
      {
        term: "CFO",
        long: "carrier frequency offset",
        also: ["carrier offset"],
        meaning:
          "The difference between the carrier frequencies of transmitter and receiver. It turns the phase of the samples.",
      },
      {
        term: "scrambler",
        meaning: "Adds a known sequence of bits, so that long runs of equal bits become rare.",
      },
      {
        term: "union bound",
        meaning:
          "An upper limit of an error rate: the sum of the probabilities of all error events. It is close at low error rates.",
      },
      {
        term: "survivor",
        also: ["survivors"],
        meaning: "The best path into a state of a trellis. The Viterbi algorithm keeps one per state.",
      },
    ],
  },
  {
    subject: "Recordings and computing",
    terms: [
      {
        term: "SigMF",
        long: "Signal Metadata Format",
        meaning: "A recording as two files: raw samples, and JSON that describes them.",
      },
      {
        term: "waterfall",
        also: ["spectrogram"],
        meaning: "Spectra of successive moments, drawn as rows or columns of colours.",
      },
      { term: "WebGPU", meaning: "The browser’s interface to the graphics processor." },
      { term: "kernel", meaning: "A small program that runs in parallel on a GPU." },
      { term: "workgroup", meaning: "GPU invocations that share fast memory and can wait for each other." },
      { term: "batch", meaning: "Many packets, signals or codewords that are processed together." },
      {
        term: "software adapter",
        meaning: "A program on the CPU that takes the place of a GPU. It computes the same results, slowly.",
      },
    ],
  },
];
