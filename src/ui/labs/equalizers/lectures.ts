import type { Lecture } from "../../lectures/lecture.ts";

/** What the equalizers lab teaches. Numbers are the scenario's own, with its seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "null-in-band",
    title: "A null in the band",
    about: "Two rays can cancel each other at one frequency, and where is a matter of phase and delay.",
    lab: "equalizers",
    steps: [
      {
        title: "One ray",
        text: "Without an echo the channel treats all frequencies alike: its response is a flat line.",
        question: "What does a single ray do to a signal?",
        answer: "It scales, turns and delays the whole signal; the spectrum keeps its form.",
        scenario: "channel=none&packets=8",
        focus: "spectrum",
      },
      {
        title: "Two rays in opposite phase",
        text: "The second ray is 1.5 dB weaker and turned by 180°: at the carrier the two nearly cancel.",
        question: "How deep is the null?",
        scenario: "channel=custom&rays=0,0,0;1.5,180,50&packets=8",
        focus: "spectrum",
      },
    ],
  },
];
