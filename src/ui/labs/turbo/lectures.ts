import type { Lecture } from "../../kit/lecture.ts";

/** Short codewords and few of them, so that a software adapter finishes the sweep within a minute too. */
const SMALL = "length=512&codewords=200";

/** The lectures of the Turbo lab. Each number is a result of its scenario with the default seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "two-decoders-that-talk",
    chapter: "codes",
    teaches: ["iterative decoding"],
    needs: ["error rates"],
    title: "Two decoders that exchange information",
    about: "Neither decoder corrects the errors alone. Exchanging extrinsic information does.",
    lab: "turbo",
    steps: [
      {
        title: "The channel alone",
        text: "The transmitter sent each of 512 bits as +1 or −1, and the channel added noise. Iteration 0 shows the channel LLRs: correct decisions point up, and 94 are below the line. No better decision is possible from a bit’s own sample alone.",
        question: "What else did the transmitter send that helps?",
        answer: "Two parity bits per information bit: one from the bits in their order, one from the interleaved bits.",
        scenario: "length=512&at=1",
        focus: "codeword",
      },
      {
        title: "Iteration by iteration",
        text: "Press Play. In each iteration both decoders run once.",
        question: "How many bits are wrong after each iteration? Can an iteration add errors?",
        answer:
          "35 bits are wrong after the first iteration, then 3, then 5, and none from the fourth on. The LLRs keep growing: the decoder becomes more confident. From the second iteration to the third the errors grew. The exchange treats dependent LLRs as independent. Nothing guarantees that every iteration reduces the errors.",
        scenario: "length=512&at=1",
        focus: "codeword",
      },
      {
        title: "Mutual information",
        text: "An EXIT chart shows the same codeword as mutual information between LLRs and bits. Decoder 1 moves the stairs up, decoder 2 to the right. Each starts from the other’s output. The dashed curves show what each decoder gives for Gaussian inputs. Between them is a tunnel, and the stairs climb through it to the corner, where all bits are known.",
        question: "Why does a decoder pass on only the extrinsic part of an LLR?",
        answer:
          "The other decoder already has the channel LLR and its own output. If it received them again, it would count them twice.",
        scenario: "length=512&at=1",
        focus: "exit",
      },
      {
        title: "Two decibels less",
        text: "Eb/N0 is 2 dB lower than in the last step.",
        question:
          "Where do the stairs stop now? At which Eb/N0 do the stairs reach the corner? Move the slider “At Eb/N0” slowly to the right, with 6 and with 16 iterations.",
        answer:
          "With 2 dB less the curves touch in the lower left corner, and the stairs stop there. After six iterations decoder 1 provides 0.09 bits of information per bit, decoder 2 0.02. 119 wrong bits have become 118. For this codeword the stairs reach the corner between −0.2 and 0 dB with 16 iterations: then 48 bits are wrong and none. With six iterations 20 are still wrong at 0 dB, and none at 0.4 dB: the limit stops the stairs, not the curves. The curves part earlier, but they hold for Gaussian LLRs and endless codewords.",
        scenario: "length=512&at=-1",
        focus: "exit",
      },
      {
        title: "How many iterations",
        text: "Each curve is one number of iterations. Run the sweep.",
        question:
          "How many bits are wrong at 1.5 dB after one, two, four and six iterations? How much do a seventh and an eighth iteration help?",
        answer:
          "At 1.5 dB one iteration leaves 5 % of the bits wrong, two leave 0.7 %, and four leave 0.02 %. With six, no error occurs in 51 200 bits. The first iterations reduce the errors most. A seventh and an eighth iteration help little at 1 dB. With eight iterations the BER stays at 0.33 %, but 5 codewords fail in place of 8.",
        scenario: "length=512&codewords=100&iterations=1,2,4,6&ebn0=0:0.5:2&at=1",
        focus: "ber",
      },
    ],
  },
  {
    id: "max-log",
    chapter: "codes",
    teaches: ["max-log decoding"],
    needs: ["iterative decoding"],
    title: "What max-log loses and 0.75 recovers",
    about:
      "Max-log replaces a sum of exponentials by its largest term. Its LLRs are too large, and a factor corrects most of that.",
    lab: "turbo",
    steps: [
      {
        title: "The largest term only",
        text: "The probability of a bit is a sum over all paths through the trellis. Log-MAP adds all paths; max-log takes the most likely one. Run the sweep.",
        question:
          "How many decibels does max-log lose at a BER of 10⁻²? Which contributes more to a sum of many terms: the largest term, or the others together?",
        answer:
          "Without scaling, max-log needs about 0.4 dB more than log-MAP for a BER of 10⁻². At low Eb/N0 the other terms contribute more: many paths are about equally likely, and max-log ignores all but one.",
        scenario: `${SMALL}&windows=1&algorithm=max-log,log-map&scale=1&ebn0=0:0.25:1.5&at=1&target=0.01`,
        focus: "ber",
      },
      {
        title: "Three quarters",
        text: "The extrinsic LLRs of max-log are too large, by about the same factor everywhere. Multiplying them by 0.75 costs almost nothing. Run the sweep again.",
        question:
          "How close does max-log come to log-MAP? Decisions depend on signs only. Why does scaling the extrinsic LLRs help?",
        answer:
          "Max-log comes within 0.2 dB of log-MAP, which does not change. The next decoder adds the extrinsic LLRs to the channel LLRs. If they are too large, a wrong one outweighs the received samples.",
        scenario: `${SMALL}&windows=1&algorithm=max-log,log-map&ebn0=0:0.25:1.5&at=1&target=0.01`,
        focus: "ber",
      },
      {
        title: "In the trellis",
        text: "The figure shows four stages of decoder 1: α from the left, β from the right, γ on the branches. Max-log compares the best path with a 1 and the best path with a 0. A bit’s LLR is the difference of their metrics. It takes only additions and maxima.",
        question: "What happens to max-log’s decisions when all channel LLRs double?",
        answer:
          "Nothing: every metric doubles too. Log-MAP needs to know the noise power, because its correction term does not scale.",
        scenario: "length=512&windows=1&at=1&stage=0",
        focus: "trellis",
      },
      {
        title: "The same stages in log-MAP",
        text: "In the first iteration the γ are the same, because they depend on the channel only. Here α and β include the paths that max-log ignores, and the LLRs change: for bit 1 from −0.84 to −0.27, for bit 3 from 0.84 to 1.09.",
        question: "Where do both algorithms agree exactly?",
        answer:
          "In the α of the first stages. From state 000 only one path leads to each state, so the maximum is the sum.",
        scenario: "length=512&windows=1&algorithm=log-map&at=1&stage=0",
        focus: "trellis",
      },
    ],
  },
  {
    id: "waterfall-and-floor",
    chapter: "codes",
    teaches: ["waterfall and floor"],
    needs: ["iterative decoding"],
    title: "The waterfall and the floor",
    about: "The error rate of long codes falls steeply at one Eb/N0, and slowly below an error floor.",
    lab: "turbo",
    steps: [
      {
        title: "The waterfall",
        text: "The dashed curve is AFF3CT’s published BER of the longest code. From 0.4 to 0.7 dB it falls from 9 × 10⁻³ to 5 × 10⁻⁶. Successive tenths of a decibel divide it by 7, by 13 and by 21.",
        question: "Uncoded BPSK needs 9.6 dB for a BER of 10⁻⁵. How much power does this code save?",
        answer:
          "About 8.9 dB: the curve reaches 10⁻⁵ a little below 0.7 dB. The price is three times the bandwidth. Shannon’s limit for BPSK at rate 1/3 is −0.5 dB, so 1.2 dB are left.",
        scenario: "ebn0=0:0.1:0.7&at=0.6",
        focus: "ber",
      },
      {
        title: "One codeword in the waterfall",
        text: "At 0.6 dB 1179 of 6144 bits are wrong as received. In a long codeword some bits are always reliable, and the interleaver spreads their information.",
        question:
          "How many iterations does it take to correct all bits? At 0.5 dB the same noise, slightly stronger, leaves 2 bits wrong after six iterations. Is that codeword lost?",
        answer:
          "Six iterations leave 798, 435, 207, 56, 2 and 0. At 0.5 dB the codeword counts as one frame error and two bit errors. A seventh iteration corrects it: try 7.",
        scenario: "at=0.6",
        focus: "codeword",
      },
      {
        title: "A short code",
        text: "Run the sweep with 40 bits per codeword.",
        question:
          "Is there a waterfall? At 3 dB about 4 codewords of 500 are lost. What does the same code with 512 bits do?",
        answer:
          "From 0 to 3 dB the BER falls gradually, from 13 % to less than 0.1 %. A short codeword averages over few noise samples, so chance decides. With 512 bits the code already loses none of a hundred at 1.5 dB. Set the length to 512 and see.",
        scenario: "length=40&codewords=500&ebn0=0:0.5:3&at=1",
        focus: "ber",
      },
      {
        title: "The floor",
        text: "This is the same published curve at higher Eb/N0. From 0.7 to 0.8 dB it still falls 26-fold, from 0.9 to 1.0 dB only 2.5-fold. Every codeword has a few neighbours that differ in few bits. Confusing them causes this error floor.",
        question: "How many codewords does it take to see 100 frame errors at 1 dB?",
        answer: "Three million: the published FER there is 3.3 × 10⁻⁵. AFF3CT simulated about fifteen million.",
        scenario: "ebn0=0:0.1:1&at=0.6",
        focus: "ber",
      },
    ],
  },
  {
    id: "windows",
    chapter: "codes",
    teaches: ["windowed decoding"],
    needs: ["iterative decoding"],
    title: "Windows: the cost of parallelism",
    about:
      "A decoder processes its trellis stage by stage. Windows let it work in many places at once, from estimated edges.",
    lab: "turbo",
    steps: [
      {
        title: "One window",
        text: "Each α depends on the α to its left, each β on the β to its right: 512 stages, one after the other. A GPU has thousands of arithmetic units. With one codeword this decoder keeps few of them busy.",
        question: "Where in the trellis does the decoder know the state with certainty?",
        answer: "At both ends: the encoder starts in state 000, and the tail returns it there.",
        scenario: "length=512&windows=1&at=0.5",
        focus: "codeword",
      },
      {
        title: "128 windows",
        text: "This is the same codeword with four stages per window. Drag to zoom in; dotted lines mark the edges. In the first iteration the states at the edges are unknown.",
        question:
          "How many bits are wrong after the first iteration, and how many after six? Compare with 8 windows. Where do the metrics at the edges come from after the first iteration?",
        answer:
          "107 bits are wrong after the first iteration, compared with 42 for 8 windows. After six iterations 36 bits are wrong; with 8 windows none. The metrics at the edges come from the neighbouring window, one iteration earlier. Information crosses one edge per iteration.",
        scenario: "length=512&windows=128&at=0.5",
        focus: "codeword",
      },
      {
        title: "The cost in decibels",
        text: "Run the sweep, and read the loss at a BER of 10⁻².",
        question: "How much do 8, 32 and 128 windows lose? How many windows suit a codeword of 6144 bits?",
        answer:
          "8 windows of 64 stages lose almost nothing, 32 of 16 stages about 0.15 dB, 128 of 4 stages 0.8 dB. The loss depends on the length of a window. 96 windows have 64 stages each. M. Wu’s thesis chose them, and they are this lab’s default.",
        scenario: `${SMALL}&windows=1,8,32,128&ebn0=0:0.25:1.75&at=0.5&target=0.01`,
        focus: "loss",
      },
      {
        title: "More iterations",
        text: "With 12 iterations in place of 6, information crosses twice as many edges. Run the sweep.",
        question: "How much do 128 windows lose now? Is that worth the time?",
        answer:
          "128 windows lose less than 0.3 dB, and 32 windows almost nothing. Each codeword takes twice the work, but the GPU works in many more places at once. Measure the throughput on your GPU.",
        scenario: `${SMALL}&windows=1,8,32,128&iterations=12&ebn0=0:0.25:1.75&at=0.5&target=0.01`,
        focus: "loss",
      },
      {
        title: "Edges in the trellis",
        text: "The figure shows stages on both sides of an edge in the first iteration. At the dashed line α of the right window and β of the left window start with 0.0 for all states. Neither window knows the state at its edge.",
        question: "When does α distinguish the states again?",
        answer:
          "From the next column on. The LLRs of one bit and its parity already make some states more likely than others.",
        scenario: "length=512&windows=8&at=1&stage=62&stages=5",
        focus: "trellis",
      },
    ],
  },
  {
    id: "when-to-stop",
    chapter: "codes",
    teaches: ["early stopping"],
    needs: ["iterative decoding"],
    title: "When to stop",
    about: "Most codewords are correct long before the last iteration. Detecting this saves most of the work.",
    lab: "turbo",
    steps: [
      {
        title: "Eight iterations for every codeword",
        text: "At 3 dB the first codeword has 68 wrong bits as received, 2 after one iteration and none after two. The other six iterations only enlarge the LLRs. Step through them.",
        question: "How can the decoder detect that it is done, without knowing the transmitted bits?",
        scenario: "length=512&windows=8&iterations=8&at=3",
        focus: "codeword",
      },
      {
        title: "When both agree",
        text: "Run the sweep. Decoding of a codeword stops when both decoders agree on all bits. The table below the figure shows the mean number of iterations.",
        question: "How many iterations does a codeword take at 0 dB and at 3 dB? Does stopping early cause errors?",
        answer:
          "The mean number of iterations is 7.6 at 0 dB and 2.1 at 3 dB, in place of 8. Stopping early causes very few errors: at 0.5 dB 33 codewords of 100 fail in place of 32. Two decoders can agree on a wrong bit.",
        scenario: "length=512&windows=8&codewords=100&iterations=8&stop=sign&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
      {
        title: "When the CRC holds",
        text: "24 of the 512 bits are a cyclic redundancy check (CRC). Decoding stops as soon as it holds. Run the sweep.",
        question: "Does decoding stop earlier than by agreement? What is the price?",
        answer:
          "On average decoding stops after 3.6 iterations at 1 dB and 1.7 at 3 dB. That is earlier than by agreement, because one correct decision is enough. The price is that 24 of 512 bits carry no information. That costs 0.2 dB, which this figure’s Eb/N0 does not include. In return the receiver detects lost codewords.",
        scenario: "length=512&windows=8&codewords=100&iterations=8&crc=24A&stop=crc&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
    ],
  },
  {
    id: "puncturing",
    chapter: "codes",
    teaches: ["rate matching"],
    needs: ["iterative decoding"],
    title: "Puncturing and redundancy versions",
    about: "One code gives all rates: the transmitter omits some bits, and their order matters.",
    lab: "turbo",
    steps: [
      {
        title: "Rate 1/2",
        text: "Half of the parity bits are not sent. The decoder sets their LLRs to 0: unknown. Run the sweep.",
        question:
          "How many codewords of 100 fail at 1 dB, and how many with the full code? How much transmission time does this save?",
        answer:
          "At 1 dB 62 codewords of 100 fail, compared with 8 for the full code. At 2 dB none fails. Puncturing saves a third of the time: the transmitter sends 1024 bits in place of 1548.",
        scenario: "length=512&windows=8&codewords=100&rate=1/2&ebn0=0:0.5:3&at=1",
        focus: "fer",
      },
      {
        title: "Rate 8/9",
        text: "The transmitter sends only 576 bits for 512 information bits. Run the sweep.",
        question: "Does so little redundancy help? How many of 512 uncoded bits are wrong at 5 dB?",
        answer:
          "At 3 dB 92 codewords of 100 fail, at 4 dB 36, and at 5 dB 2. Even this little redundancy helps: without it 95 of 100 blocks would have errors at 5 dB. Of 512 uncoded bits three are wrong on average: the BER of BPSK is 6 × 10⁻³ there.",
        scenario: "length=512&windows=8&codewords=100&rate=8/9&ebn0=2:1:6&at=4",
        focus: "fer",
      },
      {
        title: "Redundancy version 0",
        text: "The transmitter reads its bits from a circular buffer that starts with the information bits. Version 0 starts near the beginning. At rate 3/4 and 4 dB 20 bits are wrong as received, 5 after one iteration, then none.",
        question: "What is sent if reading starts in the middle of the buffer?",
        scenario: "length=512&windows=8&rate=3/4&at=4",
        focus: "codeword",
      },
      {
        title: "Redundancy version 1 alone",
        text: "Version 1 starts later in the buffer and omits most of the information bits.",
        question: "Can the decoder use version 1 alone? What is it good for?",
        answer:
          "As received 201 of 512 bits are wrong, counting unknown ones as 0, and 195 remain wrong. Versions 1 and 2 are useless alone at this rate. They are meant to be combined with version 0. They are good for retransmissions. After a failure the transmitter sends bits that it omitted before, and the receiver adds the LLRs. The rate falls only when needed.",
        scenario: "length=512&windows=8&rate=3/4&redundancyVersion=1&at=4",
        focus: "codeword",
      },
    ],
  },
];
