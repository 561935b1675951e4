import type { Lecture } from "../../kit/lecture.ts";

const AVERAGED = "channelEstimate=batch&frequencyEstimate=batch";

/** Why the published measurements order the equalizers otherwise: docs/laboratory.md, as steps with 32 packets each. */
export const LABORATORY: Lecture = {
  id: "laboratory",
  chapter: "equalizers",
  teaches: ["model criticism"],
  needs: ["blind equalization", "frequency-domain equalization", "error rates"],
  title: "What the laboratory saw",
  about: "Measured curves and a model disagree. Which assumption explains which difference, and what stays open?",
  lab: "equalizers",
  steps: [
    {
      title: "Two rankings",
      text: "Press “published” in the BER figure. The thesis measured these curves with hardware. Its Eb/N0 axis is not calibrated, so only the ranking can be compared. On channel 1 the laboratory saw ZF, MMSE and FDE1 best and CMA worst. Here, at 14 dB, CMA makes 56 errors in 32 packets, MMSE 109 and ZF 100. The intervals of MMSE and ZF overlap. A long run ranks them: 6.9 × 10⁻⁴ and 8.5 × 10⁻⁴ (docs/laboratory.md).",
      question:
        "Is the axis really off? Choose “No multipath” and compare its curve without an equalizer at 6 dB with the long dashes.",
      answer:
        "Yes. Without an equalizer the laboratory has 5.1 × 10⁻⁴ at 6 dB. Theory has 5.2 × 10⁻³ there, with carrier and timing known.",
      scenario: "packets=32&sweep=8:2:16",
      focus: "ber",
    },
    {
      title: "MMSE without noise",
      text: "In the laboratory the rates of ZF and MMSE differ by at most 0.6 % wherever they exceed 10⁻⁶. The two differ in one number: MMSE adds 2σ̂² to a diagonal. Here the factor on σ² is 0.",
      question:
        "How many errors do ZF and MMSE make now? How small must σ² be? Try the factors 0.1 and 0.05 in “Filter and estimates”.",
      answer:
        "With a factor of 0 both make 100 errors. The laboratory’s MMSE worked as if there were no noise. For the laboratory’s small differences σ² must be far smaller than with these factors. On channel 1 a factor of 0.001 leaves a difference of 0.6 %, and 7 % on channel 3. docs/laboratory.md describes this long run.",
      scenario: "packets=32&noiseFactor=0",
      focus: "constellations",
    },
    {
      title: "An average over packets",
      text: "The laboratory’s channel was static, so its estimate could be averaged. Here the average over 32 packets is used, on channel 3, with σ² = 0.",
      question:
        "Rank the equalizers by their errors. Why does CMA have the place that it has, though it won on channel 1?",
      answer:
        "FDE2 makes 74 errors, ZF and MMSE 788, FDE1 779 and CMA 3383. That is the published order of channel 3. A flat envelope is not the aim. On channel 3 CMA loses to MMSE with the default settings, too: see “Blind and aided”.",
      scenario: `channel=3&packets=32&noiseFactor=0&${AVERAGED}`,
      focus: "constellations",
    },
    {
      title: "An objection",
      text: "There is no multipath. The estimates are averaged, and σ² = 0. In the laboratory’s white noise ZF has 1.5 to 43 times the rate of no equalizer, from 4 to 13 dB.",
      question:
        "Does ZF make more errors here than no equalizer? And with one estimate per packet? Change the channel estimate.",
      answer:
        "ZF makes 182 errors, no equalizer 178. A perfect estimate of no channel changes nothing. With one frequency estimate per packet, too, ZF makes 599 errors, compared with 181 without an equalizer. So the laboratory’s estimates seem to come from single packets.",
      scenario: `channel=none&ebn0=8&packets=32&noiseFactor=0&${AVERAGED}`,
      focus: "constellations",
    },
    {
      title: "A channel that is too good",
      text: "Channel 2 has a null of 28 dB in the band. At 18 dB our MMSE still makes 83 errors in 196 608 bits. The laboratory has 2.3 × 10⁻⁷ there, less than on channels 1 and 3. No setting of the receiver that we tried comes near.",
      question: "What else could differ, if not the receiver?",
      answer: "The channel. A ray’s phase may be counted at another carrier frequency than the table’s.",
      scenario: "channel=2&ebn0=18&packets=32",
      focus: "spectrum",
    },
    {
      title: "Other phases",
      text: "Ray 2 at 165° and ray 3 at 300°, one estimate per packet, σ² = 0, FDE2 weighted as in the original. CMA makes 53 errors, ZF 166 and FDE2 495: the published order of channel 2. But no pair of phases that we tried gives all curves of a channel.",
      question: "Does that prove that the laboratory’s phases differed?",
      answer:
        "No. It shows that they could have. A model with free parameters fits many orders; docs/laboratory.md lists what stays open.",
      scenario:
        "channel=custom&rays=0,0,0;1.5,165,50;20,300,155&ebn0=12&packets=32&noiseFactor=0&fdeWeighting=original",
      focus: "constellations",
    },
  ],
};
