import type { Lecture } from "../../kit/lecture.ts";
import H100 from "./h100.json" with { type: "json" };

/** One signal, so that counts do not depend on the batch. */
const COUNTED = "batch=1";
/** The thesis's batch, which docs/performance.md times on one H100. */
const BATCH = "batch=3104";

/** One line of docs/performance.md: a convolution of that batch on the H100. */
const line = (method: "direct" | "transform" | "overlap-save" | "overlap-add", taps: 23 | 186) =>
  H100[`convolution/${method} ${taps} taps, 3104 packets`];

/** Its milliseconds, to two decimals. */
const ms = (...of: Parameters<typeof line>) => line(...of).ms.toFixed(2);

const CUFFT = H100["convolution/cufft 186 taps, 3104 packets"].ms;
const CUFFT_SPECTRA_READY = H100["convolution/cufft-spectra-ready 186 taps, 3104 packets"].ms;
const SLOWEST = H100["convolution/direct-global 186 taps, 3104 packets"].ms;
const FASTEST = line("overlap-save", 186).ms;

/** Milliseconds for 315 MB over a bus of 32 GB/s, in both directions. */
const BOTH_TRANSFERS = (2 * 3104 * 12_672 * 8) / 32e6;
const ratio = (a: number, b: number) => (a / b).toFixed(0);

/** Milliseconds of the thesis's GPU, a Tesla K40c, with 186 taps. */
const K40C = { direct: 180.3, transform: 36.8 };

/**
 * What the convolution lab teaches. Counts follow from the sizes and are the same on every machine. The reader's own times
 * differ, so the quoted times are from one H100 (docs/performance.md).
 */
export const LECTURES: readonly Lecture[] = [
  {
    id: "time-or-fft",
    chapter: "filters",
    teaches: ["FFT convolution"],
    needs: ["FIR design"],
    title: "Time domain or FFT: where the curves cross",
    about:
      "A short filter is cheaper in the time domain, a long one by FFT. Counting operations shows where they cross.",
    lab: "convolution",
    steps: [
      {
        title: "A line and a plateau",
        text: "The signal is a packet of 12 672 samples. In the time domain each tap costs 8 operations per output, so twice the taps cost twice as much. One FFT of 16 384 points costs 279 operations per output for every filter.",
        question: "Where do the two curves cross? At how many taps exactly?",
        answer:
          "The two curves cross between 32 and 64 taps. Exactly: 279 / 8 = 34.9. From 35 taps on, one FFT needs fewer operations.",
        scenario: `${COUNTED}&methods=direct,transform&sweep=filter&range=4:*2:1024`,
        focus: "operations",
      },
      {
        title: "Short blocks",
        text: "Overlap-save transforms short blocks instead.",
        question:
          "From how many taps on does it need fewer operations than the time domain? Why does its curve bend up towards 1024 taps?",
        answer:
          "At 8 taps it needs 91 operations per output and the time domain 64. At 16 taps they need 93 and 128: from 12 taps on, overlap-save needs fewer. For 186 taps it needs 141, less than a tenth of 1488. Towards 1024 taps the curve bends up: a block of 2048 points then gives only 1024 outputs, and half of the block is discarded. At 253 operations per output it is hardly cheaper than one FFT.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=filter&range=4:*2:1024`,
        focus: "operations",
      },
      {
        title: "Short signals",
        text: "The filter has 186 taps, and the signals start at 64 samples.",
        question:
          "Which method takes the fewest operations at 64 samples? Which method gains from signals longer than a packet?",
        answer:
          "At 64 samples one FFT of 256 points takes 0.032 Mflop and the time domain 0.095. Overlap-save takes 0.16, because its blocks of 1024 points are nearly empty. From 2048 samples on it takes the fewest. Overlap-save gains from long signals. One FFT pays log₂ N per sample, and N grows with the signal. Blocks keep their length.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=signal&range=64:*2:65536`,
        focus: "operations",
      },
      {
        title: "Measured times",
        text: `One H100 filtered 3104 packets. With 23 taps the time domain took ${ms("direct", 23)} ms and one FFT ${ms("transform", 23)} ms; with 186 taps they took ${ms("direct", 186)} and ${ms("transform", 186)} ms. By operations they cross at 35 taps; by time they cross far above. Overlap-save took ${ms("overlap-save", 23)} and ${ms("overlap-save", 186)} ms and is the fastest at both lengths.`,
        question: "Run the comparison. Where do the curves cross on your machine?",
        scenario: `${BATCH}&methods=direct,transform,overlap-save&sweep=filter&range=23,186`,
        focus: "time",
      },
    ],
  },
  {
    id: "one-long-fft",
    chapter: "gpu",
    teaches: ["memory traffic"],
    needs: ["FFT convolution"],
    title: "Why one long FFT is slow on a GPU",
    about: "Five times fewer operations save hardly any time. What counts is the memory traffic.",
    lab: "convolution",
    steps: [
      {
        title: "Few operations",
        text: `For a packet and 186 taps the time domain takes 18.9 Mflop, one FFT 3.5, overlap-save 1.8. On one H100 the batch of 3104 packets takes ${ms("direct", 186)}, ${ms("transform", 186)} and ${ms("overlap-save", 186)} ms. One FFT needs a fifth of the operations, yet it saves only ${(100 - (100 * line("transform", 186).ms) / line("direct", 186).ms).toFixed(0)} % of the time.`,
        question: "What else than operations takes time?",
        answer: "Waiting for memory. A kernel cannot compute with a sample that has not arrived.",
        scenario: `${BATCH}&methods=direct,transform,overlap-save&per=signal`,
        focus: "operations",
      },
      {
        title: "Ten kernels",
        text: "16 384 complex points fill 128 KiB, and a workgroup has 16 KiB by WebGPU’s default. So each transform makes two passes through global memory. Two kernels pad, six transform, two multiply and cut: ten in all. A packet’s 0.20 MB of input and output become 2.56 MB of traffic.",
        question: "How much more traffic is that than overlap-save has?",
        answer:
          "Some 12.6 times as much, if a cache holds the overlap of overlap-save’s blocks. Without a cache it reads 1024 samples for every 832 outputs. After a run this table has the bytes.",
        scenario: `${BATCH}&methods=transform,overlap-save`,
        focus: "results",
      },
      {
        title: "The vendor’s own transform",
        text: `NVIDIA’s library cuFFT does the same work in ${CUFFT.toFixed(2)} ms on the same kind of H100. With the filters’ spectra computed in advance it takes ${CUFFT_SPECTRA_READY.toFixed(2)} ms. The lab’s one FFT takes ${ms("transform", 186)} ms, overlap-save ${ms("overlap-save", 186)} ms. So the memory traffic is the limit, not the implementation.`,
        question:
          "On a Tesla K40c, in 2017, one FFT took 36.8 ms and time-domain tiles 180.3 ms. What has changed since?",
        answer: `The FFT is ${ratio(K40C.transform, line("transform", 186).ms)} times as fast, the time domain ${ratio(K40C.direct, line("direct", 186).ms)} times. By NVIDIA’s figures an H100 has about 12 times the memory bandwidth and 16 times the arithmetic of a K40c. The rest is the kernel: it now uses each loaded value more often.`,
        scenario: `${BATCH}&methods=direct,transform,overlap-save`,
        focus: "time",
      },
      {
        title: "Where it is still needed",
        text: "The lab’s longest block has 2048 points. Beyond 1024 taps more than half of it would be discarded, and there the lab stops overlap-save. At 4096 taps the time domain takes 415 Mflop per packet and one FFT 3.6, less than a hundredth.",
        question: "Is there another way, without a long FFT?",
        answer:
          "Yes: cut the filter as well. Each part of at most 1024 taps is applied in blocks, and the delayed results are added.",
        scenario: `${COUNTED}&methods=direct,transform,overlap-save&sweep=filter&range=256:*2:4096`,
        focus: "operations",
      },
    ],
  },
  {
    id: "overlap",
    chapter: "filters",
    teaches: ["overlap-save"],
    needs: ["FFT convolution"],
    title: "Overlap-save and overlap-add",
    about:
      "Multiplying spectra convolves in a circle. Overlap-save discards what wraps around; overlap-add adds it to the next block.",
    lab: "convolution",
    steps: [
      {
        title: "Cost per sample",
        text: "The filter has 186 taps, and the signals get longer. At 2048 samples one FFT takes 0.76 Mflop, overlap-save 0.38, overlap-add 0.83. At 1 048 576 samples they take 321, 137 and 140. With blocks the count is in proportion to the signal; with one FFT it grows faster.",
        question: "Why does overlap-add start so high?",
        answer:
          "It always takes blocks of 2048 points, and one more block than the signal fills. In long signals the extra block does not matter.",
        scenario: `${COUNTED}&methods=transform,overlap-save,overlap-add&sweep=signal&range=2048:*2:1048576`,
        focus: "operations",
      },
      {
        title: "Overlap-save: what is discarded",
        text: "A block of N points gives N − L + 1 correct outputs; in the other L − 1 its end has wrapped around into its beginning. The lab rounds the overlap up, so that blocks start at whole sectors of memory. With 48 taps 208 of 256 points are outputs, and a packet takes 61 blocks: 1.35 Mflop. With 1024 taps 1024 of 2048 are outputs, and 13 blocks take 3.20 Mflop.",
        question: "Larger blocks would discard less. Why does the lab stop at 2048 points?",
        answer:
          "2048 complex numbers fill 16 KiB, which is what WebGPU lets a workgroup share by default. Longer blocks would go through global memory.",
        scenario: `${COUNTED}&methods=overlap-save&sweep=filter&range=16,48,64,128,256,512,1024`,
        focus: "operations",
      },
      {
        title: "Overlap-add: what is kept",
        text: "Overlap-add cuts the signal without overlap and pads each block with zeros. Each result is 185 samples longer than its block, and this tail is added to the next block. With blocks of 1792 samples, and one extra block, a packet takes 2.25 Mflop; overlap-save takes 1.79.",
        question:
          "Two blocks contribute to some outputs. Which invocation adds them, when workgroups run in any order?",
        answer:
          "The same one that computed both: it keeps the tail in registers until its next block. So a block is a multiple of 128 samples: 1792, not the 1863 that would fit.",
        scenario: `${COUNTED}&methods=overlap-save,overlap-add`,
        focus: "operations",
      },
      {
        title: "Measured times",
        text: `One H100 filtered 3104 packets. With 186 taps overlap-save took ${ms("overlap-save", 186)} ms and overlap-add ${ms("overlap-add", 186)} ms; with 23 taps they took ${ms("overlap-save", 23)} and ${ms("overlap-add", 23)} ms. Overlap-save reached ${line("overlap-save", 186).ofCopy} and ${line("overlap-save", 23).ofCopy} % of the speed of a kernel that only copies, overlap-add ${line("overlap-add", 186).ofCopy} and ${line("overlap-add", 23).ofCopy} %.`,
        question: "How much faster than overlap-save could any method be with 23 taps?",
        answer: `At most ${(100 / line("overlap-save", 23).ofCopy).toFixed(1)} times. Every method must read each sample and write each output once, which takes as long as copying them.`,
        scenario: `${BATCH}&methods=overlap-save,overlap-add&sweep=filter&range=23,186`,
        focus: "time",
      },
    ],
  },
  {
    id: "workgroups",
    chapter: "gpu",
    teaches: ["workgroups"],
    needs: ["memory traffic"],
    title: "Workgroups from 1 to the limit",
    about: "The same work in workgroups of any size. Small ones leave lanes idle; large ones gain little more.",
    lab: "convolution",
    steps: [
      {
        title: "Idle lanes",
        text: "64 packets with one invocation per output need 811 008 workgroups of one invocation, or 3200 of 256. A GPU runs invocations in lockstep, on NVIDIA 32 at a time. A workgroup of one leaves 31 of these lanes idle. Run the sweep and see where the time stops halving.",
        question: "12 672 outputs fill 49.5 workgroups of 256. What does the last one do?",
        answer:
          "Half of its invocations have no output and end at once. It is one workgroup in 50, so it costs almost nothing.",
        scenario: "kernels=copy,direct-global&groups=1:*2:256",
        focus: "workgroups",
      },
      {
        title: "Tiles and their edges",
        text: "In the tiled kernel, an invocation computes four outputs from samples that its workgroup has loaded together. For every 64 taps, a workgroup of g invocations loads 4g + 64 samples. With 32 invocations 64 of 192 samples are overlap with the neighbours; with 256 only 64 of 1088 are.",
        question: "Is the largest workgroup always the best?",
        answer:
          "No. Fewer large workgroups fit on a processor at a time, and all invocations wait at each barrier for the slowest. See which size wins here.",
        scenario: "kernels=direct-global,direct&groups=32:32:256",
        focus: "workgroups",
      },
      {
        title: "Transforms need powers of two",
        text: "In overlap-save an invocation holds 16 points. The lab rejects block lengths of which more than half would be discarded. So 186 taps need at least 512 points, which is 32 invocations; a note below the figure says why smaller workgroups are refused. Of 512 points 63 % are outputs, of 1024 81 %, of 2048 91 %.",
        question: "How many operations do blocks of 2048 points save over blocks of 1024?",
        answer:
          "2 %: 128.0 operations per output instead of 130.5. But two workgroups of 1024 points fit in the memory of one of 2048. So the lab takes 1024 points for 186 taps.",
        scenario: "kernels=copy,overlap-save&groups=1:*2:256",
        focus: "workgroups",
      },
    ],
  },
  {
    id: "transfers",
    chapter: "gpu",
    teaches: ["transfers"],
    needs: ["memory traffic"],
    title: "Transfers: hide them or wait for them",
    about: "A GPU filters faster than a bus can feed it. Overlap the transfers, or keep the samples on the GPU.",
    lab: "convolution",
    steps: [
      {
        title: "Transfers outlast the computation",
        text: `3104 packets are 315 MB, and so are their outputs. At 32 GB/s, the peak of PCIe 4.0 with 16 lanes, each direction takes ${(BOTH_TRANSFERS / 2).toFixed(1)} ms. One H100 filters the packets in ${FASTEST.toFixed(2)} ms by overlap-save, and in ${SLOWEST.toFixed(2)} ms with the slowest kernel here.`,
        question: "With both transfers included, how much faster is the best kernel than the slowest?",
        answer: `It takes ${(BOTH_TRANSFERS + FASTEST).toFixed(1)} ms instead of ${(BOTH_TRANSFERS + SLOWEST).toFixed(1)}: a fifth less. Without transfers it is ${ratio(SLOWEST, FASTEST)} times as fast.`,
        scenario: `${BATCH}&methods=direct-global,overlap-save`,
        focus: "time",
      },
      {
        title: "One packet, transfers included",
        text: "Run one packet with its transfers, and find the hollow bars of 2017. The Tesla K40c took 0.29 ms with tiles. Its CPU took 0.85 ms by FFT and 6.3 ms in the time domain. So the GPU was three times as fast as the CPU’s faster method.",
        question: "In a batch of 3104, without transfers, the same GPU took 180.3 ms. How long is that per packet?",
        answer: "0.058 ms, a fifth of 0.29. The rest was transfers, launches, and a GPU with too little work.",
        scenario: "batch=1&transfers=included&methods=cpu-direct,cpu-fft,direct-global,direct,transform",
        focus: "time",
      },
      {
        title: "One set of buffers",
        text: "Run the timeline. It sends eight parts of eight packets; each part is 0.81 MB up and 0.81 MB down. With one set of buffers the CPU fills, the GPU uploads, computes and downloads, and the CPU reads. Each step waits for the one before.",
        question: "How much could overlapping save at most?",
        answer:
          "Half. Without overlap the time is the sum of the CPU’s work and the GPU’s. With overlap it is at best the larger of the two.",
        scenario: "",
        focus: "timeline",
      },
      {
        title: "Two sets, and three",
        text: "With two sets the CPU fills one while the GPU works on the other. Uploads, kernels and downloads still run one after the other, because WebGPU has one queue. The thesis’s CUDA streams let transfers and kernels overlap too.",
        question: "When does a third set help?",
        answer:
          "When filling and reading one part at times take longer than the GPU’s work on another. A third set then keeps the queue busy.",
        scenario: "batch=256",
        focus: "timeline",
      },
    ],
  },
];
