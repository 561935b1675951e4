import { useEffect, useMemo, useRef, useState } from "react";
import { usePicture } from "../../../figures/picture.ts";
import { colourTable, paintRaster } from "../../../figures/colour-map.ts";
import { readPalette, textSize } from "../../../figures/theme.ts";
import { type Band, frameOf, type Point, type Room, type Scales } from "./frame.ts";
import { useGestures } from "./gestures.ts";
import { useWaterfall, type WaterfallStore } from "./store.ts";
import { type SignalBox, SignalBoxes } from "../signals/boxes.tsx";
import { watchSize } from "../../../figures/watch.ts";
import { freeLabels, INSIDE, labelBoxes } from "./marks.ts";
import { COLOUR_BAR_ROOM } from "../../../figures/marks/colour-bar.tsx";
import { BarBeside, labelOf, type Mark, Marks, Overlays, Scale, Strip } from "./parts.tsx";

interface WaterfallProps extends Pick<WaterfallStore, "tool"> {
  label: string;
  /** The whole band. */
  band: Band;
  /** Number of samples of the recording. */
  samples: number;
  scales: Scales;
  marks: readonly Mark[];
  signals: readonly SignalBox[];
  /** Samples at which captures start. */
  captures: readonly number[];
  /** The band that a receiver is tuned to. */
  station?: Band;
  /** The cursor and the selection. */
  readout: string;
  /** A click without a drag. */
  onClick(point: Point): void;
}

const MOST_COLUMNS = 1600;

/**
 * Power over time and frequency on a canvas, with an amplitude strip below. A drag selects, pans or tunes. The wheel zooms while the
 * figure has the focus; two fingers pinch. On the keyboard arrows move a cursor, and with Shift they extend the selection.
 */
export function Waterfall(props: WaterfallProps) {
  const { label, band, scales, marks, signals, captures, tool, station, readout } = props;
  const { view, zoomed = band, picture: image, selection, cursor, ...colours } = useWaterfall();
  const levels = colours.levels ?? colours.fitting;
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState<Room>({ width: 700, height: 420, text: 12 });
  const frame = useMemo(() => frameOf(room, view!, zoomed), [room, view, zoomed]);
  const labels = useMemo(() => freeLabels(labelBoxes(marks, frame, labelOf), [], INSIDE, frame), [marks, frame]);
  const { pointer, onKeyDown } = useGestures({ root, frame, selection, cursor, ...props });

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return watchSize(element, (size) => setRoom({ ...size, text: textSize() }));
  }, []);
  useEffect(() => {
    useWaterfall.setState({ columns: Math.min(MOST_COLUMNS, Math.round(frame.width)) });
  }, [frame.width]);

  const shades = useMemo(() => colourTable(readPalette()("--viridis")), []);
  const painted = useMemo(() => {
    if (!image) return undefined;
    const first = Math.round((band[0] + 0.5) * image.bins);
    const pixels = paintRaster(image, first, levels, shades);
    const map = new OffscreenCanvas(pixels.width, pixels.height);
    map.getContext("2d")?.putImageData(pixels, 0, 0);
    return map;
  }, [image, levels, band, shades]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(frame.width * ratio);
    element.height = Math.round(frame.height * ratio);
    if (!painted || !image) return;
    const x = (frame.x(image.start) - frame.left) * ratio;
    const width = (image.count / frame.view.count) * element.width;
    context.imageSmoothingQuality = "high";
    // A pixel of the map is a bin, with the highest frequency at the top.
    const [low, high] = frame.band;
    const row = painted.height / (band[1] - band[0]);
    const [from, rows] = [(band[1] - high) * row, (high - low) * row];
    context.drawImage(painted, 0, from, painted.width, rows, x, 0, width, element.height);
  }, [painted, image, frame, band]);

  usePicture(root, async () =>
    (await import("../../../figures/standalone-svg.ts")).rasterSvg(
      drawing.current,
      canvas.current,
      frame,
      COLOUR_BAR_ROOM * frame.text,
    ),
  );

  return (
    <>
      <div
        ref={root}
        className="waterfall"
        data-tool={tool}
        tabIndex={0}
        role="group"
        aria-roledescription="figure"
        aria-label={`${label} Arrow keys move the cursor; with Shift they extend the selection. + and − zoom in time, * and / zoom in frequency, 0 shows everything.`}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
        />
        <svg ref={drawing} aria-hidden="true" {...pointer}>
          {image && <Strip frame={frame} picture={image} />}
          <Scale frame={frame} scales={scales} />
          <BarBeside frame={frame} levels={levels} shades={shades} />
          <Marks frame={frame} marks={marks} labels={labels} captures={captures} />
          {signals.length > 0 && <SignalBoxes frame={frame} boxes={signals} marked={labels} />}
          <Overlays frame={frame} station={station} selection={selection} cursor={cursor} />
        </svg>
      </div>
      <p className="waterfall-readout" aria-live="polite">
        {readout}
      </p>
    </>
  );
}
