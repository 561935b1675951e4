import type { Ground } from "./ground.ts";

interface AxisMarks {
  title: string;
  ticks: readonly (readonly [value: number, text: string])[];
  /** What a tick has beside its text: a line across the area, a short line outside, or nothing. */
  lines?: "across" | "outside";
}

interface AxesProps {
  ground: Ground;
  x: AxisMarks;
  y: AxisMarks;
  /** Size of the texts, px. */
  text?: number;
  /** The height of the horizontal axis, if it is not at the foot of the area. */
  floor?: number;
}

/** Width of a digit in wide fonts (DejaVu Sans), in sizes of the text. */
const CHARACTER = 0.64;

/** The axes of a drawing: ticks, grid lines and titles, at the left and below the area. */
export function Axes({ ground, x, y, text = 12, floor = ground.top + ground.height }: AxesProps) {
  const { left, top, width, height, right, x: xOf, y: yOf } = ground;
  const longest = y.ticks.reduce((most, [, name]) => Math.max(most, name.length), 0);
  /** A text about a place, moved so that it stays in the drawing. */
  const inside = (at: number, name: string) => Math.min(at, right - (name.length * CHARACTER * text) / 2);
  return (
    <g className="grid">
      {y.ticks.map(([value, name]) => (
        <g key={value}>
          {y.lines && <path d={`M${left} ${yOf(value)}h${y.lines === "across" ? width : -4}`} />}
          <text x={left - 6} y={yOf(value) + text / 3} textAnchor="end">
            {name}
          </text>
        </g>
      ))}
      {x.ticks.map(([value, name]) => (
        <g key={value}>
          {x.lines && <path d={`M${xOf(value)} ${floor}v${x.lines === "across" ? -height : 4}`} />}
          <text x={inside(xOf(value), name)} y={floor + 1.3 * text} textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
      <text x={left + width / 2} y={floor + 2.6 * text} textAnchor="middle">
        {x.title}
      </text>
      <text
        transform={`translate(${Math.max(0.95 * text, left - (CHARACTER * longest + 1.7) * text)} ${top + height / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {y.title}
      </text>
    </g>
  );
}
