import type { ChapterName } from "./lecture.ts";

/** The textbooks that the course is mapped to. */
export const TEXTBOOKS = {
  proakis: { short: "Proakis", title: "J. G. Proakis, M. Salehi, Digital Communications, 5th edition, 2008" },
  lyons: { short: "Lyons", title: "R. G. Lyons, Understanding Digital Signal Processing, 3rd edition, 2010" },
  pysdr: { short: "PySDR", title: "M. Lichtman, PySDR: A Guide to SDR and DSP using Python, pysdr.org" },
} as const;
export type Textbook = keyof typeof TEXTBOOKS;

/** For each chapter of the course, the chapters of textbooks that a class reads with it. PySDR's chapters have no numbers. */
export const READINGS: Partial<Readonly<Record<ChapterName, Partial<Readonly<Record<Textbook, readonly string[]>>>>>> =
  {
    signals: {
      proakis: ["2 Deterministic and Random Signal Analysis", "4 Optimum Receivers for AWGN Channels"],
      lyons: ["2 Periodic Sampling", "8 Quadrature Signals"],
      pysdr: ["IQ Sampling", "Noise and dB"],
    },
    filters: {
      lyons: ["5 Finite Impulse Response Filters", "6 Infinite Impulse Response Filters", "10 Sample Rate Conversion"],
      pysdr: ["Filters"],
    },
    radio: {
      proakis: ["3 Digital Modulation Schemes", "5 Carrier and Symbol Synchronization"],
      pysdr: ["Digital Modulation", "IQ Files and SigMF", "Synchronization"],
    },
    equalizers: {
      proakis: ["9 Digital Communication Through Band-Limited Channels", "10 Adaptive Equalization"],
      pysdr: ["Pulse Shaping", "Multipath Fading"],
    },
    codes: {
      proakis: ["7 Linear Block Codes", "8 Trellis and Graph Based Codes"],
      pysdr: ["Channel Coding"],
    },
    ofdm: {
      proakis: ["11 Multichannel and Multicarrier Systems"],
      lyons: ["3 The Discrete Fourier Transform"],
    },
    antennas: {
      proakis: ["13 Fading Channels I: Characterization and Signaling", "15 Multiple-Antenna Systems"],
    },
    gpu: {
      lyons: ["4 The Fast Fourier Transform", "13 Digital Signal Processing Tricks"],
    },
  };
