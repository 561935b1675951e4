import type { MimoExperiment } from "./experiment.ts";

/**
 * Multi-pass trellis traversal on one Tesla C1060, the kernel alone, Mbit/s of coded bits.
 * Source: M. Wu, On the Application of Graphics Processor to Wireless Receiver Design, Rice University 2010.
 */
export const PUBLISHED_MTT: readonly { antennas: number; qam: MimoExperiment["qam"]; mbits: number }[] = [
  { antennas: 2, qam: "4", mbits: 822.6 },
  { antennas: 2, qam: "16", mbits: 280.1 },
  { antennas: 2, qam: "64", mbits: 43.9 },
  { antennas: 4, qam: "4", mbits: 308.4 },
  { antennas: 4, qam: "16", mbits: 122 },
  { antennas: 4, qam: "64", mbits: 12.05 },
];

/**
 * Bit error rates of single Gray-mapped symbols in white noise: [Es/N0 in dB, BER], at least 500 errors per point.
 * Source: AFF3CT, aff3ct/error_rate_references@021a9e0, UNCODED/AWGN/QAM/Uncoded_K4003_QAM_max_bps{2,4}.txt.
 */
export const AFF3CT_UNCODED: Partial<Record<MimoExperiment["qam"], readonly (readonly [number, number])[]>> = {
  "4": [
    [3.01, 0.0783366],
    [4.01, 0.0563115],
    [5.01, 0.0374528],
    [6.01, 0.0227875],
    [7.01, 0.0125365],
    [8.01, 0.00602605],
    [9.01, 0.00240457],
    [10.01, 0.000771061],
    [11.01, 0.000191711],
    [12.01, 3.73449e-5],
    [13.01, 4.02795e-6],
    [14.01, 2.47741e-7],
  ],
  "16": [
    [6.02, 0.140959],
    [7.02, 0.119223],
    [8.02, 0.097827],
    [9.02, 0.0776931],
    [10.02, 0.0584447],
    [11.02, 0.0419514],
    [12.02, 0.0276798],
    [13.02, 0.0169005],
    [14.02, 0.00915139],
    [15.02, 0.00432626],
    [16.02, 0.00176333],
    [17.02, 0.000563925],
    [18.02, 0.00013606],
    [19.02, 2.40679e-5],
    [20.02, 2.77088e-6],
    [21.02, 1.79299e-7],
  ],
};

/** AFF3CT's curve, if the experiment has the same link: white noise, one antenna. */
export function uncodedCurve({
  antennas,
  channel,
  qam,
}: MimoExperiment): readonly (readonly [number, number])[] | undefined {
  return antennas === 1 && channel === "white" ? AFF3CT_UNCODED[qam] : undefined;
}
