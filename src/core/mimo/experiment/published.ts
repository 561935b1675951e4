import { csvRows } from "../../csv-rows.ts";
import type { MimoExperiment } from "./experiment.ts";
import uncoded from "./uncoded.table.csv?raw";

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

/** AFF3CT's bit error rates of single Gray-mapped symbols in white noise: [Es/N0 in dB, BER]; empty for other modulations. */
export const uncodedRates = (qam: MimoExperiment["qam"]): (readonly [number, number])[] =>
  csvRows(uncoded).flatMap(([points, ...values]) => {
    const [esn0, ber] = values.map(Number);
    return points === qam ? [[esn0, ber] as const] : [];
  });

/** AFF3CT's curve, if the experiment has the same link: white noise, one antenna. */
export function uncodedCurve({
  antennas,
  channel,
  qam,
}: MimoExperiment): readonly (readonly [number, number])[] | undefined {
  const rates = antennas === 1 && channel === "white" ? uncodedRates(qam) : [];
  return rates.length > 0 ? rates : undefined;
}
