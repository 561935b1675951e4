import type { ComponentType } from "react";
import { AudioFigure } from "./audio.tsx";
import { ConstellationFigure, EyeFigure, HistogramFigure, SpectrumFigure, TimeFigure } from "./charts.tsx";
import { FileFigure } from "./file.tsx";
import { FramesFigure } from "./frames.tsx";
import { ErrorsFigure, NumberFigure } from "./number.tsx";
import type { SinkProps } from "./sink-card.tsx";
import { WaterfallFigure } from "./waterfall.tsx";

/** The figure of each sink: one line each. A sink without a figure has no line. */
export const FIGURES: Readonly<Record<string, ComponentType<SinkProps>>> = {
  "audio-sink": AudioFigure,
  "constellation-sink": ConstellationFigure,
  "error-counter": ErrorsFigure,
  "eye-sink": EyeFigure,
  "file-sink": FileFigure,
  "frames-sink": FramesFigure,
  "signal-decoder": FramesFigure,
  "histogram-sink": HistogramFigure,
  "number-sink": NumberFigure,
  "spectrum-sink": SpectrumFigure,
  "time-sink": TimeFigure,
  "waterfall-sink": WaterfallFigure,
};
