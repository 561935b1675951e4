import type { Lecture } from "../../kit/lecture.ts";

/** Two antennas, 4-QAM, no code: the detectors' own decisions. */
const RAW = "antennas=2&qam=4&code=none";
/** Two antennas, 16-QAM, a short code: a software adapter finishes the sweep within a minute too. */
const SHORT = "antennas=2&qam=16&code=wimax-576-1/2";
/** One vector of four antennas and 4-QAM, small enough to follow edge by edge. */
const VECTOR = "antennas=4&qam=4&code=none&frames=1&detectors=mmse,mtt&at=10";
const FOUR = "antennas=4&qam=16&snr=12:1:17&detectors=mmse,one-pass,kbest,mtt&code=wimax-576-1/2&frames=60";

/** Four antennas, 16-QAM and a short code, with three outer iterations near the threshold of one pass. */
const LOOP = "code=wimax-576-1/2&outer=1,2,3&snr=10:1:13&frames=100&at=11";

/** The lectures of the MIMO lab. Each number is a result of its scenario with the default seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "diversity",
    chapter: "antennas",
    teaches: ["diversity"],
    needs: ["zero forcing", "MMSE", "error rates"],
    title: "Why linear detectors lose diversity",
    about: "Inverting the channel is cheap, but it loses the diversity of several antennas.",
    lab: "mimo",
    steps: [
      {
        title: "A mixture of streams",
        text: "Two streams and two antennas: each antenna receives a weighted sum of both. The weights, the channel, are new in every channel use. The received points show no constellation. MMSE knows the channel and separates the streams.",
        question: "The clouds of the streams have no sharp edge, although the noise power is constant. Why?",
        answer:
          "The channel varies. Where its columns are nearly parallel, separating the streams amplifies the noise.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "received",
      },
      {
        title: "Two slopes",
        text: "From 16 to 20 dB the noise power falls by a factor of 2.5. Run the sweep.",
        question:
          "By which factors do the error rates of ZF and of the exhaustive search fall meanwhile? At 0 dB MMSE is as good as the exhaustive search, with 22 % each. What happens to MMSE at high SNR?",
        answer:
          "ZF’s error rate falls by a factor of 2.3, the rate of the exhaustive search by 6.5. ZF has diversity order 1, and the search has 2: it fails only if both receive antennas have a bad channel. On any one invertible channel MMSE approaches ZF, so it has ZF’s slope. Averaged over fading, bad channels keep it about 2 dB ahead.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "uncoded",
      },
      {
        title: "In the LLRs",
        text: "These are the LLRs of the same vectors.",
        question: "Which detector’s LLRs are far from zero? Is a small LLR with the wrong sign as bad as a large one?",
        answer:
          "Most LLRs of the exhaustive search are far from zero. ZF and MMSE keep many bits near zero or on the wrong side. They know which channel uses are bad: those bits have small LLRs. For a hard decision a small LLR with the wrong sign is as bad as a large one. For a decoder it is not: the decoder gives the small one little weight.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14`,
        focus: "llrs",
      },
      {
        title: "Work and loss",
        text: "Here the exhaustive search compares only 16 vectors. With 64-QAM it would compare 4096. Run the sweep, and read the SNR that each detector needs for a BER of 3 %.",
        question:
          "How many decibels more do MMSE and ZF need than the exhaustive search? What does the search cost with four antennas and 64-QAM?",
        answer:
          "MMSE needs 3 dB more than the exhaustive search, ZF 5 dB. Here the search even takes the fewest operations. With four antennas and 64-QAM, 64⁴ is 17 million vectors per channel use, which is impractical. Set it, and see which detectors refuse.",
        scenario: `${RAW}&frames=40&snr=0:4:20&detectors=zf,mmse,max-log&at=14&target=0.03`,
        focus: "complexity",
      },
    ],
  },
  {
    id: "one-pass",
    chapter: "antennas",
    teaches: ["soft detection"],
    needs: ["diversity"],
    title: "One pass, missing hypotheses",
    about: "A search that keeps only good paths loses the other hypothesis of many bits, and with it their LLRs.",
    lab: "mimo",
    steps: [
      {
        title: "Edge reduction",
        text: "The trellis has a stage for each stream and a vertex for each symbol. Edge reduction keeps the best edge into every vertex. Here three of four paths end: all four survivors come from the same symbol of stream 4.",
        question: "Now both bits of stream 4 are decided. What is the LLR of the first one?",
        answer:
          "The LLR is the difference from the best path with the other bit, and no such path is left. All we know is that its magnitude is large.",
        scenario: `${VECTOR}&scene=5`,
        focus: "trellis",
      },
      {
        title: "The end of one pass",
        text: "In the last reduction three of four paths end again, as at stream 2. The four remaining paths differ in stream 1 only. Of 8 bits, 6 have one hypothesis only. One-pass detection stops here and gives those bits the clipping limit.",
        question: "Which bits have both hypotheses?",
        answer: "The bits of stream 1: the last stage keeps a path through each of its vertices.",
        scenario: `${VECTOR}&scene=12`,
        focus: "trellis",
      },
      {
        title: "Clipped LLRs",
        text: "With two antennas and 16-QAM many one-pass LLRs are at ±8, the clipping limit, correct and wrong ones alike. MTT’s LLRs vary with the reliability of each bit.",
        question: "Which fraction of the bits is wrong?",
        answer: "The same for both. Their decisions are equal; only the magnitudes of their LLRs differ.",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11`,
        focus: "llrs",
      },
      {
        title: "Before and after the decoder",
        text: "Run the sweep.",
        question:
          "How do the two curves compare before the decoder, and how after it? One-pass gives an LLR of 8 to bits that may well be wrong. What if the limit were lower?",
        answer:
          "Before the decoder both curves are identical: 7429 bit errors each at 11 dB. After the decoder one-pass loses 73 frames of 100 at 11 dB, MTT 13. Overconfident LLRs cost about 1.3 dB. The next step tries a lower limit.",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11`,
        focus: "fer",
      },
      {
        title: "A lower clipping limit",
        text: "Now the limit is 3 in place of 8. Run the sweep.",
        question: "Does one-pass lose fewer frames now, and does it reach MTT? Why not clip at 1?",
        answer:
          "One-pass loses 53 frames at 11 dB in place of 73, and 15 at 12 dB in place of 25. It still loses more than MTT, which needs no limit. With a limit of 1 reliable bits would get small LLRs too. The best limit depends on SNR, modulation and code; try some.",
        scenario: `${SHORT}&detectors=one-pass,mtt&snr=8:1:13&frames=100&at=11&clip=3`,
        focus: "fer",
      },
    ],
  },
  {
    id: "mtt",
    chapter: "antennas",
    teaches: ["multi-pass trellis traversal"],
    needs: ["soft detection"],
    title: "MTT: both hypotheses for every bit",
    about: "Multi-pass trellis traversal makes one list per stream, so that both values of every bit have a candidate.",
    lab: "mimo",
    steps: [
      {
        title: "A wrong first symbol",
        text: "R is triangular. Its last row involves stream 4 only, so paths begin there. The nearest symbol is 01, at 0.17 N0. The transmitted one, 11, is second. Nothing is lost yet: MTT keeps all four.",
        question: "What would happen to a detector that decides for 01 here?",
        answer: "It would stay on a wrong path. This is decision feedback, and its errors propagate.",
        scenario: `${VECTOR}&use=1`,
        focus: "trellis",
      },
      {
        title: "A list for stream 4",
        text: "Before any reduction MTT extends each path to the end by the best symbol of every stage. The list now has a path through each symbol of stream 4. Both bits have a best path with 0 and one with 1, and 11 is now better than 01.",
        question: "What is the weakness of the list?",
        answer: "The extensions choose stage by stage, without looking ahead. A path may miss its best continuation.",
        scenario: `${VECTOR}&use=1&scene=4`,
        focus: "trellis",
      },
      {
        title: "Reduce, then the next list",
        text: "Now MTT reduces the edges to stream 3, and two of four paths end. Stream 4 already has its LLRs, so they lose nothing. Every symbol of stream 3 has a path, from which MTT extends the list of stream 3.",
        question: "What do the lists share?",
        answer:
          "The reductions and the partial sums of interference. For four antennas and 16-QAM extensions are only 96 of 880 edges.",
        scenario: `${VECTOR}&use=1&scene=5`,
        focus: "trellis",
      },
      {
        title: "All bits",
        text: "Four lists have given both hypotheses to all 8 bits, and all signs are correct. The table also has the LLRs of the exhaustive search over 256 vectors: they differ from MTT’s by up to 1.88. Press Play to see all steps, or “Next vector”.",
        question: "Which LLRs can differ, and in which direction?",
        answer:
          "A list may miss the best path of one hypothesis. If it is the less likely hypothesis, the LLR is too large.",
        scenario: `${VECTOR}&use=1&scene=14`,
        focus: "trellis",
      },
      {
        title: "64-QAM",
        text: "64 symbols give 4096 edges per stage, each drawn as a cell. Light cells are edges with small distances. A white dot marks each edge that is kept: one per column, because each vertex of stream 1 keeps one edge.",
        question: "Why do the light cells form blocks?",
        answer:
          "The first bits of a symbol select its quadrant. Neighbours in the table are often neighbours in the plane.",
        scenario: "antennas=2&qam=64&code=none&frames=1&detectors=mmse,mtt&at=20&scene=3",
        focus: "trellis",
      },
    ],
  },
  {
    id: "exact-in-two",
    chapter: "antennas",
    teaches: ["exact search"],
    needs: ["multi-pass trellis traversal"],
    title: "Exact in two dimensions",
    about: "With two streams a list makes one choice, which is always optimal. MTT then equals the exhaustive search.",
    lab: "mimo",
    steps: [
      {
        title: "One choice",
        text: "Two streams with 16-QAM. A path on the list of stream 2 has one stage left, and the nearest symbol there is the best one. The list of stream 1 keeps the best edge into every vertex. Both lists are optimal.",
        question: "Why is that not so with three streams?",
        answer: "The first of two extensions is chosen before the second is known.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12&scene=2`,
        focus: "trellis",
      },
      {
        title: "The same LLRs",
        text: "The exhaustive search over 256 vectors gives the same eight LLRs. Step to other vectors: they stay equal.",
        question: "How many edges does MTT compute?",
        answer: "288: 16 at the start, 16 × 16 in the reduction, and 16 extensions. That is more than 256.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12&scene=5`,
        focus: "trellis",
      },
      {
        title: "A sweep of both",
        text: "Run the sweep.",
        question: "How do the two curves compare? Why use MTT, if 288 edges are more than 256 vectors?",
        answer:
          "The curves coincide. At 10 dB both detectors lose 21 frames of 40, with the same 559 wrong bits. At 12 dB both lose one frame, with 10 wrong bits. For two streams there is no reason to use MTT. For four streams of 16-QAM MTT computes 880 edges, and the exhaustive search 65 536 vectors.",
        scenario: `${SHORT}&detectors=mtt,max-log&snr=8:2:14&frames=40&at=12`,
        focus: "ber",
      },
    ],
  },
  {
    id: "correlation",
    chapter: "antennas",
    teaches: ["correlated antennas"],
    needs: ["diversity"],
    title: "What correlation does",
    about: "Antennas close together receive similar signals, and the detector cannot separate their streams.",
    lab: "mimo",
    steps: [
      {
        title: "Independent antennas",
        text: "Run the sweep.",
        question:
          "Which detector has the lowest BER at 20 dB? Which detector suffers first when the columns of H become similar?",
        answer:
          "Without correlation the BER at 20 dB is 1.0 % for ZF, 0.7 % for MMSE and 0.05 % for the exhaustive search. The next steps show which one suffers first.",
        scenario: `${RAW}&frames=40&snr=4:4:20&detectors=zf,mmse,max-log`,
        focus: "uncoded",
      },
      {
        title: "A correlation of 0.7",
        text: "Neighbouring antennas are correlated with 0.7 on both sides. Run the sweep.",
        question: "By which factor does each BER at 20 dB rise? How many decibels does the correlation cost?",
        answer:
          "The BER at 20 dB is 3.4 % for ZF, 2.1 % for MMSE and 0.14 % for the exhaustive search. Each is about three times as high; the slopes at high SNR stay. Compare with the last step’s curves: more than 5 dB for ZF and MMSE, a little more than 2 dB for the search.",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.7`,
        focus: "uncoded",
      },
      {
        title: "A correlation of 0.95",
        text: "Now the correlation is 0.95. Run the sweep.",
        question: "How many bits does each detector get wrong at 20 dB? What would you send in place of two streams?",
        answer:
          "At 20 dB ZF gets 26 % of the bits wrong, MMSE 13 %, and the exhaustive search 2.2 %. ZF divides by values near zero. Two streams are no longer useful here. One stream over both antennas carries half the bits per channel use, with far fewer errors.",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.95`,
        focus: "uncoded",
      },
      {
        title: "The received points",
        text: "At 20 dB the antennas receive much the same cloud as without correlation. But MMSE cannot separate the streams, and their four points overlap.",
        question: "Move the correlation slowly to 0. When do the four points separate?",
        scenario: `${RAW}&frames=20&snr=4:4:20&detectors=zf,mmse,max-log&correlation=0.95&at=20`,
        focus: "received",
      },
    ],
  },
  {
    id: "soft-bits",
    chapter: "antennas",
    teaches: ["soft decisions"],
    needs: ["soft detection", "iterative decoding"],
    title: "Soft bits make the code work",
    about: "A decoder corrects a detector’s errors if their LLRs are small.",
    lab: "mimo",
    steps: [
      {
        title: "One bit in eight",
        text: "Two antennas, 4-QAM and an LDPC code of 576 bits. Run the sweep.",
        question:
          "At 5 dB, how many of MMSE’s LLRs have the wrong sign, and how many frames of 100 are lost? How can a code correct one bit in nine?",
        answer:
          "At 5 dB 12 % of MMSE’s LLRs have the wrong sign, yet only 10 frames of 100 are lost. At 6 dB 11 % are wrong, and no frame is lost. Only soft values make that possible. With signs alone no code of rate 1/2 could do it: a channel that inverts one bit in nine carries at most half a bit per bit. But most wrong LLRs are small, and the decoder overrules them.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "fer",
      },
      {
        title: "Iterations of the decoder",
        text: "The figure shows frames at 5 dB after each iteration of the decoder. The check nodes pass messages to the bits, and the next checks use them.",
        question: "Which detectors’ error rates fall? How much does one iteration help?",
        answer:
          "The error rates of MMSE and the exhaustive search fall; ZF’s rate hardly falls. The first iteration lowers MMSE’s BER at 5 dB from 12 % to about 6 %. But after one iteration every frame still has errors.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "convergence",
      },
      {
        title: "Diversity before and after the code",
        text: "Before the decoder the exhaustive search is far ahead of MMSE at high SNR, because of its diversity.",
        question:
          "How far apart are they after the decoder, and why? When does the detector’s own diversity matter again?",
        answer:
          "After the decoder they are half a decibel apart. A frame has 144 independent channels, so the code itself provides the diversity that MMSE lacks. The detector’s own diversity matters when a whole frame has the same channel: then the code cannot average. Or at high code rates, where it has little redundancy.",
        scenario: "antennas=2&qam=4&code=wimax-576-1/2&snr=0:1:8&frames=100&detectors=zf,mmse,max-log&at=5",
        focus: "complexity",
      },
      {
        title: "Four antennas",
        text: "Four antennas and 16-QAM. Run the sweep.",
        question:
          "Compare MTT with MMSE: whose own decisions are better, and who loses fewer frames? What does the decoder lack?",
        answer:
          "MTT’s own decisions are better than MMSE’s from 12 dB on. After this code of rate 1/2 the order is reversed: at 13 dB MMSE loses 2 frames of 60, K-best 5, MTT 18 and one-pass 41. The decoder lacks well-calibrated LLRs. Where the reductions lose a path, MTT’s LLR may be large and wrong. MMSE is wrong more often, but with small LLRs.",
        scenario: `${FOUR}&at=13`,
        focus: "fer",
      },
    ],
  },
  {
    id: "priors",
    chapter: "antennas",
    teaches: ["iterative detection"],
    needs: ["soft decisions", "iterative decoding"],
    title: "Why priors help",
    about: "The decoder knows most bits. A detector that uses this knowledge can subtract interference.",
    lab: "mimo",
    steps: [
      {
        title: "What the decoder returns",
        text: "Frame 0 at 11 dB. The first detection gets 93 of 576 coded bits wrong, and the decoder still 68. But most of its LLRs are right and large. They return as priors: MMSE-PIC subtracts the interference that they predict. Step on: after the second pass the decoder gets all bits right.",
        question: "The second detection has 73 wrong bits, more than the 68 of the decoder before. Why is it useful?",
        answer:
          "Its LLRs exclude the prior of the bit itself, so they are new information. The decoder adds them to its own messages.",
        scenario: `${LOOP}&detectors=mmse,mmse-pic`,
        focus: "frame",
      },
      {
        title: "Three passes",
        text: "The receiver makes one, two or three passes with MMSE-PIC. Run the sweep.",
        question:
          "How many frames of 100 do one, two and three passes lose at 11 dB? Why do MMSE and the first pass of MMSE-PIC have equal errors?",
        answer:
          "At 11 dB one pass loses 82 frames of 100, two passes 29 and three 10. MMSE loses the same 82. Without priors MMSE-PIC knows no interference to subtract. It then is MMSE.",
        scenario: `${LOOP}&detectors=mmse,mmse-pic`,
        focus: "fer",
      },
      {
        title: "The exchange as an EXIT chart",
        text: "The detector’s curve rises to the right: the more it knows about the other streams, the more information it delivers on each. At 11 dB it stays above the decoder’s curve, and the stairs climb through the tunnel between them.",
        question: "Set the SNR of the figures to 8 dB. Where do the stairs stop, and why?",
        answer:
          "Near the point where the curves cross. There neither part tells the other anything new, so more passes do not help.",
        scenario: `${LOOP}&detectors=mmse-pic`,
        focus: "exit",
      },
      {
        title: "The two distributions separate",
        text: "With each outer iteration the detector’s LLRs move away from zero, and fewer have the wrong sign. The priors have removed part of the disturbance: the interference.",
        question: "Will the share of wrong signs ever reach zero?",
        answer:
          "No. With perfect priors each stream is alone, but noise and fading remain. The detector’s curve ends below 1.",
        scenario: `${LOOP}&detectors=mmse-pic`,
        focus: "llrs",
      },
    ],
  },
  {
    id: "feedback",
    chapter: "antennas",
    teaches: ["feedback to the detector"],
    needs: ["iterative detection"],
    title: "Extrinsic or a posteriori",
    about: "Turbo decoders exchange extrinsic LLRs only. An MMSE detector does better with a posteriori LLRs.",
    lab: "mimo",
    steps: [
      {
        title: "Extrinsic feedback",
        text: "Here the decoder subtracts its input before it returns its LLRs, as in Turbo decoding. Run the sweep.",
        question:
          "How many frames of 100 do one, two and three passes lose at 11 dB? Why does Turbo decoding subtract the input?",
        answer:
          "At 11 dB one pass loses 82 frames of 100, two passes 53 and three 34. Without the subtraction the decoder would get its own output back and count it twice.",
        scenario: `${LOOP}&detectors=mmse-pic&feedback=extrinsic`,
        focus: "fer",
      },
      {
        title: "A posteriori feedback",
        text: "Now the decoder returns all it knows. Run the sweep.",
        question:
          "Do two and three passes lose more or fewer frames than with extrinsic LLRs? The posterior LLRs include the detector’s own LLRs. Does that do harm?",
        answer:
          "At 11 dB two passes lose 29 frames and three 10, in place of 53 and 34. The LLRs do little harm: MMSE-PIC excludes a stream’s own priors from its estimate. They only cancel interference in other streams, and larger LLRs cancel more of it.",
        scenario: `${LOOP}&detectors=mmse-pic`,
        focus: "fer",
      },
      {
        title: "The same with a trellis",
        text: "Now MTT with four orders and a posteriori feedback. MTT’s metric counts the priors of all bits of a path. Run the sweep.",
        question:
          "How many frames of 100 do one, two and three passes lose at 11 dB? Choose extrinsic feedback. Does it help here?",
        answer:
          "At 11 dB one pass loses 62 frames of 100, two passes 29 and three 21. Extrinsic feedback helps here: two passes then lose 17 frames and three 13. A path’s metric would count the detector’s own LLRs twice.",
        scenario: `${LOOP}&detectors=mtt&orders=4`,
        focus: "fer",
      },
      {
        title: "Keep the messages or not",
        text: "An LDPC decoder can keep its messages from one outer iteration to the next. Here it starts again, with 5 iterations per pass. Run the sweep.",
        question:
          "How many frames of 100 do two and three passes lose at 11 dB? Choose “kept” for the messages. What changes?",
        answer:
          "At 11 dB two passes lose 54 frames of 100 and three 22. Kept messages change little with this short code: two passes lose 48 frames and three 23. It matters most when each pass has few iterations.",
        scenario: `${LOOP}&detectors=mmse-pic&iterations=5&messages=reset`,
        focus: "fer",
      },
    ],
  },
  {
    id: "simple-again",
    chapter: "antennas",
    teaches: ["simple detectors in a loop"],
    needs: ["iterative detection", "multi-pass trellis traversal"],
    title: "A simple detector, twice",
    about: "A linear detector with a second pass can beat the best detector with one.",
    lab: "mimo",
    steps: [
      {
        title: "A good detector, once",
        text: "MTT with four orders, once. Run the sweep.",
        question:
          "How many frames of 100 do MTT and MMSE lose at 11 dB? How much better would an exhaustive search be?",
        answer:
          "At 11 dB it loses 62 frames of 100, and MMSE 82. At 12 dB they lose 20 and 46. An exhaustive search is hardly better: it loses 61 frames at 11 dB. No detector without priors does much better here.",
        scenario: `${LOOP}&detectors=mmse,mtt&orders=4&outer=1`,
        focus: "fer",
      },
      {
        title: "MMSE-PIC, twice",
        text: "The simple detector now gets a second pass. Run the sweep.",
        question:
          "Which loses fewer frames: two passes of MMSE-PIC, or one pass of MTT? What does the second pass know that a search does not?",
        answer:
          "With two passes MMSE-PIC loses 29 frames at 11 dB and 4 at 12 dB. MTT with one pass loses 62 and 20. The second pass knows the code. The search compares symbol vectors that no codeword contains.",
        scenario: `${LOOP}&detectors=mmse-pic,mtt&orders=4`,
        focus: "fer",
      },
      {
        title: "Work and loss",
        text: "Run the sweep. The figure shows the SNR that each receiver needs, and its operations per channel use.",
        question:
          "Compare two passes of MMSE-PIC with one pass of MTT: which takes fewer operations, and which needs less SNR? And a good detector with several passes?",
        answer:
          "Two passes of MMSE-PIC take 6400 operations per channel use, one pass of MTT with four orders 33 344. At a BER of 1 % MMSE-PIC’s two passes need 0.7 dB less. With extrinsic feedback MTT’s two passes lose 17 frames at 11 dB, fewer than MMSE-PIC’s 29. After three passes MMSE-PIC is ahead, with 10 and 13.",
        scenario: `${LOOP}&detectors=mmse-pic,mtt&orders=4&target=0.01`,
        focus: "complexity",
      },
    ],
  },
  {
    id: "loop-cost",
    chapter: "gpu",
    teaches: ["cost of outer iterations"],
    needs: ["iterative detection"],
    title: "What outer iterations cost",
    about: "Each pass repeats the detector and delays the result. The first extra pass gains most.",
    lab: "mimo",
    steps: [
      {
        title: "Fewer decoder iterations",
        text: "Three passes with at most 5 decoder iterations each. Run the sweep.",
        question:
          "How many frames of 100 do they lose at 11 dB, and how many does one pass with 15 iterations? What do the three passes cost instead?",
        answer:
          "At 11 dB they lose 23 frames of 100. One pass with 15 iterations loses 82. The decoder even iterates less: 11.4 times per frame on average, in place of 14.2. The price: three detections in place of one, two interleavings back and forth, and the time to do this in sequence.",
        scenario: `${LOOP}&detectors=mmse-pic&iterations=5`,
        focus: "fer",
      },
      {
        title: "Each pass gains less",
        text: "Each pass takes another 3200 operations per channel use in the detector. Run the sweep.",
        question:
          "How much do the second and the third pass gain at a BER of 1 %? One K-best detection takes about 14 000 operations. What do two MMSE-PIC passes take?",
        answer:
          "At a BER of 1 % the second pass gains 1.3 dB, and the third 0.4 dB. Two passes of MMSE-PIC take 6400 operations, less than half of K-best. But the second pass waits for the decoder.",
        scenario: `${LOOP}&detectors=mmse-pic&target=0.01`,
        focus: "complexity",
      },
      {
        title: "Stop when the checks hold",
        text: "The decoder stops once all checks hold. Run the sweep.",
        question:
          "How many iterations does the decoder need in the third pass at 13 dB? Does the third detection stop early, too?",
        answer:
          "At 13 dB one frame of 100 is still wrong after two passes. In the third pass the decoder needs 1.14 iterations on average, because it stops once all checks hold. The third detection does not stop early here: it detects all frames again. A receiver that skips correct frames would save most of the third pass.",
        scenario: `${LOOP}&detectors=mmse-pic`,
        focus: "fer",
      },
    ],
  },
];
