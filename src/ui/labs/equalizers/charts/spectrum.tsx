import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { type Palette, translucent } from "../../../figures/theme.ts";

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
  picture: Ref<Picture>;
}

/** Lower end of the axis, dB. */
const FLOOR_DB = -60;

/** Power spectra, with the channel's response and its null. */
export function Spectrum({ label, picture, unit = "MHz", ...data }: SpectrumProps) {
  const { frequencyMHz, sentDb, receivedDb, responseDb, nullMHz } = data;
  const draw = useCallback(
    (palette: Palette) => {
      const line = (name: string, y: ArrayLike<number>, style: object, more = {}): Trace => ({
        type: "scatter",
        mode: "lines",
        name,
        x: frequencyMHz,
        y,
        line: style,
        hovertemplate: "%{y:.1f} dB",
        ...more,
      });
      const sent = palette("--sent");
      return {
        traces: [
          ...(sentDb
            ? [
                line(
                  "",
                  sentDb.map(() => FLOOR_DB),
                  { width: 0 },
                  HIDDEN,
                ),
              ]
            : []),
          ...(sentDb
            ? [line("sent", sentDb, { color: sent, width: 1 }, { fill: "tonexty", fillcolor: translucent(sent) })]
            : []),
          line("received", receivedDb, { color: palette("--ink"), width: 1.5 }),
          ...(responseDb
            ? [line("channel", responseDb, { color: palette("--response"), width: 2, dash: "dash" })]
            : []),
        ],
        layout: {
          xaxis: { title: `Frequency (${unit})`, hoverformat: ".2f", range: [frequencyMHz[0], -frequencyMHz[0]] },
          yaxis: { title: "Power (dB)", range: [FLOOR_DB, 10] },
          shapes: nullMHz === undefined ? [] : [mark(nullMHz, palette)],
          annotations: nullMHz === undefined ? [] : [markLabel(nullMHz, palette)],
        },
      };
    },
    [frequencyMHz, sentDb, receivedDb, responseDb, nullMHz, unit],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${fixed(Number(x), 2)} ${unit}`}
      readY={(y) => `${fixed(Number(y), 1)} dB`}
    />
  );
}

/** The lower edge of the filled area of the sent spectrum. */
const HIDDEN = { showlegend: false, hoverinfo: "skip" };

function mark(x: number, palette: Palette): object {
  const line = { color: palette("--response"), width: 1, dash: "dot" };
  return { type: "line", x0: x, x1: x, y0: 0, y1: 1, yref: "paper", line };
}

function markLabel(x: number, palette: Palette): object {
  const right = x < 0;
  return {
    x,
    y: 0,
    yref: "paper",
    yanchor: "bottom",
    xanchor: right ? "left" : "right",
    text: right ? " null" : "null ",
    showarrow: false,
    font: { color: palette("--response") },
  };
}
