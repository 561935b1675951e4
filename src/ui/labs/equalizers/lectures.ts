import type { Lecture } from "../../kit/lecture.ts";
import H100 from "./h100.json" with { type: "json" };
import { LABORATORY } from "./laboratory-lecture.ts";

/** Two rays of nearly equal strength make a null of 32 dB at the carrier. */
const DEEP = "channel=custom&rays=0,0,0;0.3,180,50&packets=32";

const RECEIVER = H100["receiver/threeray 3104 packets"];
const SCHUR = H100["equalizer/schur 3104 × 186 unknowns"];

/**
 * What the equalizers lab teaches. The numbers are what the page shows of each step's scenario, with its seed; times
 * are from one H100 (docs/performance.md).
 */
export const LECTURES: readonly Lecture[] = [
  {
    id: "multipath-spectrum",
    chapter: "equalizers",
    teaches: ["multipath"],
    needs: ["noise and decibels"],
    title: "What multipath does to a spectrum",
    about: "An echo adds at some frequencies and cancels at others. Its delay sets how often, its phase sets where.",
    lab: "equalizers",
    steps: [
      {
        title: "One ray",
        text: "A single ray scales, rotates and delays the signal. Its gain is the same at all frequencies, so the channel’s response (dashed) is a flat line. Above the noise, the received spectrum has the shape of the sent one.",
        question: "Why does the received spectrum end in a floor that the sent spectrum does not have?",
        answer: "White noise has the same density at all frequencies. Outside the band only the noise is left.",
        scenario: "channel=none&ebn0=30&packets=8",
        focus: "spectrum",
      },
      {
        title: "A weak, late echo",
        text: "A second ray arrives 400 ns late and 10 dB weaker. At some frequencies it is in phase with the first, at others in opposite phase.",
        question:
          "How often does the response ripple? And with an echo that is 200 ns late? Predict both, then drag ray 2.",
        answer:
          "The response ripples between +2.4 and −3.3 dB, once per 1/400 ns = 2.5 MHz. With 200 ns it ripples once per 5 MHz. A longer delay brings the ripples closer together.",
        scenario: "channel=custom&rays=0,0,0;10,0,400&ebn0=30&packets=8",
        focus: "spectrum",
      },
      {
        title: "A strong echo",
        text: "The same echo is now only 1.5 dB weaker than the first ray. Where the two are in opposite phase they almost cancel: ripples become nulls.",
        question: "How many nulls lie within the 10 MHz that the signal occupies? And does an equalizer repair them?",
        answer:
          "Four: at ±1.25 and ±3.75 MHz. The first is half a ripple from the carrier, and the others follow every 2.5 MHz. Without an equalizer one bit in eight is wrong; after any of the equalizers no bit is.",
        scenario: "channel=custom&rays=0,0,0;1.5,0,400&ebn0=30&packets=8",
        focus: "spectrum",
      },
      {
        title: "The same echo, earlier",
        text: "At 50 ns the ripples are 20 MHz wide. The two rays are in phase at the carrier and add in most of the band.",
        question:
          "Where are the nulls now, and are there errors without an equalizer? Is a shorter delay always better?",
        answer:
          "Their nulls lie at ±10 MHz, where the signal has no power to lose. So even without an equalizer there are no errors. A shorter delay is not always better: there are fewer nulls, but the phase sets where they are, as the next step shows.",
        scenario: "channel=custom&rays=0,0,0;1.5,0,50&ebn0=30&packets=8",
        focus: "spectrum",
      },
      {
        title: "The same delay, another phase",
        text: "With a phase of 180° the second ray cancels the first at the carrier, where the signal is strongest.",
        question:
          "How far does the response fall at the carrier, and what does that cost without an equalizer? Where does the null move when the phase changes from 180° to 90°?",
        answer:
          "The response there is 16 dB below the response of one ray alone. Without an equalizer 3 % of the bits are wrong, although there is hardly any noise. At 90° the null moves to −5 MHz. A null lies where 2πfτ = θ + 180°, up to whole turns.",
        scenario: "channel=custom&rays=0,0,0;1.5,180,50&ebn0=30&packets=8",
        focus: "channel",
      },
    ],
  },
  {
    id: "null-in-band",
    chapter: "equalizers",
    teaches: ["nulls"],
    needs: ["multipath"],
    title: "A null in the band",
    about: "With every equalizer the cost of a null depends on its depth and on its place in the band.",
    lab: "equalizers",
    steps: [
      {
        title: "At the carrier",
        text: "In channel 1, rays 1 and 2 nearly cancel. A third ray, 20 dB weaker, moves their null to −0.4 MHz. The null is 21 dB below the channel’s largest gain in the band. The received spectrum has a dent where the sent one has its peak. Eb counts the first ray only here, so the next steps have the same transmitter and the same noise.",
        question: "How many errors does MMSE make? Why can an equalizer repair this at all?",
        answer:
          "MMSE makes 148 errors. The null is deep, but some signal is left in it. At this Eb/N0 it can still be amplified without adding too much noise.",
        scenario: "packets=32&ebn0Reference=direct&ebn0=20",
        focus: "spectrum",
      },
      {
        title: "Deeper",
        text: "Channel 2 differs in the phase of ray 2: it is 150°. The null moves to −1.7 MHz and deepens to 28 dB.",
        question: "The null is deeper. Does MMSE make more errors than on channel 1? What makes up for the depth?",
        answer:
          "Without an equalizer there are four times as many errors as on channel 1. MMSE makes 165 errors. On channel 1 it made 148, and the 95 % confidence intervals overlap. Power makes up for the depth. The rays of channel 1 deliver 0.24 times the power of its first ray, the rays of channel 2 deliver 0.49 times: 3 dB more. The deeper null is farther from the signal’s peak.",
        scenario: "channel=2&packets=32&ebn0Reference=direct&ebn0=20",
        focus: "spectrum",
      },
      {
        title: "The same received power",
        text: "Now Eb counts all rays, and Eb/N0 is 14 dB. On channel 2 the noise is then 3 dB stronger than on channel 1. There are two questions: how does a channel change a given link, and how does it change a given received power?",
        question: "Does the deeper null cost more now? What does this comparison leave out, and what remains?",
        answer:
          "Yes. MMSE makes 945 errors here and 109 on channel 1. The comparison leaves out the lost power. What remains is the loss of equalization. Eb/N0 is an average over the band. At the null the ratio is far lower, and the equalizer amplifies the noise there or leaves interference.",
        scenario: "channel=2&packets=32",
        focus: "spectrum",
      },
      {
        title: "At the edge",
        text: "In channel 3 the phase is 120°. The null, 22 dB deep, has moved to −2.9 MHz, on the slope of the spectrum. Transmitter and noise are the same as in the first step.",
        question:
          "Without an equalizer, are more or fewer bits wrong than on channel 1? If you could choose, where would you put a null?",
        answer:
          "Without an equalizer 110 bits are wrong; on channel 1 it was 14 820. MMSE makes no error in 196 608 bits. The best place is outside the band. There it removes no power, and the equalizer need not amplify anything. Here the rays deliver 1.06 times the power of the first ray.",
        scenario: "channel=3&packets=32&ebn0Reference=direct&ebn0=20",
        focus: "spectrum",
      },
      {
        title: "A perfect null",
        text: "Two rays of equal strength leave nothing at the carrier. At 20 dB channel 1 shows no error in 196 608 bits.",
        question:
          "Which makes more errors here, MMSE or ZF? Can a linear equalizer restore what is lost exactly at the null?",
        answer:
          "Here MMSE makes 1.4 × 10⁻³, and ZF seven times as many. What is lost exactly at the null stays lost: zero times anything is zero. The equalizer relies on the energy that each bit has at all other frequencies.",
        scenario: "channel=custom&rays=0,0,0;0,180,50&ebn0=20&packets=32",
        focus: "constellations",
      },
    ],
  },
  {
    id: "zf-noise",
    chapter: "equalizers",
    teaches: ["zero forcing"],
    needs: ["nulls"],
    title: "Why ZF amplifies noise",
    about: "Inverting the channel exactly amplifies the noise wherever the channel is weak.",
    lab: "equalizers",
    steps: [
      {
        title: "Hardly any noise",
        text: "Channel 2 has a null of 28 dB. Eb/N0 is 30 dB, so there is hardly any noise. Zero forcing inverts the channel.",
        question:
          "Are there errors, and how large is ZF’s EVM? What would the ideal zero-forcing equalizer do at the null?",
        answer:
          "There is no error in 196 608 bits, and the EVM is 18 %. Without multipath the EVM is still 15 %. That is the intersymbol interference of SOQPSK after the detection filter. At the null the ideal equalizer would multiply by 1/H. Its gain there is 28 dB more than where the channel is strongest, for signal and noise alike.",
        scenario: "channel=2&ebn0=30&packets=32",
        focus: "constellations",
      },
      {
        title: "Some noise",
        text: "Now Eb/N0 is 20 dB. Compare ZF with MMSE. Both use the same samples and the same channel estimate. They differ in one number that MMSE adds to the diagonal of its matrix.",
        question: "Whose clouds are wider? And what is that number?",
        answer:
          "At 20 dB ZF’s clouds are visibly wider than MMSE’s. The number is 2σ̂², the noise power. It keeps the inverse small where the channel is weaker than the noise. That is the best choice for a white signal; SOQPSK is not white, as “MMSE, the compromise” shows.",
        scenario: "channel=2&ebn0=20&packets=32",
        focus: "constellations",
      },
      {
        title: "Much noise",
        text: "Now Eb/N0 is 14 dB: the noise is four times as strong as in the last step.",
        question:
          "How many percent of the bits does ZF get wrong, and how many MMSE? ZF forces the interference to zero. Why is that not the best aim?",
        answer:
          "At 14 dB ZF gets 5.7 % of the bits wrong, MMSE 0.5 %. ZF’s clouds merge: the noise that it amplified at the null spreads over all bits. Errors come from interference and noise together. Minimizing one does not minimize their sum.",
        scenario: "channel=2&packets=32",
        focus: "constellations",
      },
      {
        title: "ZF against no equalizer",
        text: "This is channel 3, at 14 dB. Compare ZF with no equalizer, by the clouds and by the errors.",
        question: "Which has tighter clouds, and which has fewer errors? How can that be?",
        answer:
          "On channel 3 ZF makes more errors than no equalizer at all: 1.3 × 10⁻² against 1.1 × 10⁻². Yet its clouds look tighter. MMSE makes 7.6 × 10⁻⁴. EVM is an average. Without an equalizer all packets have about the same number of errors; ZF’s errors cluster in a few. Set Packets to 1 and try a few seeds.",
        scenario: "channel=3&packets=32",
        focus: "constellations",
      },
    ],
  },
  {
    id: "mmse-compromise",
    chapter: "equalizers",
    teaches: ["MMSE"],
    needs: ["zero forcing"],
    title: "MMSE, the compromise",
    about:
      "Invert where the signal dominates and do little where noise does. The formula is the best one for a white signal. An uncertain channel estimate has its price.",
    lab: "equalizers",
    steps: [
      {
        title: "A bad channel, a bad link",
        text: "Two rays 0.3 dB apart make a null of 32 dB at the carrier. Eb/N0 is 10 dB.",
        question:
          "Which makes fewer errors, ZF or MMSE? What does MMSE do where the channel is far weaker than the noise?",
        answer:
          "At 10 dB ZF gets one bit in ten wrong, MMSE 4.3 %. MMSE does not fill the null. It leaves some distortion, because removing it would add more noise. Where the channel is weakest, MMSE does almost nothing: H*/(|H|² + 2σ²) goes to zero with H, whereas 1/H goes to infinity.",
        scenario: `${DEEP}&ebn0=10`,
        focus: "constellations",
      },
      {
        title: "The same channel, a better link",
        text: "Eb/N0 is 10 dB higher than in the last step, and no setting of the equalizers has changed. The last column shows σ̂².",
        question: "What happens to σ̂², and to the errors of MMSE and ZF? How does the receiver know σ²?",
        answer:
          "With 10 dB more, MMSE is down to 3.0 × 10⁻⁴ and ZF makes six times as many. σ̂², in the last column, has fallen from 0.083 to 0.0097. So MMSE now inverts more of the null, without any change of settings. The receiver takes σ² from the preamble: the part that the best channel fit does not explain must be noise.",
        scenario: `${DEEP}&ebn0=20`,
        focus: "packets",
      },
      {
        title: "Hardly any noise",
        text: "At 30 dB 2σ̂² is 0.002.",
        question:
          "How far apart are the EVMs of MMSE and ZF now? What does MMSE become at the other extreme, when noise dominates everywhere?",
        answer:
          "MMSE and ZF are nearly the same equalizer: their EVMs are 17.3 and 17.2 %. Only at the null, where |H|² is about 0.005, does MMSE still stay 3 dB lower. When noise dominates everywhere, MMSE becomes the matched filter ĥ*(−n), scaled down, which gives the best ratio of signal to noise.",
        scenario: `${DEEP}&ebn0=30`,
        focus: "constellations",
      },
      {
        title: "The price of an estimate",
        text: "There is no multipath, and Eb/N0 is 8 dB. There is nothing to repair.",
        question: "Does MMSE make fewer errors than no equalizer, as many, or more? What would bring the two closer?",
        answer:
          "Without an equalizer the error rate is 9.2 × 10⁻⁴; with MMSE it is more than twice that. The channel estimate is noisy, and each of its 38 taps adds noise. A longer preamble, fewer taps, or an average over packets while the channel does not change would bring them closer.",
        scenario: "channel=none&ebn0=8&packets=32",
        focus: "estimate",
      },
      {
        title: "MMSE for a white signal",
        text: "This is channel 1 at 14 dB with good estimates: channel and carrier offset are averaged over 32 packets. Which equalizer should be best now? Compare the three in the strip.",
        question:
          "Which equalizer has the fewest errors and the smallest EVM? Does “minimum mean square error” keep its promise?",
        answer:
          "ZF makes 22 errors with an EVM of 28.3 %, MMSE 60 with 30.6 %, FDE2 15 with 27.6 %. The intervals of ZF and MMSE do not overlap. MMSE’s formula assumes a white signal. The Wiener filter is S·H*/(S|H|² + 2σ²), with the signal’s spectrum S. MMSE and FDE1 here have S = 1, as for a white signal. SOQPSK has 7 dB more at the carrier, where channel 1 has its null. So the ridge 2σ² is too large there, and the null stays. FDE2 knows S: it is the Wiener filter.",
        scenario: "packets=32&channelEstimate=batch&frequencyEstimate=batch&equalizers=zf,mmse,fde2",
        focus: "constellations",
      },
    ],
  },
  {
    id: "blind-aided",
    chapter: "equalizers",
    teaches: ["blind equalization"],
    needs: ["MMSE"],
    title: "Blind and aided",
    about: "CMA needs no known bits, only a constant envelope. But the envelope does not reveal the phase.",
    lab: "equalizers",
    steps: [
      {
        title: "Start from MMSE",
        text: "SOQPSK has a constant envelope, and multipath spoils it. CMA starts from the MMSE taps and takes gradient steps towards |s|² = 1.",
        question: "Does one pass make a measurable difference? Which bits does CMA know?",
        answer:
          "After one pass it makes 107 errors, MMSE 109. MMSE’s rate with its 95 % confidence interval is 6 (4.5 to 6.8) × 10⁻⁴, so one pass makes no measurable difference. CMA knows no bits. It only knows that the signal’s envelope should be constant.",
        scenario: "packets=32&cmaPasses=1",
        focus: "constellations",
      },
      {
        title: "Forty passes later",
        text: "Now CMA makes 40 passes in place of one.",
        question: "How many of MMSE’s errors are left, and why? Does CMA always win?",
        answer:
          "After 40 passes CMA makes 28 errors, a quarter of MMSE’s. There are two causes. MMSE depends on 384 known samples and their noise, whereas CMA has averaged over all 12 672 samples of the packet. And MMSE’s formula is the best one for a white signal only: with averaged estimates MMSE still makes 60 errors, and CMA 27. CMA does not always win. On channel 3 CMA makes 215 errors after 40 passes, and MMSE 150. A flat envelope is not the same as few errors.",
        scenario: "packets=32&cmaPasses=40",
        focus: "constellations",
      },
      {
        title: "Blind start",
        text: "A blind CMA starts from a single spike at the centre. It makes twelve passes.",
        question: "Has it converged? What did the MMSE start save?",
        answer:
          "After twelve passes it has not converged: its EVM is 43 %, and one bit in five is wrong. The MMSE start saved most of the passes. The next step shows what else.",
        scenario: "packets=32&cmaStart=blind",
        focus: "constellations",
      },
      {
        title: "A hundred blind passes",
        text: "The start is blind again, but now CMA makes a hundred passes.",
        question: "Are the clouds tighter, and are fewer bits wrong? If anything is wrong, what is it?",
        answer:
          "After a hundred blind passes the clouds are about as tight as with the MMSE start: the EVM is 31 %. Still one bit in five is wrong. The phase is wrong, which the envelope does not reveal. Set Packets to 1. With seed 1, 5 % of the bits are wrong. With seed 2 the bits are inverted, and 98 % are wrong. The 192 known bits could tell: one complex gain, fitted to them, would turn the points. Differential coding is another remedy. This receiver only has a phase loop, which is too slow to turn by 180° within the known bits.",
        scenario: "packets=32&cmaStart=blind&cmaPasses=100",
        focus: "constellations",
      },
      {
        title: "A longer step",
        text: "Now the step μ is 0.4, ten times as long.",
        question: "What happens to the error rate? Up to which step does CMA converge? Try 0.04, 0.08, 0.16 and 0.32.",
        answer:
          "With μ = 0.4, ten times as long, each step overshoots by more than the last and the descent diverges. CMA’s output no longer depends on the bits: the error rate is one half. 0.08 and 0.16 get further in twelve passes than 0.04. At 0.32 most packets are lost. 0.04 keeps a margin.",
        scenario: "packets=32&cmaStep=0.4",
        focus: "constellations",
      },
    ],
  },
  {
    id: "frequency-domain",
    chapter: "equalizers",
    teaches: ["frequency-domain equalization"],
    needs: ["MMSE", "FFT convolution"],
    title: "Frequency-domain equalization without a cyclic prefix",
    about: "If convolution is circular, one division per bin equalizes. Here it is not, yet the method works.",
    lab: "equalizers",
    steps: [
      {
        title: "One division per bin",
        text: "FDE1 transforms a packet, multiplies each of 16 384 bins by H*/(|H|² + 2σ̂²), and transforms back. This is MMSE for a white signal, bin by bin.",
        question: "Does it make as many errors as MMSE? Why are the two not exactly equal?",
        answer:
          "FDE1 makes about as many errors: 111, and MMSE 109. MMSE has 186 taps, FDE1 as many as it has bins. Its taps beyond these 186 are small, but not zero.",
        scenario: "packets=32",
        focus: "constellations",
      },
      {
        title: "The wrap-around",
        text: "Multiplying transforms convolves in a circle: the end of the block wraps into its beginning. OFDM sends a cyclic prefix so that this is correct. This signal has no prefix. Instead the block holds 200 samples before the packet and 3512 after it, and the receiver discards both ends. This is channel 2.",
        question: "Compare FDE1 with MMSE: what does the wrap-around cost? How far does it reach into the block?",
        answer:
          "On channel 2 FDE1 makes 955 errors and MMSE 945: the wrap costs almost nothing. It reaches as far as the equalizer’s impulse response. That decays within the discarded samples.",
        scenario: "packets=32&channel=2",
        focus: "constellations",
      },
      {
        title: "Knowing the spectrum",
        text: "FDE2 also uses the signal’s spectrum Ψ. It replaces 2σ̂² by 2σ̂²/Ψ: the Wiener filter of SOQPSK. In the middle of the band Ψ is 7 dB. With the true channel FDE2 would fill channel 1’s null by 4.8 dB more than FDE1. At the edges Ψ is small and the gain is lower, but the detection filter removes the edges anyway.",
        question: "How many errors does this save? Does it always help? Try channel 2, and then averaged estimates.",
        answer:
          "FDE2 makes 51 errors, less than half of FDE1’s. It does not always help. On channel 2 FDE2 makes 1498 errors and FDE1 955. With the true channel FDE2 would fill this null by 8.4 dB more. So it distorts less, but it passes more noise and more of the estimate’s error. With averaged estimates most of the loss disappears: 598 against 522.",
        scenario: "packets=32&equalizers=mmse,fde1,fde2",
        focus: "estimate",
      },
      {
        title: "An inverted fraction",
        text: "The original program multiplied σ̂² by Ψ instead of dividing. So it lowered the gain in the middle of the band and not at the edges.",
        question: "How many errors does FDE2 make now? Would you have noticed from FDE2 alone?",
        answer:
          "On channel 1 that makes 771 errors instead of 51. FDE2 alone hardly shows it: compared with no equalizer it still looks good. A comparison on the same samples reveals it.",
        scenario: "packets=32&fdeWeighting=original",
        focus: "constellations",
      },
    ],
  },
  {
    id: "preamble",
    chapter: "equalizers",
    teaches: ["synchronization"],
    needs: ["multipath"],
    title: "What the preamble buys",
    about:
      "The first 192 bits of each packet are known. They give its start, its carrier offset, its channel and its noise power.",
    lab: "equalizers",
    steps: [
      {
        title: "Where is the packet?",
        text: "The preamble repeats one word of 32 samples eight times. T compares it with the received samples. Without noise, multipath and carrier offset it is 0.98, because the detector quantizes the known word to eight phases. Here, on channel 1 at 6 dB, it is 0.70 on average. The detector finds all 32 packets without knowing where the first one starts.",
        question:
          "In 10⁷ samples of noise T stays below 0.12, but in data it reaches 0.38. How does the detector tell data from a preamble?",
        answer: "By averaging T over 32 packets, one packet length apart. Data do not repeat at that distance.",
        scenario: "packets=32&ebn0=6&firstOffset=9000",
        focus: "packets",
      },
      {
        title: "What is the carrier offset?",
        text: "From one period of the preamble to the next the phase turns by 32 ω. That gives the carrier offset of each packet: about 0.09 rad/sample here, with a standard deviation of 0.00024 rad/sample. The offset also lowers T, to 0.59: within 32 samples the phase turns by 165°, so the coherent sum loses power.",
        question: "Why can the offset not be measured beyond ±0.098 rad/sample?",
        answer: "Because 32 × 0.098 = π. Beyond 180° the direction of the turn is ambiguous.",
        scenario: "packets=32&frequencyOffset=0.09",
        focus: "packets",
      },
      {
        title: "What did the channel do?",
        text: "The known bits are the channel’s input and the received samples its output. Least squares finds the 38 taps between them. In the band the estimate follows the true channel. Outside the band the preamble has no power, and the estimate scatters. The weighted error is −22 dB.",
        question: "What does 6 dB less Eb/N0 do to that error? Try 14 dB.",
        answer:
          "It rises to −16 dB. The error of the estimate comes from noise, so it follows the noise decibel for decibel.",
        scenario: "packets=32&ebn0=20",
        focus: "estimate",
      },
      {
        title: "How strong is the noise?",
        text: "The residual of the fit gives σ̂², in the last column. At 14 dB without multipath it is about 0.037, for samples of unit power. Theory agrees: half of 2/(Eb/N0 + 2) with Eb/N0 = 25 is 0.037.",
        question: "Which equalizers need it?",
        answer:
          "MMSE, FDE1 and FDE2, to decide where noise dominates. ZF does not need it; CMA needs it only for its MMSE start.",
        scenario: "channel=none&packets=32",
        focus: "packets",
      },
    ],
  },
  {
    id: "carrier",
    chapter: "equalizers",
    teaches: ["carrier recovery"],
    needs: ["synchronization"],
    title: "Following the carrier",
    about: "An offset of a thousandth of a radian per sample seems small, but it adds up over 12 672 samples.",
    lab: "equalizers",
    steps: [
      {
        title: "A loop that follows",
        text: "There is no multipath, and Eb/N0 is 8 dB. The preamble’s ω̂ is off by some 0.0009 rad/sample, which adds up to more than a turn over a packet. A second-order loop learns this residual offset. The error rate without an equalizer is 9.2 × 10⁻⁴.",
        question: "0.0009 rad over 12 672 samples: how many turns?",
        answer: "11 rad, or 1.8 turns. Without a loop the points would rotate through all four quadrants.",
        scenario: "channel=none&ebn0=8&packets=32&equalizers=none,mmse",
        focus: "constellations",
      },
      {
        title: "No loop",
        text: "“Ideal phase” switches the loop off and relies on ω̂.",
        question:
          "What do the clouds look like now, and how many bits are wrong? With which other setting would “ideal phase” be correct?",
        answer:
          "The points rotate into other quadrants, so the clouds smear into rings. About half of the bits are wrong. “Ideal phase” would be correct with the true offset: set the frequency estimate to “known offset”.",
        scenario: "channel=none&ebn0=8&packets=32&equalizers=none,mmse&loop=ideal",
        focus: "constellations",
      },
      {
        title: "A first-order loop",
        text: "The original’s first-order loop follows a constant phase, but it lags behind a steadily changing phase. Here ω̂ comes from a single packet.",
        question: "Does the loop hold? Why did it work in the original receiver?",
        answer:
          "With ω̂ from a single packet it lags too far and slips. Without an equalizer a quarter of the bits are wrong. The original averaged ω̂ over its whole batch first, as the next step does over 32 packets.",
        scenario: "channel=none&ebn0=8&packets=32&equalizers=none,mmse&loop=first-order",
        focus: "constellations",
      },
      {
        title: "A better start",
        text: "The loop is of first order again. But now ω̂ is averaged over 32 packets.",
        question: "Does the loop hold now? When does averaging fail?",
        answer:
          "Averaged over 32 packets, ω̂ is accurate enough for the first-order loop. Without an equalizer the error rate is 8.8 × 10⁻⁴, about as with the second-order loop. Averaging fails when packets have different offsets, for example from different transmitters or from one that accelerates.",
        scenario: "channel=none&ebn0=8&packets=32&equalizers=none,mmse&loop=first-order&frequencyEstimate=batch",
        focus: "constellations",
      },
    ],
  },
  {
    id: "noise-and-decibels",
    chapter: "signals",
    teaches: ["noise and decibels"],
    needs: ["complex samples"],
    title: "Noise and decibels",
    about: "Why powers are counted in decibels, what Eb/N0 compares, and how noise becomes bit errors.",
    lab: "equalizers",
    steps: [
      {
        title: "A floor under the spectrum",
        text: "There is no multipath here. The received spectrum is the transmitted one plus white noise, which has the same density at every frequency. Inside the band the signal hides it. At the edges only the noise is left: a floor at −18 dB, for an Eb/N0 of 14 dB.",
        question: "Where will the floor be for an Eb/N0 of 17 dB? Predict it, then set 17 dB.",
        answer: "At −21 dB. Three decibels less noise is half of its power: 10 log₁₀ 2 = 3.01.",
        scenario: "channel=none&packets=32&equalizers=none",
        focus: "spectrum",
      },
      {
        title: "Multiply by adding",
        text: "A decibel is a ratio: 10 dB is ten times the power, 3 dB twice. Ratios multiply, decibels add. So 14 dB is a ratio of 25: 10 dB, 1 dB and 3 dB are factors of 10, 1.26 and 2.",
        question: "Which ratios are 20 dB, 17 dB and −3 dB? Do it without a calculator.",
        answer: "100, 50 and one half. 17 dB is 20 dB less 3 dB: half of 100.",
        scenario: "channel=none&packets=32&equalizers=none&ebn0=20",
        focus: "spectrum",
      },
      {
        title: "Eb/N0 and SNR",
        text: "Eb is the received energy per bit, N0 the noise power per hertz. Eb/N0 does not depend on the bandwidth that a receiver happens to sample. The ratio of signal power to noise power does. This receiver takes two samples per bit, so its noise covers twice the bit rate in hertz. The signal-to-noise ratio of the samples is Eb/N0 less 3 dB.",
        question:
          "With four samples per bit, what would the SNR of the samples be at an Eb/N0 of 14 dB? Would more bits be wrong?",
        answer:
          "8 dB: four times the bit rate holds four times the noise of one bit rate, which is 6 dB. No more bits would be wrong, because the detection filter removes the noise outside the signal’s band.",
        scenario: "channel=none&packets=32&equalizers=none",
        focus: "packets",
      },
      {
        title: "From noise to errors",
        text: "Each cloud is a symbol value with noise. A bit is wrong when the noise carries its point across an axis. At 8 dB the bit error rate with its 95 % confidence interval is 9 (7.7 to 11) × 10⁻⁴.",
        question:
          "How many times more bits are wrong with twice the noise power? Guess first, then set 5 dB. And how many with four times, at 2 dB?",
        answer:
          "Far more than twice as many: 12 times and 53 times. Near 8 dB each decibel of noise more than doubles the errors, because a Gaussian’s tail falls faster than any power.",
        scenario: "channel=none&packets=32&equalizers=none&ebn0=8",
        focus: "constellations",
      },
    ],
  },
  {
    id: "counting",
    chapter: "signals",
    teaches: ["error rates"],
    needs: ["noise and decibels"],
    title: "How sure is an error rate?",
    about: "Zero errors do not mean a zero error rate, and ten errors give only a rough rate.",
    lab: "equalizers",
    steps: [
      {
        title: "No error",
        text: "One packet without multipath at 14 dB has no error in 6144 bits. That does not show an error rate of zero. If bits failed independently, the rate would be below 6.0 × 10⁻⁴ with 97.5 % confidence. But a whole packet can be lost, and one packet says almost nothing about that.",
        question: "How many packets without an error show, with the same confidence, that fewer than 1 in 100 has one?",
        answer: "About 370: the limit is 3.7 over the number of packets.",
        scenario: "channel=none&packets=1&equalizers=none,mmse",
        focus: "constellations",
      },
      {
        title: "Still no error",
        text: "There is still no error in 64 packets, which hold 393 216 bits. With 97.5 % confidence fewer than 5.6 % of all packets have one. Each packet has new noise, so packets fail independently. Theory predicts a rate; measuring it takes more bits.",
        question: "Why not simply lower Eb/N0?",
        answer:
          "That is common: count where errors are frequent and extrapolate the curve. It is valid only where theory excludes an error floor.",
        scenario: "channel=none&equalizers=none,mmse",
        focus: "constellations",
      },
      {
        title: "A curve with bars",
        text: "Press space if the sweep has not started. Each point has its 95 % confidence interval. The interval counts packets, because the bits of one packet fail together. Bars are short where errors are many, on the left, and long where they are few. An arrow is the upper limit where no error was seen.",
        question: "How many errors make a bar of ±20 %, if each is in a different packet?",
        answer:
          "About a hundred. The standard deviation of a count of n is √n, and 1.96/√100 is 20 %. Errors in one packet count almost as a single event.",
        scenario: "packets=8&equalizers=zf,mmse,cma&sweep=6:2:18",
        focus: "ber",
      },
    ],
  },
  LABORATORY,
  {
    id: "gpu-batch",
    chapter: "gpu",
    teaches: ["batches on a GPU"],
    needs: ["MMSE", "memory traffic"],
    title: "How a GPU does 3104 packets at once",
    about: `Two seconds of radio take ${RECEIVER.ms.toFixed(1)} ms on one H100, because most of the work is independent.`,
    lab: "equalizers",
    steps: [
      {
        title: "Two seconds of radio",
        text: "3104 packets are 39 million samples and last 1907 ms on the air. All pass preamble detection, estimation, five equalizers and the detector. The dotted line is real time: a stage left of it is faster than the packets arrive. On a software adapter the page measures only on request, because a CPU’s times say nothing about a GPU.",
        question: "What can be done at the same time?",
        answer:
          "All packets, once they have been found, unless an estimate is averaged over them. Within a packet: taps, bins and samples, but not successive steps of the loop.",
        scenario: "",
        focus: "timings",
      },
      {
        title: "Independent blocks",
        text: "The receiver cuts the recording into blocks of 32 packets that overlap by a little more than a packet. Each packet lies entirely within one block, with the samples around it. So blocks are independent, and the number that fits in memory does not change the result.",
        question: "What does a single packet cost?",
        answer:
          "Hardly less than a block, because most of the GPU is idle. Compare the time in the status line for 1 and for 32 packets.",
        scenario: "packets=1",
        focus: "packets",
      },
      {
        title: "Solving 3104 systems",
        text: `MMSE solves 186 equations per packet. The matrix is Toeplitz: each diagonal holds one number, so one column defines it. The Schur recursion takes 186 steps, each a rotation of 38 numbers. The steps are serial; numbers and packets are parallel. One H100 solves all 3104 systems in ${SCHUR.ms.toFixed(2)} ms. The thesis’s sparse solver took 355 ms. “Compare solvers” times four solvers on this adapter.`,
        question: "The thesis’s Levinson recursion took 2500 ms. What slows it down?",
        answer:
          "Each step waits for a sum. The band shortens this sum, but not the vectors that each step updates: they grow to all 186 unknowns.",
        scenario: "equalizers=zf,mmse&packets=32",
        focus: "solvers",
      },
      {
        title: "Rounding and condition",
        text: "Press “Compare solvers”. Each mark is one packet’s system, solved in float32 and compared with float64. The condition number κ says how much a small change of the system can change its solution. The dotted line is κ times the rounding of float32, 2⁻²⁴.",
        question: "Why do ZF’s systems have a larger κ than MMSE’s? Why are the errors of LU and of banded LU equal?",
        answer:
          "MMSE adds the noise variance to all eigenvalues, which raises the small ones relatively most. Where the channel has a null, ZF has a small eigenvalue. Banded LU omits only products with zeros, so it computes the same numbers as LU, with fewer operations.",
        scenario: "channel=2&packets=8&ebn0=20",
        focus: "solvers",
      },
      {
        title: "A serial loop",
        text: "The detector’s loop needs each decision before the next: 3168 steps in sequence. Each packet has exactly one loop. In each workgroup 32 invocations run one loop each, and the 192 others only prefetch samples.",
        question: "Would a faster clock or more cores help this stage?",
        answer: "A faster clock. More cores help only with more packets.",
        scenario: "equalizers=none,mmse,cma&packets=32",
        focus: "timings",
      },
    ],
  },
];
