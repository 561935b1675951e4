import type { Limits } from "./limits.ts";
import type { Axis, Drawing } from "./drawing.ts";
import type { Layout } from "./renew.ts";
import { pointer } from "../pointer.ts";
import { inLines } from "./title-lines.ts";
import { POWERS } from "./powers.ts";
import { type Palette, textSize } from "../theme.ts";

/** Returns a drawing's layout in the page's style for the given size in pixels. */
export function styled({ layout }: Drawing, limits: Limits, palette: Palette, width: number, height: number): Layout {
  const [ink, muted, line, card] = [palette("--ink"), palette("--muted"), palette("--line"), palette("--card")];
  const size = textSize();
  const inner = height - (layout.showlegend ? 30 : 8) - 34;
  // An axis reserves room for the height of its labels only. Room beside the last label would move the ticks, which changes the labels again.
  const axis = (name: string, own: Axis = {}): Axis => {
    const [from, to] = name.startsWith("y") ? (own.domain ?? [0, 1]) : [0, Infinity];
    const titled = (text: string) => ({ text: inLines(text, (to - from) * inner, size), standoff: 6, font: { size } });
    const title = typeof own.title === "string" ? titled(own.title) : own.title;
    const tickfont = own.tickfont && { ...own.tickfont, size: (own.tickfont.size * size) / 12 };
    return {
      gridcolor: line,
      linecolor: line,
      zeroline: false,
      automargin: name.startsWith("x") ? "height" : "width",
      // The search for labels that overflow the edge is slow, and vertical labels never do.
      ticklabeloverflow: name.startsWith("x") ? "hide past div" : "allow",
      tickcolor: line,
      separatethousands: true,
      labelalias: POWERS,
      autorangeoptions: limits[name] && { include: limits[name] },
      ...own,
      title,
      tickfont,
    };
  };
  const axes = Object.keys(layout).filter((key) => /^[xy]axis\d*$/.test(key));
  return {
    width,
    height,
    autosize: false,
    margin: { l: 44, r: 12, t: layout.showlegend ? 30 : 8, b: 34 },
    paper_bgcolor: card,
    plot_bgcolor: card,
    font: { family: "system-ui, sans-serif", size, color: muted },
    hoverlabel: { bgcolor: card, bordercolor: line, font: { color: ink, size }, namelength: -1 },
    hovermode: "x unified",
    // As everywhere on the page: narrow spaces between thousands.
    separators: ".\u202f",
    dragmode: pointer() === "coarse" ? false : "zoom",
    legend: {
      orientation: "h",
      traceorder: "normal",
      xref: "container",
      yref: "container",
      x: 0,
      y: 1,
      xanchor: "left",
      yanchor: "top",
      font: { color: ink, size },
    },
    showlegend: false,
    uirevision: "kept",
    ...layout,
    xaxis: axis("xaxis", layout.xaxis),
    yaxis: axis("yaxis", layout.yaxis),
    ...Object.fromEntries(axes.map((key) => [key, axis(key, layout[key] as Axis)])),
  };
}
