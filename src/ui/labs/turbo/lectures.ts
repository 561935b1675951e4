import type { Lecture } from "../../kit/lecture.ts";

/** Short codewords and few of them: a sweep that a software adapter, too, ends within a minute. */
const SMALL = "length=512&codewords=200";

/** What the Turbo lab teaches. Every number is the scenario's own, with its seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "two-decoders-that-talk",
    title: "Two decoders that talk",
    about: "Neither decoder could do it alone; what each tells the other makes the difference.",
    lab: "turbo",
    steps: [
      {
        title: "The channel alone",
        text: "Each of 512 bits was sent as +1 or −1 and met noise. Iteration 0 shows what the channel says of each of them: up is right, and 94 lie below the line. No bit by itself can be told any better.",
        question: "What else was sent that could help?",
        answer:
          "Two parity bits for every information bit: one from the bits in their order, one from the same bits interleaved.",
        scenario: "length=512&at=1",
        focus: "codeword",
      },
      {
        title: "Iteration by iteration",
        text: "Press Play. Each iteration both decoders run once: 35 bits are wrong after the first, then 3, 5, and none from the fourth on. The LLRs go on growing: what is right is said with more and more trust.",
        question: "From the second iteration to the third the errors grew from 3 to 5. May that be?",
        answer:
          "Yes. A decoder makes its bits likely together, not each of them right; on the way some may turn the wrong way.",
        scenario: "length=512&at=1",
        focus: "codeword",
      },
      {
        title: "What they tell each other",
        text: "The same codeword, seen as information. Up: decoder 1 tells decoder 2. Right: decoder 2 answers. Each step starts from what the other has just said, and the stairs climb to the corner, where everything is known.",
        question: "Why is only the new part of an LLR handed on, and not all of it?",
        answer:
          "The other decoder has heard the channel itself. Told the same again, it would take its own opinion for a second one.",
        scenario: "length=512&at=1",
        focus: "exit",
      },
      {
        title: "A tunnel that is closed",
        text: "2 dB less, and the stairs do not get off the ground: after six iterations decoder 1 has 0.05 bit a bit to tell, decoder 2 nothing. 119 wrong bits have become 118. More iterations would not help.",
        question: "At which Eb/N0 does the tunnel open? Move the slider of the codeword slowly to the right.",
        scenario: "length=512&at=-1",
        focus: "exit",
      },
      {
        title: "What iterations are worth",
        text: "Run the sweep. At 1.5 dB one iteration leaves 5 % of the bits wrong; two leave 0.7 %, four 0.02 %, and with six no error is seen in 51 200 bits. The first few are worth the most.",
        question: "What would a seventh and an eighth iteration give?",
        answer: "Next to nothing at 1 dB: with eight, the BER stays at 0.33 %, though 5 codewords fail instead of 8.",
        scenario: "length=512&codewords=100&iterations=1,2,4,6&ebn0=0:0.5:2&at=1",
        focus: "ber",
      },
    ],
  },
  {
    id: "max-log",
    title: "What max-log throws away and 0.75 gives back",
    about:
      "A maximum instead of a sum of exponentials is quick, and too sure of itself; a factor takes most of it back.",
    lab: "turbo",
    steps: [
      {
        title: "The largest term only",
        text: "The probability of a bit is a sum over all ways through the trellis. Log-MAP adds them all; max-log takes the likeliest. Run the sweep: unscaled, max-log comes to a BER of 10⁻² some 0.4 dB after log-MAP.",
        question: "Which is the bigger share of a sum of many terms: the largest, or the rest?",
        answer:
          "At low Eb/N0 the rest: many ways are about as likely. That is where the two curves lie furthest apart.",
        scenario: `${SMALL}&windows=1&algorithm=max-log,log-map&scale=1&ebn0=0:0.25:1.5&at=1&target=0.01`,
        focus: "ber",
      },
      {
        title: "Three quarters",
        text: "What max-log tells the other decoder is too large by about the same factor everywhere. Multiplied by 0.75 it costs nothing and wins back most of the loss: run the sweep again, and max-log moves to within 0.2 dB of log-MAP, which stays.",
        question: "Why does scaling only what is handed on do any good, when decisions look at signs alone?",
        answer:
          "The next decoder weighs it against the channel’s LLRs. Too large, a wrong hint outvotes what was received.",
        scenario: `${SMALL}&windows=1&algorithm=max-log,log-map&ebn0=0:0.25:1.5&at=1&target=0.01`,
        focus: "ber",
      },
      {
        title: "In the trellis",
        text: "Four stages of decoder 1, with α from the left, β from the right and γ on the branches. max-log finds a bit’s LLR as the best way with a 1 less the best way with a 0, by additions and maxima: no scale of the noise is needed.",
        question: "What happens to max-log’s decisions when all LLRs from the channel are doubled?",
        answer: "Nothing: each maximum doubles with them. Log-MAP must know the noise, since its correction does not.",
        scenario: "length=512&windows=1&at=1&stage=0",
        focus: "trellis",
      },
      {
        title: "The same stages in log-MAP",
        text: "In the first iteration the γ are the same, since they come from the channel. The α and β include the ways that max-log left out, and the LLRs follow: bit 1’s goes from −0.84 to −0.27, bit 3’s from 0.84 to 1.09.",
        question: "Where do the two agree exactly?",
        answer: "At the very start, where state 000 is certain: a maximum over one way is the sum.",
        scenario: "length=512&windows=1&algorithm=log-map&at=1&stage=0",
        focus: "trellis",
      },
    ],
  },
  {
    id: "waterfall-and-floor",
    title: "The waterfall and the floor",
    about: "Long codes fall off a cliff, and at its foot something waits that noise alone does not explain.",
    lab: "turbo",
    steps: [
      {
        title: "The waterfall",
        text: "AFF3CT’s published curve of the longest code, dashed: between 0.4 and 0.7 dB the error rate falls from 9 × 10⁻³ to 5 × 10⁻⁶. Each tenth of a decibel divides it by more: by 7, by 13, by 20.",
        question: "Uncoded BPSK needs 9.6 dB for a BER of 10⁻⁵. How much does this code save?",
        answer: "About 8.9 dB: the curve passes 10⁻⁵ a little below 0.7 dB.",
        scenario: "ebn0=0:0.1:0.7&at=0.6",
        focus: "ber",
      },
      {
        title: "One codeword on the way down",
        text: "6144 bits at 0.6 dB: 1179 are wrong as received; then 798, 435, 207, 56, 2, and none. In a long codeword something is always certain somewhere, and the interleaver carries it everywhere.",
        question:
          "At 0.5 dB the same noise, a little louder, leaves 2 bits wrong after six iterations. Is that codeword lost?",
        answer: "It counts as one frame error, and as two bit errors. One more iteration might save it: try 7.",
        scenario: "at=0.6",
        focus: "codeword",
      },
      {
        title: "Short codes slope",
        text: "Run the sweep: 40 bits a codeword. There is no cliff; from 0 to 3 dB the BER falls from 13 % to under 0.1 %, step by step. With so few bits each codeword’s own noise decides, and no average helps it.",
        question: "At 3 dB some 4 codewords of 500 are lost. What does the same code with 512 bits do there?",
        answer: "At half of that Eb/N0, 1.5 dB, it already loses none of a hundred: set the length to 512 and see.",
        scenario: "length=40&codewords=500&ebn0=0:0.5:3&at=1",
        focus: "ber",
      },
      {
        title: "The floor",
        text: "The same published curve, further on. From 0.7 to 0.8 dB it still falls 26-fold, from 0.9 to 1.0 dB only 2.5-fold. A few pairs of codewords differ in few bits; such neighbours are mixed up at any Eb/N0 that is practical.",
        question: "How many codewords would have to be run to see 100 frame errors at 1 dB?",
        answer: "The published FER there is 3.3 × 10⁻⁵: three million. AFF3CT ran fifteen million.",
        scenario: "ebn0=0:0.1:1&at=0.6",
        focus: "ber",
      },
    ],
  },
  {
    id: "windows",
    title: "Windows: what parallelism costs",
    about:
      "A trellis is walked stage by stage; cut into windows it is walked in many places at a time, from guessed edges.",
    lab: "turbo",
    steps: [
      {
        title: "In one piece",
        text: "α needs its neighbour on the left, β the one on the right: 512 stages, one after the other. A GPU has thousands of arithmetic units, and this decoder would keep few of them busy with one codeword.",
        question: "Which bits of the codeword are decided with certainty about the state they start from?",
        answer: "Only the first and the last: the encoder starts in state 000, and its tail ends there.",
        scenario: "length=512&windows=1&at=0.5",
        focus: "codeword",
      },
      {
        title: "128 windows",
        text: "The same codeword, four stages a window; drag to zoom in, and dotted lines mark the edges. In the first iteration nothing is known there: after it 107 bits are wrong, where 42 would be with 8 windows. After six iterations 36 are left; 8 windows left none.",
        question: "Where do edges come from after the first iteration?",
        answer:
          "From what the neighbouring window had there one iteration before. News travels one window an iteration.",
        scenario: "length=512&windows=128&at=0.5",
        focus: "codeword",
      },
      {
        title: "The cost in decibels",
        text: "Run the sweep, and read the loss at a BER of 10⁻²: 8 windows of 64 stages lose next to nothing, 32 of 16 stages some 0.15 dB, 128 of 4 stages 0.8 dB. What counts is the length of a window.",
        question: "How many windows would you give a codeword of 6144 bits?",
        answer: "96 make windows of 64 stages: the thesis’s choice, and this lab’s default.",
        scenario: `${SMALL}&windows=1,8,32,128&ebn0=0:0.25:1.75&at=0.5&target=0.01`,
        focus: "loss",
      },
      {
        title: "Iterations buy it back",
        text: "The same with 12 iterations instead of 6. The news has twice the time to travel: run the sweep, and 128 windows lose less than 0.3 dB, 32 windows hardly anything.",
        question: "Is it a good bargain?",
        answer:
          "Twice the work for each codeword, but in far more places at a time. The throughput, measured on your GPU, tells.",
        scenario: `${SMALL}&windows=1,8,32,128&iterations=12&ebn0=0:0.25:1.75&at=0.5&target=0.01`,
        focus: "loss",
      },
      {
        title: "Edges in the trellis",
        text: "Stages on both sides of an edge, in the first iteration. At the dashed line α begins anew with all states alike, 0.0, and so does β on its way to the left: neither window knows what lies beyond.",
        question: "How soon does α tell states apart again?",
        answer:
          "From the next column on: one received bit and its parity are enough to make some states likelier than others.",
        scenario: "length=512&windows=8&at=1&stage=62&stages=5",
        focus: "trellis",
      },
    ],
  },
  {
    id: "when-to-stop",
    title: "When to stop",
    about: "Most codewords are done long before the last iteration; noticing it saves most of the work.",
    lab: "turbo",
    steps: [
      {
        title: "Eight for everyone",
        text: "At 3 dB the first codeword has 68 wrong bits as received, 2 after one iteration, none after two. The other six iterations only make it surer. Step through them.",
        question: "How could the decoder know that it is done, without knowing what was sent?",
        scenario: "length=512&windows=8&iterations=8&at=3",
        focus: "codeword",
      },
      {
        title: "When both agree",
        text: "Run the sweep: a codeword ends when both decoders decide all bits alike. Under the figure stands how many iterations that took: 7.6 on average at 0 dB, 2.1 at 3 dB, of 8.",
        question: "Does it cost errors?",
        answer: "Hardly: at 0.5 dB 33 codewords of 100 fail instead of 32. Two decoders can agree on a mistake.",
        scenario: "length=512&windows=8&codewords=100&iterations=8&stop=sign&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
      {
        title: "When the check holds",
        text: "With 24 check bits among the 512, a codeword ends as soon as they fit: 3.6 iterations at 1 dB and 1.7 at 3 dB on average, sooner than by agreement. It need not wait for the second decoder to say the same.",
        question: "What is the price?",
        answer:
          "24 of 512 bits carry no information: 0.2 dB, which this figure’s Eb/N0 does not count. In exchange the receiver knows what it lost.",
        scenario: "length=512&windows=8&codewords=100&iterations=8&crc=24A&stop=crc&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
    ],
  },
  {
    id: "puncturing",
    title: "Puncturing and redundancy versions",
    about: "One code for every rate: bits are left out, and the order of leaving matters.",
    lab: "turbo",
    steps: [
      {
        title: "Rate 1/2",
        text: "Half of the parity bits stay at home; the decoder takes them for unknown, LLR 0. Run the sweep: at 1 dB 62 codewords of 100 fail, where the full code loses 8; at 2 dB none fails.",
        question: "What is saved?",
        answer: "A third of the time on air: 1024 bits are sent instead of 1548.",
        scenario: "length=512&windows=8&codewords=100&rate=1/2&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
      {
        title: "Rate 8/9",
        text: "Only 576 bits are sent for 512. Run the sweep: at 3 dB 92 codewords of 100 fail, at 4 dB 36, at 5 dB 2. That little is still a code: uncoded, 512 bits at 5 dB would all but always have errors.",
        question: "How many of 512 uncoded bits are wrong at 5 dB?",
        answer: "Three on average: the BER of BPSK there is 6 × 10⁻³.",
        scenario: "length=512&windows=8&codewords=100&rate=8/9&ebn0=2:1:6&at=4",
        focus: "fer",
      },
      {
        title: "Where the buffer begins",
        text: "The sent bits are cut from a circular buffer, information bits first, and version 0 starts near its beginning. Rate 3/4 at 4 dB: 20 bits are wrong as received, 5 after one iteration, then none.",
        question: "What would be sent if the cut began in the middle of the buffer?",
        scenario: "length=512&windows=8&rate=3/4&at=4",
        focus: "codeword",
      },
      {
        title: "Version 1, alone",
        text: "The cut now begins further on and misses most of the information bits: 201 of 512 are wrong or unknown as received, and 195 remain. The stairs end at once. Versions 1 and 2 are no use alone at this rate; they are made to be added to version 0.",
        question: "What are they good for, then?",
        answer:
          "When a codeword fails, its sender sends what was left out the first time. The receiver adds the LLRs: a lower rate, paid only when needed.",
        scenario: "length=512&windows=8&rate=3/4&redundancyVersion=1&at=4",
        focus: "codeword",
      },
    ],
  },
];
