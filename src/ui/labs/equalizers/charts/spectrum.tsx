import { Chart } from "../../../figures/chart.tsx";

export interface SpectrumProps {
  label: string;
  /** Relative to the centre, ascending. */
  frequencyMHz: ArrayLike<number>;
  /** Unit of the frequencies, if not MHz. */
  unit?: string;
  /** Power density of each curve, dB. */
  sentDb?: Float32Array;
  receivedDb: ArrayLike<number>;
  /** The channel's power gain in dB, drawn over the spectra, and the frequency of its null. */
  responseDb?: ArrayLike<number>;
  nullMHz?: number;
}

/** Lower end of the axis, dB. */
const FLOOR_DB = -60;

/** Power spectra, with the channel's response and its null. */
export function Spectrum({ label, unit = "MHz", ...data }: SpectrumProps) {
  const { frequencyMHz: x, sentDb, receivedDb, responseDb, nullMHz } = data;
  const floor = { length: x.length };
  return (
    <Chart
      label={label}
      x={{ title: "Frequency", unit, digits: 2, range: [x[0], -x[0]] }}
      y={{ title: "Power", unit: "dB", digits: 1, range: [FLOOR_DB, 10] }}
      curves={[
        ...(sentDb
          ? [
              {
                name: "sent",
                colour: "--sent",
                x,
                y: sentDb,
                width: 1,
                area: Array.from(floor, () => FLOOR_DB),
              } as const,
            ]
          : []),
        { name: "received", colour: "--ink", x, y: receivedDb },
        ...(responseDb
          ? [{ name: "channel", colour: "--response", x, y: responseDb, width: 2, dash: "dash" } as const]
          : []),
      ]}
      rules={
        nullMHz === undefined
          ? []
          : [{ x: nullMHz, colour: "--response", width: 1, text: "null", at: nullMHz < 0 ? "foot right" : "foot left" }]
      }
    />
  );
}
