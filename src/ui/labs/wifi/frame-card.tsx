import { useState } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { fixed, whole } from "../../format.ts";
import { Chart, type Curve, type Span } from "../../figures/chart.tsx";
import { FRAME_LESSON } from "./lessons.ts";
import { curvesTable } from "../../figures/table.ts";
import { liveCard, missingReason } from "./live-card.tsx";

/** Samples of the parts before the data. */
const PARTS = [
  ["short training", 160],
  ["long training", 160],
  ["SIGNAL", 80],
] as const;
const SYMBOL = 80;

export const FrameCard = liveCard({
  name: "frame",
  title: "The frame in time",
  width: "full",
  lesson: FRAME_LESSON,
  look: "The short training repeats every 0.8 µs, the long training every 3.2 µs. SIGNAL gives the rate and the length. Then the data symbols follow, 4 µs each.",
  sketch: "bars",
  useData: ({ view, live }) => {
    const [wide, setWide] = useState(true);
    const range = view && drawingOf(live?.own.view ?? view, wide).xRange;
    return view && { ...drawingOf(view, wide), view, range, wide, setWide };
  },
  summary: ({ view }) => describe(view),
  table: ({ curves }) => curvesTable("time (µs)", curves),
  draw: ({ curves, spans, range, wide, setWide }, summary) => (
    <>
      <PartButtons wide={wide} onWide={setWide} />
      <Chart
        label={`The frame in time. ${summary}`}
        curves={curves}
        spans={spans}
        x={{ title: "Time since the frame’s start", unit: "µs", digits: 2, range }}
        y={{ title: "Amplitude", digits: 3 }}
      />
    </>
  ),
});

function PartButtons({ wide, onWide }: { wide: boolean; onWide: (wide: boolean) => void }) {
  return (
    <div className="frame-part">
      <span className="choice-buttons" role="group" aria-label="Part of the frame">
        {[true, false].map((whole) => (
          <button
            key={String(whole)}
            type="button"
            className="button"
            aria-pressed={wide === whole}
            onClick={() => onWide(whole)}
          >
            {whole ? "Whole frame" : "Preamble"}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Every second part is shaded. */
const shadeOf = (part: number) => (part % 2 === 0 ? "--wash" : "--card");

/** Curves and named parts on an axis of µs. */
function drawingOf({ envelope, first, line, sampleRate }: FrameView, wide: boolean) {
  const micros = 1e6 / sampleRate;
  const at = (sample: number) => (sample - line.start) * micros;
  const parts: Span[] = [];
  let end = line.start;
  for (const [name, samples] of PARTS) {
    parts.push({ name, from: at(end), to: at(end + samples), colour: shadeOf(parts.length) });
    end += samples;
  }
  const data = line.symbols * SYMBOL;
  if (wide && data > 0)
    parts.push({ name: `${line.symbols} data symbols`, from: at(end), to: at(end + data), colour: "--card" });
  if (!wide) {
    for (let i = 0; i < Math.min(line.symbols, 2); i++) {
      parts.push({
        name: `symbol ${i}`,
        from: at(end + i * SYMBOL),
        to: at(end + (i + 1) * SYMBOL),
        colour: shadeOf(i + 1),
      });
    }
  }
  const samples = first.length / 2;
  const x = Float64Array.from({ length: wide ? envelope.magnitude.length : samples }, (_, i) =>
    at(wide ? i * envelope.step : i),
  );
  const component = (part: 0 | 1) => Float32Array.from({ length: samples }, (_, i) => first[2 * i + part]);
  const curves: Curve[] = wide
    ? [{ name: "largest magnitude", colour: "--blue", x, y: envelope.magnitude, width: 1 }]
    : [
        { name: "I", colour: "--blue", x, y: component(0), width: 1 },
        { name: "Q", colour: "--orange", x, y: component(1), width: 1 },
      ];
  // Narrow parts have no room for their names beside a long frame.
  const narrow = wide && (data === 0 || data > 4 * SYMBOL);
  const spans = narrow
    ? parts.map((part, i) => (i < 3 ? { ...part, name: ["short", "long", "SIGNAL"][i] } : part))
    : parts;
  return {
    curves,
    spans: data > 30 * SYMBOL && wide ? named(spans) : spans,
    xRange: [x[0], x[x.length - 1]] as const,
  };
}

/** Keeps the first and the last name only. */
const named = (spans: readonly Span[]) =>
  spans.map((span, i) => (i === 0 ? { ...span, name: "preamble" } : i < 3 ? { ...span, name: "" } : span));

function describe(view: FrameView): string {
  const { line, snrDb, sampleRate, header } = view;
  const { rate, length, symbols, offset, intact } = line;
  const reason = missingReason(view);
  if (reason) return `The frame near sample ${whole(line.start)} was not received: ${reason}.`;
  const kind = header ? `${header.name}, ` : "";
  return `${kind}${rate.mbps} Mbit/s (${rate.modulation} ${rate.codeRate}), ${length} octets in ${symbols} symbols; frame check ${intact ? "holds" : "fails"}; SNR ${fixed(snrDb, 1)} dB, offset ${fixed((offset * sampleRate) / (2e3 * Math.PI), 2)} kHz.`;
}
