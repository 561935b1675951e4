import type { Lecture } from "../../page/lectures/lecture.ts";

/** Counts are of one signal, so that they do not depend on the batch. */
const COUNTED = "batch=1";
/** The thesis's batch: what docs/performance.md has measured on one H100. */
const BATCH = "batch=3104";

/**
 * What the convolution lab teaches. Counts follow from the sizes and are the same everywhere; times of an H100 are
 * docs/performance.md's, since the reader's own differ.
 */
export const LECTURES: readonly Lecture[] = [
  {
    id: "time-or-fft",
    title: "Time domain or FFT: where the curves cross",
    about:
      "A short filter is a few products an output, a long one is a detour through the spectrum; counting says when.",
    lab: "convolution",
    steps: [
      {
        title: "A line and a plateau",
        text: "A packet of 12,672 samples. In the time domain each tap costs 8 operations an output: twice the taps, twice the count. One FFT of 16,384 points costs 279 an output, whatever the filter. The two cross between 32 and 64 taps.",
        question: "At how many taps exactly?",
        answer: "279 / 8 = 34.9: from 35 taps on one FFT has fewer operations.",
        scenario: `${COUNTED}&methods=direct,transform&sweep=filter&range=4:*2:1024`,
        focus: "operations",
      },
      {
        title: "Blocks cross sooner",
        text: "Overlap-save transforms short blocks instead. At 8 taps it needs 91 operations an output to the time domain’s 64, at 16 taps 93 to 128: from 12 taps on it is ahead. For 186 taps it needs 141, ten times fewer than 1488.",
        question: "Why does its curve bend up towards 1024 taps?",
        answer:
          "A block of 2048 points then gives 1025 outputs: half of it is thrown away. At 253 an output it is hardly cheaper than one FFT.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=filter&range=4:*2:1024`,
        focus: "operations",
      },
      {
        title: "Short signals",
        text: "186 taps, and signals from 64 samples on. There one FFT of 256 points takes 0.032 Mflop, the time domain 0.095, overlap-save 0.16: its blocks of 1024 points are nearly empty. From 2048 samples on it has the fewest.",
        question: "And with signals longer than a packet, who gains?",
        answer:
          "Overlap-save. One FFT pays log₂ N for each sample, and N grows with the signal; blocks stay as they are.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=signal&range=64:*2:65536`,
        focus: "operations",
      },
      {
        title: "What a clock says",
        text: "Measured on one H100, 3104 packets: with 23 taps the time domain takes 0.52 ms, one FFT 2.19; with 186 taps 2.54 and 2.19. Counted they cross at 35 taps, measured far above. Overlap-save needs 0.35 and 0.36 ms: ahead at both.",
        question: "Run the comparison. Where do the curves cross on your machine?",
        scenario: `${BATCH}&methods=direct,transform,overlap-save&sweep=filter&range=23,186`,
        focus: "time",
      },
    ],
  },
  {
    id: "one-long-fft",
    title: "Why one long FFT loses on a GPU",
    about: "Five times fewer operations, and hardly less time: what counts is how often each sample is carried.",
    lab: "convolution",
    steps: [
      {
        title: "By operations it wins",
        text: "For a packet and 186 taps the time domain takes 18.9 Mflop, one FFT 3.5, overlap-save 1.8. On one H100 the batch of 3104 takes 2.54, 2.19 and 0.36 ms: with a fifth of the operations, one FFT saves a seventh of the time.",
        question: "What else than operations takes time?",
        answer: "Waiting for memory. Nothing can be computed with a sample that has not arrived.",
        scenario: `${BATCH}&methods=direct,transform,overlap-save&per=signal`,
        focus: "operations",
      },
      {
        title: "Ten kernels",
        text: "16,384 complex points are 128 KiB; a workgroup has 16 KiB by WebGPU’s default. So each transform goes in two passes through global memory. Padding, three transforms, the product and a last cut make ten kernels, and a packet’s 0.20 MB become 2.56 MB of traffic.",
        question: "How often does each sample travel, then, compared with overlap-save?",
        answer:
          "Some 12.6 times: overlap-save reads each sample and writes each output once. After a run, this table’s data has the bytes.",
        scenario: `${BATCH}&methods=transform,overlap-save`,
        focus: "results",
      },
      {
        title: "The maker’s own transform",
        text: "cuFFT, NVIDIA’s library, does the same in 2.10 ms on the same H100, and in 1.65 ms when the filters’ spectra are ready beforehand. The lab’s one FFT takes 2.19 ms, overlap-save 0.36. It is the way that is long, not the walker who is slow.",
        question: "Tesla K40c, 2017: one FFT took 36.8 ms, tiles in the time domain 180.3. What has changed since?",
        answer:
          "The time domain has become 71 times as fast, the FFT 17 times: arithmetic has grown faster than memory, and tiles now use each loaded value more often.",
        scenario: `${BATCH}&methods=direct,transform,overlap-save`,
        focus: "time",
      },
      {
        title: "Where it is still needed",
        text: "Beyond 1024 taps blocks of 2048 points have no room, and overlap-save’s curve ends. At 4096 taps the time domain takes 415 Mflop a packet, one FFT 3.6: a hundredth.",
        question: "Is there another way out, without a long FFT?",
        answer:
          "Yes: cut the filter, too. Each part of at most 1024 taps is filtered by blocks, and the delayed results are added.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=filter&range=256:*2:4096`,
        focus: "operations",
      },
    ],
  },
  {
    id: "overlap",
    title: "Overlap-save and overlap-add",
    about: "Two ways to make a circle straight: throw away what wraps around, or add it where it belongs.",
    lab: "convolution",
    steps: [
      {
        title: "Blocks keep their price",
        text: "186 taps, longer and longer signals. At 2048 samples one FFT takes 0.76 Mflop, overlap-save 0.38, overlap-add 0.83. At a million samples 321, 137 and 140: the blocks’ counts are in proportion to the signal, the one FFT’s is not.",
        question: "Why does overlap-add begin so high?",
        answer: "It always takes blocks of 2048 points, and one more than it has samples for. Long signals hide that.",
        scenario: `${COUNTED}&methods=transform,overlap-save,overlap-add&sweep=signal&range=2048:*2:1048576`,
        focus: "operations",
      },
      {
        title: "Save: what is thrown away",
        text: "A block of N points gives N − L + 1 right outputs; in the other L − 1 its end has wrapped around into its beginning. With 48 taps, 209 of 256 points are outputs and a packet takes 61 blocks: 1.35 Mflop. With 1024 taps 1025 of 2048 are, and 13 blocks take 3.20.",
        question: "Larger blocks would waste less. Why does the lab stop at 2048 points?",
        answer:
          "2048 complex numbers are 16 KiB, what WebGPU lets a workgroup share by default. Longer blocks would travel through global memory.",
        scenario: `${COUNTED}&methods=overlap-save&sweep=filter&range=16,48,64,128,256,512,1024`,
        focus: "operations",
      },
      {
        title: "Add: what is kept",
        text: "Overlap-add cuts the samples without overlap and pads them with zeros. Each result is 185 samples longer than its block, and that tail is added to the next. Blocks of 1792 samples, and one more of them: 2.25 Mflop a packet to overlap-save’s 1.79.",
        question: "Two blocks meet in an output. Who adds, when workgroups run in any order?",
        answer:
          "The same invocation: it keeps the tail in registers until its next block. That is why blocks are 1792 samples, 14 times 128, and not the 1863 that would fit.",
        scenario: `${COUNTED}&methods=overlap-save,overlap-add`,
        focus: "operations",
      },
      {
        title: "Measured",
        text: "One H100, 3104 packets. With 186 taps overlap-save takes 0.356 ms, overlap-add 0.420. With 23 taps 0.351 and 0.341: overlap-add is ahead by a hair, with 1.6 times the operations.",
        question: "How can more operations take less time?",
        answer:
          "Here they are not what takes it: both carry their samples at 61 to 63 % of the speed of a kernel that only copies.",
        scenario: `${BATCH}&methods=overlap-save,overlap-add&sweep=filter&range=23,186`,
        focus: "time",
      },
    ],
  },
  {
    id: "workgroups",
    title: "Workgroups from 1 to the limit",
    about: "The same work in groups of any size: too small and lanes stand idle, large ones gain little more.",
    lab: "convolution",
    steps: [
      {
        title: "Idle lanes",
        text: "64 packets, an invocation for each output: 811,008 workgroups of one invocation, or 3200 of 256. A GPU runs invocations in step, 32 at a time on NVIDIA: a workgroup of one leaves 31 lanes idle. Run the sweep, and see where time stops to halve.",
        question: "12,672 outputs are 49.5 workgroups of 256. What does the last one do?",
        answer: "Half of its invocations have no output and end at once. It is one in 50, and costs next to nothing.",
        scenario: "kernels=copy,direct-global&groups=1:*2:256",
        focus: "workgroups",
      },
      {
        title: "Tiles and their edges",
        text: "The tiled kernel makes four outputs an invocation, from samples that its workgroup has fetched together: 4g + 64 of them for 64 taps. With 32 invocations 64 of 192 are the edge, with 256 only 64 of 1088.",
        question: "So is the largest workgroup always the best?",
        answer:
          "No. Fewer of them fit beside each other on a processor, and all wait at each barrier for the slowest. See which size wins here.",
        scenario: "kernels=direct-global,direct&groups=32:32:256",
        focus: "workgroups",
      },
      {
        title: "Transforms want powers of two",
        text: "In overlap-save an invocation holds 16 points. 186 taps need blocks of 512 points at least, so 32 invocations; smaller workgroups are refused, and below the figure stands why. Of 512 points 64 % are outputs, of 1024 82 %, of 2048 91 %.",
        question: "By operations, what does 2048 gain over 1024?",
        answer:
          "1.5 %: 127.5 operations an output to 129.4. Yet two workgroups of 1024 points fit in the place of one; so for 186 taps the lab takes 1024.",
        scenario: "kernels=copy,overlap-save&groups=1:*2:256",
        focus: "workgroups",
      },
    ],
  },
  {
    id: "transfers",
    title: "Transfers: hidden or paid for",
    about: "A GPU filters faster than it can be fed; what is left is to overlap, or to keep the samples there.",
    lab: "convolution",
    steps: [
      {
        title: "The way is longer than the work",
        text: "3104 packets are 315 MB, and as much comes back. At 32 GB/s, the most of PCIe 4.0 with 16 lanes, that is 9.8 ms each way. One H100 filters them in 0.36 ms by overlap-save, in 5.05 ms by the slowest kernel here.",
        question: "With both transfers paid for, how much faster is the best kernel than the slowest?",
        answer: "20.0 ms to 24.7: a fifth. Without transfers it is 14 times faster.",
        scenario: `${BATCH}&methods=direct-global,overlap-save`,
        focus: "time",
      },
      {
        title: "One packet, paid for",
        text: "Transfers included, one packet. Run, and find the hollow bars of 2017: the Tesla K40c took 0.29 ms with tiles, its CPU 0.85 ms by FFT and 6.3 ms in the time domain. Three times faster than the CPU at its best.",
        question: "In a batch of 3104, without transfers, the same GPU took 180.3 ms. How long is that a packet?",
        answer: "0.058 ms, a fifth of 0.29. The rest was transfers, launches, and a GPU with too little to do.",
        scenario: "batch=1&transfers=included&methods=cpu-direct,cpu-fft,direct-global,direct,transform",
        focus: "time",
      },
      {
        title: "One set of buffers",
        text: "Run the timeline: eight parts of eight packets, 0.81 MB up and 0.81 MB down each. With one set of buffers the CPU fills, the GPU uploads, computes and downloads, the CPU reads; and each waits for the one before.",
        question: "What is the most that overlapping could save?",
        answer:
          "Half. The time is the sum of the CPU’s work and the GPU’s; side by side, at best the greater of the two.",
        scenario: "",
        focus: "timeline",
      },
      {
        title: "Two sets, and three",
        text: "With two sets the CPU fills one while the GPU works on the other. Uploads, kernels and downloads still follow one another: WebGPU has one queue. The thesis’s CUDA streams let transfers and kernels overlap as well.",
        question: "When does a third set help?",
        answer:
          "When a part’s filling and reading take longer at times than the GPU’s work on another: a third keeps the queue from running dry.",
        scenario: "batch=256",
        focus: "timeline",
      },
    ],
  },
];
