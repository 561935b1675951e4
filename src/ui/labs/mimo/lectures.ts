import type { Lecture } from "../../kit/lecture.ts";

/** Two antennas, 4-QAM, no code: what detectors do by themselves. */
const RAW = "antennas=2&qam=4&code=none";
/** Two antennas, 16-QAM, a short code: a sweep that a software adapter, too, ends within a minute. */
const SHORT = "antennas=2&qam=16&code=wimax-576-1/2";
/** One vector of four antennas and 4-QAM, small enough to be followed edge by edge. */
const VECTOR = "antennas=4&qam=4&code=none&frames=1&detectors=mmse,mtt&at=10";
const FOUR = "antennas=4&qam=16&snr=12:1:17&detectors=mmse,one-pass,kbest,mtt&code=wimax-576-1/2&frames=60";

/** What the MIMO lab teaches. Every number is the scenario's own, with its seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "diversity",
    title: "Why linear detectors lose diversity",
    about: "Inverting the channel is cheap, and gives away the best that several antennas have to offer.",
    lab: "mimo",
    steps: [
      {
        title: "Everything at once",
        text: "Two streams, two antennas: each antenna hears a sum of both, weighted by a channel that is new at every use. Nothing is to be seen in what they receive. MMSE, which knows the channel, takes the streams apart.",
        question: "The clouds of the streams have no sharp edge, though the noise is always of the same strength. Why?",
        answer: "The channel is not. Where its columns are nearly parallel, telling the streams apart lifts the noise.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "received",
      },
      {
        title: "Two slopes",
        text: "Run the sweep. From 16 to 20 dB the noise falls by a factor of 2.5: ZF’s errors fall by 2.3, those of the exhaustive search by 6.5. ZF has diversity 1: one bad channel is enough for an error. The search has diversity 2: both antennas must fail.",
        question: "At 0 dB MMSE is as good as the exhaustive search, 22 % each. What becomes of MMSE at high SNR?",
        answer:
          "It turns into ZF: with less and less noise to take care of, the inverse is all that is left. Its slope is ZF’s, 2 dB better.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "uncoded",
      },
      {
        title: "In the LLRs",
        text: "The same page of vectors, as LLRs. Those of the exhaustive search leave zero behind; ZF and MMSE keep many bits near it, or on the wrong side. The bad uses are known to be bad: their LLRs are small.",
        question: "Is a bit with a small LLR of the wrong sign as bad as one with a large LLR?",
        answer: "For a hard decision, yes. For a decoder, no: it hardly listens to the small one.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "llrs",
      },
      {
        title: "The price, while it is small",
        text: "Run the sweep, and read what each needs for a BER of 3 %. MMSE needs 3 dB more than the exhaustive search, ZF 5 dB. At this size the search is even the least work: 16 vectors are few. With 64-QAM it would compare 4096.",
        question: "What does the search cost with four antennas and 64-QAM?",
        answer: "64⁴ is 17 million vectors a use: nobody does that. Set it, and see which detectors refuse.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14&target=0.03`,
        focus: "complexity",
      },
    ],
  },
  {
    id: "one-pass",
    title: "One pass, missing hypotheses",
    about: "A search that ends with good paths only cannot say how good: the other hypothesis is gone.",
    lab: "mimo",
    steps: [
      {
        title: "The way of the reductions",
        text: "A vertex for each symbol, a stage for each stream, and every vertex keeps its best edge. Here three of four paths end at once: all four survivors come from the same symbol of stream 4.",
        question: "Both bits of stream 4 are decided by now. What is the LLR of the first?",
        answer:
          "The difference to the best path with the other bit; and there is none left. All that can be said is: large.",
        scenario: `${VECTOR}&scene=5`,
        focus: "trellis",
      },
      {
        title: "The end of one pass",
        text: "The last reduction: again three of four paths end, as they did at stream 2. The four paths that are left differ in stream 1 alone; of 8 bits, 6 have one hypothesis. One-pass detection stops here and gives them the clipping limit.",
        question: "Which bits are fine?",
        answer: "Those of stream 1: the last stage keeps a path through each of its vertices.",
        scenario: `${VECTOR}&scene=12`,
        focus: "trellis",
      },
      {
        title: "Walls",
        text: "Two antennas and 16-QAM. One-pass LLRs pile up at ±8, the clipping limit, right ones and wrong ones alike. MTT’s spread as far as they are worth.",
        question: "Which share of the bits is wrong?",
        answer: "The same for both: their decisions are equal, only their trust is not.",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11`,
        focus: "llrs",
      },
      {
        title: "Equal decisions, unequal soft bits",
        text: "Run the sweep. Before the decoder both curves lie on each other, to the last bit: 7429 errors each at 11 dB. Behind it one-pass loses 73 frames of 100 at 11 dB, MTT 13. False certainty costs some 1.3 dB.",
        question: "One-pass claims 8 for a bit that may well be wrong. What if it claimed less?",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11`,
        focus: "fer",
      },
      {
        title: "A humbler limit",
        text: "Clipping at 3 instead of 8: run the sweep, and one-pass loses 53 frames at 11 dB instead of 73, and 15 at 12 dB instead of 25. It is still behind MTT, which needs no limit at all.",
        question: "Why not clip at 1?",
        answer:
          "Then what is known well is drowned, too. The best limit depends on SNR, modulation and code; try some.",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11&clip=3`,
        focus: "fer",
      },
    ],
  },
  {
    id: "mtt",
    title: "MTT: every bit has both",
    about: "One list for each stream, each cut off at the right moment: no bit is left with one hypothesis.",
    lab: "mimo",
    steps: [
      {
        title: "A wrong beginning",
        text: "R is triangular: its last row holds stream 4 alone, so paths begin there. Nearest is 01, at 0.17 N0; sent was 11, which comes second. Nothing is lost yet: all four are kept.",
        question: "Where would a detector be that decides here, and goes on with 01 alone?",
        answer: "On a wrong path for good: that is decision feedback, and its errors propagate.",
        scenario: `${VECTOR}&use=1`,
        focus: "trellis",
      },
      {
        title: "A list for stream 4",
        text: "Before anything is reduced, each path is extended to the end by the best symbol of every stage. The list now holds a path through each symbol of stream 4: both bits have a best 0 and a best 1, and 11 has overtaken 01.",
        question: "What is the list’s weakness?",
        answer: "Its extensions choose stage by stage, without looking ahead: a path may miss the best end there is.",
        scenario: `${VECTOR}&use=1&scene=4`,
        focus: "trellis",
      },
      {
        title: "Reduce, then the next list",
        text: "Now the edges to stream 3 are reduced: two of four paths end. Stream 4 has its LLRs already, so nothing is missed; and every symbol of stream 3 has a path. From here its own list is extended.",
        question: "What do the lists share?",
        answer: "The reductions, and the sums of what has been taken out: the four lists cost little more than one.",
        scenario: `${VECTOR}&use=1&scene=5`,
        focus: "trellis",
      },
      {
        title: "All bits",
        text: "Four lists have given both hypotheses to all 8 bits, and all signs are right. Beside them the exhaustive search over 256 vectors: MTT differs by up to 1.88. Press Play to see it all, and Next vector for another.",
        question: "Which LLRs can differ, and in which direction?",
        answer:
          "A list may miss the best path of a hypothesis. If that is the weaker one’s, the LLR comes out too large.",
        scenario: `${VECTOR}&use=1&scene=14`,
        focus: "trellis",
      },
      {
        title: "64-QAM",
        text: "The same with 64 symbols: 4096 edges a stage, a cell each; light ones lead to near paths. The white dots are kept: in every column one, since each vertex of stream 1 keeps one edge.",
        question: "Why do the light cells form blocks?",
        answer: "The first bits of a symbol choose its quadrant: neighbours in the table are neighbours in the plane.",
        scenario: "antennas=2&qam=64&code=none&frames=1&detectors=mmse,mtt&at=20&scene=3",
        focus: "trellis",
      },
    ],
  },
  {
    id: "exact-in-two",
    title: "Exact in two dimensions",
    about: "With two streams a list has one choice to make, and makes it right: MTT is the exhaustive search.",
    lab: "mimo",
    steps: [
      {
        title: "One choice",
        text: "Two streams, 16-QAM. A path of stream 2’s list has one stage to go, and the nearest symbol there is the best end. The list of stream 1 keeps the best edge into every vertex. Nothing better exists.",
        question: "What goes wrong with a third stream?",
        answer: "The first of two extensions is chosen before the second is known.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12&scene=2`,
        focus: "trellis",
      },
      {
        title: "The same LLRs",
        text: "All eight LLRs beside those of the exhaustive search over 256 vectors: the same. Go to the next vectors; they stay the same.",
        question: "How many edges has MTT looked at to get there?",
        answer: "288: 16 to begin with, 16 × 16 in the reduction, and 16 extensions. More than 256 in fact.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12&scene=5`,
        focus: "trellis",
      },
      {
        title: "The same errors",
        text: "Run the sweep: the curves cover each other. At 10 dB both lose 21 frames of 40, with the same 559 wrong bits; at 12 dB one frame, with 10.",
        question: "Then why bother, when 288 is more than 256?",
        answer:
          "For two streams one need not. For four, MTT looks at 880 edges of 16-QAM, the exhaustive search at 65 536 vectors.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12`,
        focus: "ber",
      },
    ],
  },
  {
    id: "correlation",
    title: "What correlation does",
    about: "Antennas that stand too close hear the same, and what cannot be told apart cannot be detected.",
    lab: "mimo",
    steps: [
      {
        title: "Independent antennas",
        text: "Run the sweep: without correlation, ZF is at 1.0 % at 20 dB, MMSE at 0.7 %, the exhaustive search at 0.05 %.",
        question: "Which of them will suffer first when the columns of H become alike?",
        scenario: `${RAW}&frames=40&snr=4:4:20&detectors=zf,mmse,max-log`,
        focus: "uncoded",
      },
      {
        title: "Neighbours at 0.7",
        text: "Both sides correlated with 0.7. Run the sweep: at 20 dB ZF is at 3.4 %, MMSE at 2.1 %, the exhaustive search at 0.14 %. Each loses a factor of three; the slopes at high SNR stay.",
        question: "How many decibels does that cost?",
        answer:
          "Lay the curves beside those of before: more than 5 dB for ZF and MMSE, little more than 2 dB for the search.",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.7`,
        focus: "uncoded",
      },
      {
        title: "Almost one antenna",
        text: "0.95: run the sweep, and at 20 dB ZF guesses a quarter of the bits, 26 % wrong; MMSE has 13 %, the exhaustive search 2.2 %. ZF divides by nearly nothing.",
        question: "Two streams no longer pay off here. What would you send instead?",
        answer: "One stream, over both antennas: half the bits a use, but bits that arrive.",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.95`,
        focus: "uncoded",
      },
      {
        title: "As seen by the receiver",
        text: "The same at 20 dB: the antennas receive much the same cloud as ever, but MMSE’s streams are smeared over each other.",
        question: "Move the correlation slowly to 0. When do the four points come apart?",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.95&at=20`,
        focus: "received",
      },
    ],
  },
  {
    id: "soft-bits",
    title: "Soft bits make the code work",
    about: "A detector’s errors are forgiven if it admits that it is not sure.",
    lab: "mimo",
    steps: [
      {
        title: "One bit in eight",
        text: "Two antennas, 4-QAM, LDPC 576. Run the sweep: at 5 dB MMSE’s signs are wrong for 12 % of the bits, yet only 10 frames of 100 are lost. At 6 dB 11 % are wrong, and no frame is lost.",
        question: "How can a code mend one bit in nine?",
        answer: "It has as many check bits as information bits; and wrong LLRs are mostly small ones.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "fer",
      },
      {
        title: "Bit by bit, check by check",
        text: "The same frames at 5 dB, after each iteration of the decoder: what checks say is passed on to the next ones. MMSE and the exhaustive search fall, ZF hardly.",
        question: "Is one iteration worth anything?",
        answer: "Some: it takes MMSE’s BER at 5 dB from 12 to 6 %. But without a second one every frame is still lost.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "convergence",
      },
      {
        title: "The code forgives",
        text: "Before the decoder the exhaustive search is far ahead of MMSE at high SNR: diversity. Behind it they are half a decibel apart. A frame sees 144 channels, good and bad: the code itself brings the diversity that MMSE gave away.",
        question: "When would the detector’s own diversity matter again?",
        answer: "When a whole frame meets one channel, or at high rates: then the code has nothing to average over.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "complexity",
      },
      {
        title: "Four antennas: who wins?",
        text: "16-QAM, four antennas; run the sweep. MTT’s own decisions beat MMSE’s from 12 dB on. Behind this code of rate 1/2 it is the other way round: at 13 dB MMSE loses 2 frames of 60, K-best 5, MTT 18, one-pass 41.",
        question: "MTT decides better and is decoded worse. What is the decoder missing?",
        answer:
          "Honest LLRs: a path that the reductions lost makes an LLR large and wrong. MMSE is wrong more often, but quietly.",
        scenario: `${FOUR}&at=13`,
        focus: "fer",
      },
    ],
  },
];
