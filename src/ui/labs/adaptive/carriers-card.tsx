import { Chart } from "../../figures/chart.tsx";
import { fixed } from "../../format.ts";
import { CARRIERS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { styleOf } from "./looks.ts";

export const CarriersCard = liveCard({
  name: "carriers",
  title: "SNR and bits per carrier",
  width: "full",
  lesson: CARRIERS_LESSON,
  look: "Equal energies leave carriers in a null without SNR. Loading gives them no bits, and gives more bits to strong carriers, so that all have nearly the same error rate.",
  sketch: "bars",
  useData: ({ carriers }) => carriers?.carriers,
  summary: ({ bits, equalDb, bitsPerSymbol }) => {
    const silent = bits.filter((count) => count === 0).length;
    return `${bits.length} carriers from ${fixed(Math.min(...equalDb), 1)} dB to ${fixed(Math.max(...equalDb), 1)} dB. Loading leaves ${silent} of them silent; their mean stays ${bitsPerSymbol} bits.`;
  },
  table: ({ frequency, equalDb, loadedDb, bits }) => ({
    columns: ["frequency (cycles per symbol)", "SNR with equal energies (dB)", "SNR after loading (dB)", "bits"],
    rows: Array.from(frequency, (f, k) => [f, equalDb[k], loadedDb[k], bits[k]]),
  }),
  draw: ({ frequency, equalDb, loadedDb, bits, ebn0Db, packet }, summary) => {
    const [plain, loaded] = [styleOf("ofdm"), styleOf("ofdm-loaded")];
    return (
      <>
        <Chart
          label={`SNR and bits per carrier. ${summary}`}
          x={{ title: "Frequency", unit: "cycles per symbol", digits: 3 }}
          y={[
            { title: "SNR", unit: "dB", digits: 1 },
            { title: "Bits", digits: 0, fromZero: true, ticks: [0, 2, 4, 6] },
          ]}
          curves={[
            {
              name: plain.short,
              of: plain.of,
              colour: plain.colour,
              symbol: plain.symbol,
              size: 5,
              x: frequency,
              y: equalDb,
            },
            {
              name: loaded.short,
              of: loaded.of,
              colour: loaded.colour,
              symbol: loaded.symbol,
              size: 7,
              width: 0,
              x: frequency,
              y: loadedDb,
            },
            {
              name: `${loaded.short}, bits`,
              of: loaded.of,
              colour: loaded.colour,
              x: frequency,
              y: bits,
              axis: 1,
              steps: true,
              width: 2,
            },
          ]}
          revision="carriers"
        />
        <p className="caveat">
          Packet {packet} at {fixed(ebn0Db, 1)} dB.
        </p>
      </>
    );
  },
});
