import type { Lesson } from "../../figures/lesson.ts";

const STANDARD = "IEEE Std 802.11-2012";

export const FRAME_LESSON: Lesson = {
  equation: String.raw`N_\mathrm{SYM} = \left\lceil \frac{16 + 8\,\mathrm{LENGTH} + 6}{N_\mathrm{DBPS}} \right\rceil, \qquad T = 20\,\mu\mathrm{s} + 4\,\mu\mathrm{s} \cdot N_\mathrm{SYM}`,
  where: [
    [String.raw`\mathrm{LENGTH}`, "octets of the PSDU"],
    [String.raw`N_\mathrm{DBPS}`, "data bits per symbol: 24 at 6 Mbit/s, 216 at 54 Mbit/s"],
    ["16, 6", "bits of SERVICE and of the tail"],
    ["T", "duration of the frame at 20 MHz; at 10 MHz it is twice as long"],
  ],
  source: `${STANDARD}, 18.3.2 and 18.3.5.4.`,
  changes: [
    "A faster rate: fewer symbols for the same octets. The preamble and SIGNAL stay as long.",
    "A longer PSDU: more symbols. The last symbol is filled with padding.",
    "Echoes: each symbol reaches into the guard interval of the next one.",
  ],
};

export const ACQUISITION_LESSON: Lesson = {
  equation: String.raw`|\rho(n)|^2 = \frac{\bigl|\sum_{k=0}^{47} \overline{x_{n+k}}\,x_{n+k+16}\bigr|^2}{\sum_k |x_{n+k}|^2 \;\sum_k |x_{n+k+16}|^2}`,
  where: [
    ["x_n", "received samples, 20 MS/s"],
    ["16", "period of the short training, in samples"],
    [String.raw`\arg \sum`, "16 times the phase advance per sample: the coarse carrier offset"],
  ],
  source: `T. M. Schmidl and D. C. Cox, Robust frequency and timing synchronization for OFDM, IEEE Trans. Commun. 45 (1997); ${STANDARD}, 18.3.3.`,
  changes: [
    "A lower SNR: the plateau sinks to (SNR/(1 + SNR))², with the SNR per sample.",
    "A carrier offset: nothing. All products turn by the same angle.",
    "Echoes: the plateau stays, because echoes of a periodic signal have the same period.",
  ],
};

export const CHANNEL_LESSON: Lesson = {
  equation: String.raw`\hat H_k = \tfrac12\,(Y_{1,k} + Y_{2,k})\,L_k, \qquad \hat\sigma^2 = \frac{1}{2 \cdot 52} \sum_k |Y_{1,k} - Y_{2,k}|^2`,
  where: [
    ["Y_{1,k}, Y_{2,k}", "carrier k of the two long training symbols"],
    ["L_k", "what the training sends: 1 or −1"],
    [String.raw`\hat\sigma^2`, "noise power per carrier"],
  ],
  source: `${STANDARD}, 18.3.3; least squares.`,
  changes: [
    "A higher SNR: the estimate approaches the truth. Its error has half the noise power per carrier.",
    "A longer delay spread: more and deeper notches.",
    "Another packet: another channel with the same statistics.",
  ],
};

export const PILOTS_LESSON: Lesson = {
  equation: [
    String.raw`\varphi_s = \arg \sum_p \overline{\hat H_p}\,P_{s,p}\,Y_{s,p}`,
    String.raw`\tau_s = \frac{64}{2\pi} \cdot \frac{\sum_p |\hat H_p|^2\,p\;\arg\bigl(\overline{\hat H_p} P_{s,p} Y_{s,p}\,e^{-j\varphi_s}\bigr)}{\sum_p |\hat H_p|^2\,p^2}`,
  ],
  where: [
    ["p", "the pilots’ carriers: −21, −7, 7, 21"],
    ["P_{s,p}", "what pilot p sends in symbol s: 1 or −1"],
    [String.raw`\varphi_s, \tau_s`, "common phase, and drift of the sampling time in samples"],
  ],
  source: `${STANDARD}, 18.3.5.9 and 18.3.5.10.`,
  changes: [
    "A carrier offset: its estimate from the training has a small error, and the phase turns by it.",
    "A clock offset: the drift grows in a straight line.",
    "A lower SNR: both scatter more, the drift most, since only four carriers measure it.",
  ],
};

export const CONSTELLATION_LESSON: Lesson = {
  equation: String.raw`\hat s_k = \frac{Y_k}{\hat H_k}\,e^{-j(\varphi_s + \theta_s k)}, \qquad \mathrm{EVM} = 10\log_{10} \overline{|\hat s_k - s_k|^2}\ \mathrm{dB}`,
  where: [
    [String.raw`\varphi_s, \theta_s`, "phase and slope from the pilots of symbol s"],
    ["s_k", "nearest point of the constellation, whose mean energy is 1"],
  ],
  source: `${STANDARD}, 18.3.5.8 and 18.3.9.7.4.`,
  changes: [
    "A higher SNR: smaller clouds. The EVM falls by 1 dB per dB.",
    "A notch of the channel: the points of its carriers scatter widely.",
    "Wrong decisions: the EVM is too small, because the nearest point is not the one that was sent.",
  ],
};

export const CARRIER_ERROR_LESSON: Lesson = {
  equation: String.raw`\mathrm{EVM}_k \approx \frac{\sigma^2}{|H_k|^2}\left(1 + \tfrac12\right)`,
  where: [
    [String.raw`\sigma^2`, "noise power per carrier"],
    [String.raw`\tfrac12`, "the error of least squares from two training symbols"],
  ],
  source: "The mean over all symbols of the frame.",
  changes: [
    "Echoes: the curve is |H|² upside down.",
    "A flat channel: all carriers are alike.",
    "A longer frame: a smoother curve.",
  ],
};

export const SYMBOL_ERROR_LESSON: Lesson = {
  equation: String.raw`\mathrm{EVM}_s = 10\log_{10} \frac{1}{48}\sum_k |\hat s_{s,k} - s_{s,k}|^2`,
  where: [["s", "data symbol, from 0; each takes 4 µs at 20 MHz"]],
  source: "The mean over the 48 data carriers of one symbol.",
  changes: [
    "Doppler: the channel leaves its estimate, and the error grows along the frame.",
    "A clock offset: windows drift, and pilots correct it until the guard interval is used up.",
    "A channel that stands still: a flat line with noise.",
  ],
};

export const LLR_LESSON: Lesson = {
  equation: String.raw`L(b) = \frac{1}{\sigma^2}\Bigl(\min_{s:\,b=0} |Y_k - H_k s|^2 - \min_{s:\,b=1} |Y_k - H_k s|^2\Bigr)`,
  where: [
    ["L(b)", "log-likelihood ratio of a bit, by the max-log approximation; positive for a 1"],
    ["H_k", "the channel weights each carrier by its power"],
    [String.raw`\sigma^2`, "noise power per carrier"],
  ],
  source: "F. Tosato and P. Bisaglia, Simplified soft-output demapper for binary interleaved COFDM, ICC 2002.",
  changes: [
    "A notch: the LLRs of its carriers are near zero, and the decoder ignores them.",
    "16-QAM and 64-QAM: the first bit of each axis is safer than the last one.",
    "A higher SNR: all LLRs grow in proportion.",
  ],
};

export const TRELLIS_LESSON: Lesson = {
  equation: [
    String.raw`M_{t+1}(s') = \max_{s \to s'} \bigl( M_t(s) + (a - \tfrac12) L_A(t) + (b - \tfrac12) L_B(t) \bigr)`,
    String.raw`a = 133_8 \cdot u, \qquad b = 171_8 \cdot u \pmod 2`,
  ],
  where: [
    ["M_t(s)", "metric of the best path into state s"],
    ["L_A, L_B", "LLRs of the two coded bits; 0 if punctured"],
    ["u", "the input bit and the six before it; the state holds the six"],
  ],
  source: `G. D. Forney, The Viterbi algorithm, Proc. IEEE 61 (1973); ${STANDARD}, 18.3.5.6.`,
  changes: [
    "The first steps: the encoder starts in state 000000, so few states can be reached.",
    "A lower SNR: survivors merge later.",
    "Puncturing: less is known per step, so survivors merge later, too.",
  ],
};

export const BIT_LESSON: Lesson = {
  equation: [
    String.raw`u_t = d_t \oplus z_t, \qquad z_t = z_{t-7} \oplus z_{t-4}`,
    String.raw`A_t = u_t \oplus u_{t-2} \oplus u_{t-3} \oplus u_{t-5} \oplus u_{t-6}, \qquad B_t = u_t \oplus u_{t-1} \oplus u_{t-2} \oplus u_{t-3} \oplus u_{t-6}`,
    String.raw`i = \tfrac{N}{16}(k \bmod 16) + \lfloor \tfrac{k}{16} \rfloor, \qquad j = s\lfloor \tfrac{i}{s} \rfloor + \bigl(i + N - \lfloor \tfrac{16 i}{N} \rfloor\bigr) \bmod s`,
  ],
  where: [
    ["d_t", "bits of SERVICE, PSDU and tail"],
    ["z_t", "the scrambler’s sequence of 127 bits"],
    ["A_t, B_t", "coded bits; those in which a bit is a term carry its information"],
    [
      "k, j",
      "place in a symbol before and after the interleaver; N coded bits per symbol, s = max(1, bits per carrier / 2)",
    ],
  ],
  source: `${STANDARD}, 18.3.5.5 to 18.3.5.8.`,
  changes: [
    "The next bit: its neighbours share most coded bits, shifted by one step.",
    "A faster code rate: some of the ten coded bits are punctured.",
    "Another modulation: more bits share a carrier, and neighbours lie on carriers further apart.",
  ],
};

export const OCTETS_LESSON: Lesson = {
  equation: String.raw`\mathrm{FCS} = \overline{\bigl(x^k (x^{31} + \dots + 1) + x^{32} M(x)\bigr) \bmod G(x)}, \quad G = x^{32} + x^{26} + x^{23} + x^{22} + x^{16} + x^{12} + x^{11} + x^{10} + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1`,
  where: [
    ["M(x)", "the k bits of header and body"],
    ["G(x)", "generator of CRC-32, which Ethernet uses, too"],
  ],
  source: `${STANDARD}, 8.2.4.`,
  changes: [
    "One wrong bit: the frame check fails, and the receiver does not acknowledge the frame.",
    "An encrypted body: its octets look random; the header stays readable.",
  ],
};

export const RECORDING_LESSON: Lesson = {
  equation: String.raw`f_s = 20\,\mathrm{MS/s}: \qquad x \;\to\; \text{autocorrelation} \to \text{timing, offset} \to \hat H \to \mathrm{SIGNAL} \to \text{LLRs} \to \text{Viterbi} \to \mathrm{CRC}`,
  where: [["x", "the recording, resampled to 20 MS/s, or to 10 MS/s for channels of 10 MHz"]],
  source: `${STANDARD}, clause 18. The list’s SNR comes from both long training symbols, the EVM from the equalized data.`,
  changes: [
    "Wrong sample rate: no frame is found.",
    "A frame that the recording’s end cuts off: the list says so.",
    "Two frames at once: the stronger one may survive.",
  ],
};

export const PER_LESSON: Lesson = {
  equation: [
    String.raw`\mathrm{PER} = \frac{\text{packets with a wrong bit}}{\text{packets}}`,
    String.raw`\mathrm{PER} \le \frac{n}{p} \sum_d a_d\,P_d, \qquad P_d = Q\bigl(\sqrt{2\,d\,\mathrm{SNR}}\bigr) \ \text{for BPSK}`,
  ],
  where: [
    ["a_d", "error events of weight d that begin in a puncturing period of p steps"],
    ["n", "steps of the trellis: 16 bits of SERVICE and the bits of the PSDU"],
    ["P_d", "probability that d coded bits favour the wrong path"],
  ],
  source: `A. J. Viterbi, Convolutional codes and their performance in communication systems, IEEE Trans. Commun. 19 (1971). Published: MATLAB WLAN Toolbox, from the tables in ns-3.`,
  changes: [
    "A longer packet: more chances for an error. In white noise the curve moves right by less than 1 dB per factor of ten.",
    "Echoes: packets whose channel fades fail at any rate, so the curve is flat.",
    "A better estimator: the curve moves left, towards the genie’s.",
  ],
};

export const THROUGHPUT_LESSON: Lesson = {
  equation: String.raw`R = \frac{8\,\mathrm{LENGTH}\,(1 - \mathrm{PER})}{20\,\mu\mathrm{s} + 4\,\mu\mathrm{s} \cdot N_\mathrm{SYM}}`,
  where: [
    [String.raw`\mathrm{LENGTH}`, "octets of the PSDU"],
    [String.raw`N_\mathrm{SYM}`, "data symbols; at 10 MHz all durations are twice as long"],
  ],
  source: "Frames follow each other without gaps and acknowledgements, which a real network needs.",
  changes: [
    "Shorter packets: the preamble takes a larger share of the time.",
    "A channel that fades: the ranges of the rates overlap, and the envelope rises slowly.",
  ],
};
