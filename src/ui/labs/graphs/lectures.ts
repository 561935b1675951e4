import type { Lecture } from "../../kit/lecture.ts";

const FM = "preset=fm-receiver";
const ANALYSER = "preset=spectrum-analyser";

/** The lectures of the lab of flow graphs. Each uses a preset. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "why-rates-must-balance",
    chapter: "radio",
    title: "Why rates must balance",
    about:
      "Each connection of a graph has a rate. Blocks multiply it, and where two signals meet, the rates must agree.",
    teaches: ["rates of a flow graph"],
    needs: ["complex samples"],
    lab: "graphs",
    steps: [
      {
        title: "A rate on each connection",
        text: "The label of a connection is its rate. The stations make 960 000 samples per second. The channel filter keeps every fourth sample: 240 000 per second leave it. The audio filter keeps every fifth of these, so the loudspeaker gets 48 000 per second.",
        question: "Which decimation of the audio filter would give 24 000 samples per second?",
        answer: "10, because 240 000 / 10 = 24 000.",
        scenario: FM,
      },
      {
        title: "Where two signals meet",
        text: "An adder takes one item of each input for each item that it gives. So both inputs need the same rate. Two signals of 240 kHz and 48 kHz cannot be added: one of them would wait for the other forever. Try it: connect the output of the audio filter to an adder with the output of the demodulator. The page shows the conflict at the block.",
        question: "How could the two signals still be added?",
        answer:
          "Bring both to one rate first, for example by a filter that keeps every fifth sample of the faster signal.",
        scenario: FM,
      },
    ],
  },
  {
    id: "what-fusion-saves",
    chapter: "gpu",
    title: "What fusion saves",
    about:
      "Blocks that work on one sample at a time become one kernel, and the samples between them stay in registers.",
    teaches: ["fusion of blocks"],
    needs: ["rates of a flow graph"],
    lab: "graphs",
    steps: [
      {
        title: "Five blocks, one kernel",
        text: "Blocks on a common background are one kernel: two stations, the noise and two sums. Their output at sample n depends on sample n of their inputs only. The channel filter needs earlier samples as well. So it has another kernel, which computes the mixer for each sample that it reads.",
        question: "The sum “band” also feeds the spectrum. Does its output still reach the memory?",
        answer:
          "Yes. It is written once, and the spectrum and the channel filter read it. The output of the mixer is not written.",
        scenario: FM,
      },
      {
        title: "The memory traffic",
        text: "A complex sample has 8 bytes. As five kernels, the outputs of both stations, of the noise and of the first sum would be written, and the sums would read four samples. That is 8 · 8 = 64 bytes per sample which the fused kernel does not move. Arithmetic on a GPU is cheap; for such small blocks the memory decides the time.",
        question: "Does a longer chain of such blocks take longer, once it is fused?",
        answer: "Hardly, as long as the memory is the limit: its traffic stays the same.",
        scenario: FM,
      },
    ],
  },
  {
    id: "fm-from-samples-to-sound",
    chapter: "radio",
    title: "FM from samples to sound",
    about: "A broadcast receiver in five blocks: mix, filter, demodulate, filter, de-emphasize.",
    teaches: ["FM receivers as graphs"],
    needs: ["complex samples"],
    lab: "graphs",
    steps: [
      {
        title: "Two stations in one band",
        text: "Run the graph. The spectrum shows two stations, at −200 kHz and at 200 kHz. Each is as wide as its frequency deviation makes it, 75 kHz to either side. Each carries one tone. Its spectrum is largest at the edges, where the frequency stays longest.",
        question: "Why are the edges higher than the middle?",
        answer: "A sine changes slowly at its extremes. So the frequency spends most of its time near ±75 kHz.",
        scenario: FM,
        focus: "sink-spectrum",
      },
      {
        title: "The tone",
        text: "The mixer moves one station to 0 Hz and the channel filter removes the other. The quadrature demodulator measures the phase from one sample to the next, which is the frequency. The scope shows it after the audio filter: a tone of 440 Hz, with a period of 2.27 ms. Move the slider of “tune” to −200000: the other station has a tone of 880 Hz.",
        question: "What do you hear at a tune of 0?",
        answer:
          "Noise: no station lies within the 90 kHz of the channel filter, and the demodulator turns noise into noise.",
        scenario: FM,
        focus: "sink-scope",
      },
    ],
  },
  {
    id: "what-a-page-size-trades",
    chapter: "gpu",
    title: "What a page size trades",
    about: "Large pages keep a GPU busy. Small pages answer soon.",
    teaches: ["page size"],
    needs: ["rates of a flow graph"],
    lab: "graphs",
    steps: [
      {
        title: "A small page",
        text: "A page has 64 Ki items here. Threeray submits the work of a page, and fetches the figures’ data after it. A radio at 1 MS/s fills such a page in 66 ms, so its figures are at least 66 ms old. The fixed cost of a page, to submit it and to fetch its results, occurs for every 65 536 items.",
        question: "How often per second does a radio at 1 MS/s fill a page of 64 Ki items?",
        answer: "1 000 000 / 65 536 = 15.3 times.",
        scenario: `${ANALYSER}&page=65536`,
        focus: "sink-spectrum",
      },
      {
        title: "A large page",
        text: "Now a page has 4 Mi items. The fixed cost occurs 64 times less often, and the GPU has more independent work at once. On a fast GPU the throughput rises. But a radio at 1 MS/s needs 4.2 s to fill the page, and a slider takes effect on the next page only.",
        question: "Which page size would you choose for a receiver that you listen to?",
        answer: "A small one: as small as the GPU can follow without gaps.",
        scenario: `${ANALYSER}&page=4194304`,
        focus: "sink-spectrum",
      },
    ],
  },
];
