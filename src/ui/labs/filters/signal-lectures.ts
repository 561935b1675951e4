import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { Lecture } from "../../page/lectures/lecture.ts";

/** A filter as a link holds it. */
const of = (design: FilterSpec, more = "") => `design=${encodeURIComponent(JSON.stringify(design))}${more}`;

const STATION = "&signal=recording&example=fm-stereo";
const channel = (cutoff: number, more = "&hear=fm-stereo"): string =>
  of({ type: "butterworth", order: 6, cutoff, rate: 240_000 }, STATION + more);

const MASK = { pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } as const;

/** What the Filters lab teaches about speed, and by ear. */
export const SIGNAL_LECTURES: readonly Lecture[] = [
  {
    id: "why-iir-resists",
    title: "Why IIR resists parallelism",
    about: "Each output waits for the last one. Three ways around it, and what each of them costs.",
    lab: "filters",
    steps: [
      {
        title: "A chain",
        text: "One pole: y[n] = x[n]·a + 0.9·y[n−1]. The last sample needs the one before it, and that one the one before: a processor with ten thousand lanes waits as one with a single lane does. Press Compare. “One pole” is as right as the loop on the CPU all the same: it computes the chain as a prefix sum.",
        question: "How can a chain be cut?",
        answer:
          "Two steps in a row are one step: y ↦ 0.81·y + what came meanwhile. Steps that can be joined in any grouping make a tree, and a tree has few levels.",
        scenario: of({ type: "sections", sections: [[0.1, 0, 0, 1, -0.9, 0]], rate: 48_000 }),
        focus: "ways",
      },
      {
        title: "Two states a section",
        text: "The elliptic filter of order 7 has four sections. Their steps are matrices, and joining two of them multiplies matrices: the tree does several times the work of the loop. Compare, and look at the errors: all ways give the same samples, to the last bits of float32.",
        question: "Why does “One pole” refuse?",
        answer: "It knows one number of state. With zeros elsewhere and more poles there is more to hand on.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "ways",
      },
      {
        title: "Apart, not after each other",
        text: "Partial fractions make a sum of the product: every pole for itself, side by side. But a Butterworth filter’s poles lie close together, and the parts are much larger than their sum: what cancels takes digits with it. Compare the errors of “Partial fractions” and “Scan”.",
        question: "Make the order 12. Which way loses more?",
        answer: "Partial fractions: the residues grow with every pole that is added to the crowd.",
        scenario: of({ type: "butterworth", order: 8, cutoff: 3000, rate: 48_000 }),
        focus: "ways",
      },
      {
        title: "A filter that has no chain",
        text: "Parks–McClellan’s taps keep the same mask as the elliptic filter. They take several times the products, and none of them waits for another: on a GPU the longer sum is often done sooner.",
        question: "Compare here and at the elliptic filter. What would you ship to a phone?",
        answer:
          "It depends on what is scarce there: the elliptic filter’s few products, or lanes that would stand idle.",
        scenario: of({ type: "remez", ...MASK }),
        focus: "ways",
      },
    ],
  },
  {
    id: "page-size",
    title: "Page size: throughput against latency",
    about: "A stream goes to the GPU in pages. Large ones fill it, small ones come back soon.",
    lab: "filters",
    steps: [
      {
        title: "Two curves",
        text: "Press Measure. Throughput rises with the page, as every page costs the same few steps however small it is; then it levels off, when there is enough to do to hide them. Latency is level first, and rises when filling the page’s time is all that counts.",
        question: "Where would you stay, with nobody listening live?",
        answer: "At the knee: the smallest page with nearly all of the throughput. The card offers it under the plot.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "pages",
      },
      {
        title: "Somebody listens live",
        text: "At 48 kHz a page of 1024 samples takes 21 ms to fill before it can be sent at all. A page of 64 K takes 1.4 s: the curve of latency here does not even begin to count before that.",
        question: "Which page may a guitarist’s effect have?",
        answer:
          "Some 256 samples: 5 ms of filling. The GPU then works at a small part of what it could, and is quick enough still.",
        scenario: of({ type: "elliptic", ...MASK }, "&page=1024"),
        focus: "pages",
      },
      {
        title: "The state crosses the seams",
        text: "Pages of 64 samples: 256 of them for this signal. The state of the filter is handed from page to page, and the error against float64 stays what it was: the size of a page changes the time, and of the samples only the rounding.",
        question: "What would one hear if the state were not handed on?",
        answer: "A click at every seam: the filter would swing in anew, 750 times a second.",
        scenario: of({ type: "elliptic", ...MASK }, "&page=64&samples=16384"),
        focus: "spectra",
      },
    ],
  },
  {
    id: "fm-from-a-file",
    title: "Listen to FM from a file",
    about: "A station between two filters, and a receiver beside it: what may be taken, and what one hears go.",
    lab: "filters",
    steps: [
      {
        title: "A station",
        text: "240 000 complex samples a second, a station in the middle, and a low-pass of 100 kHz that takes nothing from it. Press Play: its phase steps are the sound. Under it the lab says that it has found a pilot at 19 kHz: the broadcast is stereo.",
        question: "The tune is on the left, its echo on the right. Choose “FM, mono”: where do they go?",
        answer:
          "Into the middle. The difference of left and right lies at 38 kHz of the multiplex, and mono leaves it there.",
        scenario: channel(100_000),
        focus: "listen",
      },
      {
        title: "The difference goes first",
        text: "The same low-pass at 25 kHz, and the tune is nearly where the echo is. Left and right differ in what lies about 38 kHz of the multiplex, and its sidebands lie as far from the carrier: outside. Their sum lies within, and is as good as before. The pilot at 19 kHz just comes through, so the lab still says that the broadcast is stereo.",
        question: "Where between 25 and 100 kHz does the width come back? Drag the edge while it plays.",
        answer: "About 60 kHz most of it is there: 38 kHz, and 15 kHz of sound on its upper side.",
        scenario: channel(25_000),
        focus: "listen",
      },
      {
        title: "Then the loud notes",
        text: "At 8 kHz, in mono. A loud note swings the carrier by some 20 kHz, far out of what is left: its beginning is crushed. As it dies away its swing comes back into the band, and its end is as it should be. The pilot has gone as well.",
        question: "Is this what a filter of 8 kHz does to sound?",
        answer: "No: it would take the treble and leave the loudness alone. Here loudness is frequency.",
        scenario: channel(8000, "&hear=fm"),
        focus: "listen",
      },
      {
        title: "Beside the station",
        text: "The wide filter again, and a receiver 20 kHz off: the band on the card’s spectrum is not where the peak is. Press Play. The tune is there, and the pilot, at 19 000.0 Hz as before: a shift is the same in every phase step. So the sound stands on a constant, 20/75 of full scale, and its mean has risen from −21 to −11 dB.",
        question: "Drag the band to the peak while it plays. What is heard of the constant as it goes?",
        answer:
          "Nothing: ears know no frequency 0. It takes room: 60 kHz off, the sound is louder than full scale and is clipped. And as the band leaves the recording, its other side folds in.",
        scenario: channel(100_000, "&hear=fm-stereo&station=20000"),
        focus: "listen",
      },
    ],
  },
];
