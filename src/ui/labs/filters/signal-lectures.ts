import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { Lecture } from "../../kit/lecture.ts";

/** A filter as a link holds it. */
const of = (design: FilterSpec, more = "") => `design=${encodeURIComponent(JSON.stringify(design))}${more}`;

const STATION = "&signal=recording&example=fm-stereo";
const channel = (cutoff: number, more = "&hear=fm-stereo"): string =>
  of({ type: "butterworth", order: 6, cutoff, rate: 240_000 }, STATION + more);

const MASK = { pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } as const;

/** Lectures of the Filters lab about speed and about listening. */
export const SIGNAL_LECTURES: readonly Lecture[] = [
  {
    id: "why-iir-resists",
    chapter: "gpu",
    teaches: ["prefix sums"],
    needs: ["poles and zeros"],
    title: "Why IIR resists parallelism",
    about: "Each output sample needs the one before it. Three methods avoid the wait, each at a price.",
    lab: "filters",
    steps: [
      {
        title: "A chain",
        text: "One pole: y[n] = 0.1·x[n] + 0.9·y[n−1]. Each sample needs the one before it, so ten thousand lanes would wait like a single one. Press Compare. “One pole” computes the same recursion as a prefix sum, and is as accurate as the loop on the CPU.",
        question: "How can a recursion be split into independent parts?",
        answer:
          "Two steps combine into one: y[n] = 0.81·y[n−2] + 0.09·x[n−1] + 0.1·x[n]. Combining steps is associative, so a tree with few levels can do it.",
        scenario: of({ type: "sections", sections: [[0.1, 0, 0, 1, -0.9, 0]], rate: 48_000 }),
        focus: "ways",
      },
      {
        title: "Two states per section",
        text: "The elliptic filter of order 7 has four sections with two states each. Combining two steps now multiplies matrices, so the tree does several times the work of the loop. Press Compare, and look at the errors: all methods give the same samples, up to float32 rounding.",
        question: "Why can “One pole” not compute this filter?",
        answer: "It carries one number of state from sample to sample. This filter has seven poles and needs more.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "ways",
      },
      {
        title: "In parallel, not in cascade",
        text: "Partial fractions turn the product of sections into a sum: every pole pair works in parallel. But the poles of this Butterworth filter are close together. The parts are much larger than their sum, and the cancellation loses digits. Compare the errors of “Partial fractions” and “Scan”.",
        question: "Set the order to 12. Which method loses more accuracy?",
        answer: "Partial fractions. The residues grow with every pole added nearby.",
        scenario: of({ type: "butterworth", order: 8, cutoff: 3000, rate: 48_000 }),
        focus: "ways",
      },
      {
        title: "A filter without recursion",
        text: "These Parks–McClellan taps keep the same mask as the elliptic filter. They need 75 multiplications per sample in place of 20, but none waits for another. A GPU often computes the longer sum faster.",
        question: "Press Compare here and for the elliptic filter. Which filter would you choose for a phone?",
        answer:
          "It depends on the bottleneck. The elliptic filter needs fewer operations; the FIR filter keeps all lanes busy.",
        scenario: of({ type: "remez", ...MASK }),
        focus: "ways",
      },
    ],
  },
  {
    id: "page-size",
    chapter: "gpu",
    teaches: ["throughput and latency"],
    needs: ["filter masks"],
    title: "Page size: throughput against latency",
    about: "A stream goes to the GPU in pages. Large pages keep it busy; small pages return quickly.",
    lab: "filters",
    steps: [
      {
        title: "Two curves",
        text: "Press Measure. Every page has the same fixed overhead, so throughput rises with the page size. It levels off when the work hides the overhead. Latency is constant at first, and then grows in proportion to the page.",
        question: "Which page size is best without a live listener?",
        answer: "The knee: the smallest page with nearly all of the throughput. The card offers it below the plot.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "pages",
      },
      {
        title: "Live listening",
        text: "At 48 kHz a page of 1024 samples takes 21 ms to record before it can be sent. A page of 64 K samples takes 1.4 s. The latency curve does not include this time.",
        question: "Which page size suits a guitarist’s effect?",
        answer:
          "About 256 samples, which take 5 ms to record. The GPU then reaches a small part of its throughput, and is still fast enough.",
        scenario: of({ type: "elliptic", ...MASK }, "&page=1024"),
        focus: "pages",
      },
      {
        title: "The state carries over",
        text: "This signal has 256 pages of 64 samples. Each page starts with the filter state at the end of the last page. The page size therefore affects time and rounding only, and the error against float64 stays small.",
        question: "What would you hear if each page started from rest?",
        answer: "A click at every page boundary: 750 transients per second.",
        scenario: of({ type: "elliptic", ...MASK }, "&page=64&samples=16384"),
        focus: "spectra",
      },
    ],
  },
  {
    id: "fm-from-a-file",
    chapter: "radio",
    teaches: ["FM demodulation"],
    needs: ["filter masks"],
    title: "Listen to FM from a file",
    about:
      "An FM station through ever narrower filters, and a detuned receiver: what can be removed, and what the listener loses.",
    lab: "filters",
    steps: [
      {
        title: "A station",
        text: "The recording has 240 000 complex samples per second, with a station at its centre. The 100 kHz low-pass filter removes nothing from it. Press Play: the phase difference of successive samples is the sound. The note below reports a pilot at 19 kHz, so the broadcast is stereo.",
        question: "The tune is on the left, its echo on the right. Choose “FM, mono”. Where do they move?",
        answer:
          "To the middle. The difference of left and right is modulated on 38 kHz of the multiplex. Mono does not use it.",
        scenario: channel(100_000),
        focus: "listen",
      },
      {
        title: "First the stereo difference disappears",
        text: "With the same low-pass filter at 25 kHz the tune, until now on the left, is heard almost where its echo is. The difference of left and right is centred on 38 kHz in the multiplex. Its sidebands are as far from the carrier: outside the filter. Their sum is inside and stays as it was. The pilot at 19 kHz just passes, so the lab still reports stereo.",
        question: "Between 25 and 100 kHz, where does the stereo width return? Drag the edge while it plays.",
        answer: "Near 60 kHz most of it is back: 38 kHz plus up to 15 kHz of audio.",
        scenario: channel(25_000),
        focus: "listen",
      },
      {
        title: "Then the loud notes distort",
        text: "Now the filter passes 8 kHz, in mono. A loud note deviates the carrier by about 20 kHz, far outside the band: its beginning is distorted. As the note decays, its deviation returns into the band, and its end is clean. The pilot has disappeared too.",
        question: "Would an 8 kHz low-pass filter do the same to the audio itself?",
        answer:
          "No. It would remove the treble and leave the loudness unchanged. In FM, loudness is frequency deviation.",
        scenario: channel(8000, "&hear=fm"),
        focus: "listen",
      },
      {
        title: "Beside the station",
        text: "This is the wide filter again, with the receiver tuned 20 kHz off: the band on the spectrum misses the peak. Press Play. The tune and the pilot at 19 000.0 Hz are unchanged, because the offset adds the same phase to every step. So the audio has a DC offset of 20/75 of full scale. Its RMS level rises from −21 to −11 dB.",
        question: "Drag the band to the peak while it plays. Can you hear the DC offset disappear?",
        answer:
          "No, DC is inaudible. It uses headroom: 60 kHz off, the sound exceeds full scale and is clipped. Where the channel extends beyond the recorded band, it wraps round to the other edge.",
        scenario: channel(100_000, "&hear=fm-stereo&station=20000"),
        focus: "listen",
      },
    ],
  },
];
