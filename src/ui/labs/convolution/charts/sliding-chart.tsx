import type { SlidingConvolution } from "#core/convolution/sliding.float64.ts";
import { fixed } from "../../../format.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import type { SlidingView } from "../address.ts";

interface SlidingChartProps {
  slid: SlidingConvolution;
  view: SlidingView;
  step: number;
  label: string;
}

interface Stem {
  n: number;
  value: number;
  colour: string;
  /** Sideways, so that two stems of one sample are side by side. */
  shift?: number;
  crossed?: boolean;
  strong?: boolean;
}

interface Row {
  name: string;
  /** The signals of a row that has several, with their colours. */
  signals?: readonly (readonly [name: string, colour: string])[];
  stems: readonly Stem[];
}

const LEFT = 104;
const RIGHT = 14;
const BOTTOM = 26;

/** Three rows of stems over one axis of samples. Each row has its own scale about its zero line. */
export function SlidingChart({ slid, view, step, label }: SlidingChartProps) {
  const { drawing, size } = useDrawing({ width: 900, height: 320 });
  const { width, height } = size;
  const memory = slid.h.length - 1;
  const [first, last] = [-memory, slid.y.length + memory];
  const pitch = (width - LEFT - RIGHT) / (last - first);
  const at = (n: number) => LEFT + (n - first + 0.5) * pitch;
  const rows = view === "sum" ? sumRows(slid, step, pitch) : blockRows(slid, step);
  const tall = (height - BOTTOM) / rows.length;
  const block = slid.blocks[step];
  return (
    <svg ref={drawing} className="sliding-chart" data-drawn="to fill" role="img" aria-label={label}>
      {view === "blocks" && block && (
        <>
          <rect
            x={at(block.first) - pitch / 2}
            y={0}
            width={slid.points * pitch}
            height={2 * tall - 4}
            className="sliding-block"
          />
          <rect
            x={at(block.first) - pitch / 2}
            y={0}
            width={block.discarded * pitch}
            height={2 * tall - 4}
            className="sliding-overlap"
          />
          <text x={at(block.first) - pitch / 2 + 4} y={12} className="sliding-note">
            overlap
          </text>
        </>
      )}
      {rows.map(({ name, signals, stems }, row) => (
        <Stems
          key={name}
          name={name}
          signals={signals}
          stems={stems}
          top={row * tall}
          tall={tall}
          at={at}
          pitch={pitch}
          right={width - RIGHT}
        />
      ))}
      {Array.from({ length: Math.ceil((last - first) / 4) }, (_, i) => first + 4 * i).map((n) => (
        <text key={n} x={at(n)} y={height - 10} textAnchor="middle" className="sliding-tick">
          {fixed(n, 0)}
        </text>
      ))}
      <text x={LEFT - 10} y={height - 10} textAnchor="end" className="sliding-tick">
        Sample
      </text>
    </svg>
  );
}

interface StemsProps extends Row {
  top: number;
  tall: number;
  at: (n: number) => number;
  pitch: number;
  right: number;
}

function Stems({ name, signals, stems, top, tall, at, pitch, right }: StemsProps) {
  const room = tall - 26;
  const high = Math.max(0, ...stems.map(({ value }) => value));
  const low = Math.min(0, ...stems.map(({ value }) => value));
  const scale = room / Math.max(1e-9, high - low);
  const zero = top + 16 + high * scale;
  return (
    <g>
      {signals ? (
        signals.map(([signal, colour], i) => (
          <text key={signal} x={LEFT - 10} y={zero - 14 + 18 * i} textAnchor="end" className="sliding-name">
            <tspan fill={`var(${colour})`}>●</tspan> {signal}
          </text>
        ))
      ) : (
        <text x={LEFT - 10} y={zero + 4} textAnchor="end" className="sliding-name">
          {name}
        </text>
      )}
      <line x1={LEFT} x2={right} y1={zero} y2={zero} className="sliding-zero" />
      {stems.map(({ n, value, colour, shift = 0, crossed, strong }) => {
        const [x, y] = [at(n) + shift, zero - value * scale];
        const r = Math.min(4, pitch / 4) + (strong ? 1.5 : 0);
        return (
          <g key={`${n} ${colour} ${shift}`} stroke={`var(${colour})`} fill={`var(${colour})`}>
            <line x1={x} x2={x} y1={zero} y2={y} strokeWidth={strong ? 3 : 1.5} />
            <circle cx={x} cy={y} r={r} fill={crossed ? "none" : undefined} strokeWidth={1.5} />
            {crossed && <path d={`M${x - 6} ${y - 6}l12 12m0 -12l-12 12`} strokeWidth={1.5} fill="none" />}
          </g>
        );
      })}
    </g>
  );
}

function sumRows({ x, h, y }: SlidingConvolution, n: number, pitch: number): Row[] {
  const taps = h.map((tap, k) => ({ k: n - k, tap }));
  const beside = Math.min(4, pitch / 5);
  return [
    {
      name: "x[k], h[n − k]",
      signals: [
        ["x[k]", "--grey"],
        ["h[n − k]", "--amber"],
      ],
      stems: [
        ...x.map((value, k) => ({ n: k, value, colour: "--grey", shift: -beside })),
        ...taps.map(({ k, tap }) => ({ n: k, value: tap, colour: "--amber", shift: beside })),
      ],
    },
    { name: "product", stems: taps.map(({ k, tap }) => ({ n: k, value: tap * (x[k] ?? 0), colour: "--blue" })) },
    { name: "y[n]", stems: y.slice(0, n + 1).map((value, i) => ({ n: i, value, colour: "--green", strong: i === n })) },
  ];
}

function blockRows({ x, y, points, blocks }: SlidingConvolution, b: number): Row[] {
  const { first, circular, discarded } = blocks[b];
  const end = Math.min(y.length, (b + 1) * (points - discarded));
  return [
    { name: "x[k]", stems: x.map((value, k) => ({ n: k, value, colour: "--grey" })) },
    {
      name: "block’s output",
      stems: circular.map((value, i) => ({
        n: first + i,
        value,
        colour: i < discarded ? "--orange" : "--green",
        crossed: i < discarded,
      })),
    },
    {
      name: "y[n]",
      stems: y
        .slice(0, end)
        .map((value, n) => ({ n, value, colour: "--green", strong: n >= b * (points - discarded) })),
    },
  ];
}
