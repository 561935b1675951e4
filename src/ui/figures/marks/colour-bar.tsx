import type { LevelRange } from "../colour-map.ts";
import { textTicks } from "../ticks.ts";

interface ColourBarProps {
  levels: LevelRange;
  /** The colours from the lowest to the highest level, as canvas pixels. */
  shades: Uint32Array;
  /** The left edge, the upper end and the height, px. The unit is above it. */
  x: number;
  top: number;
  height: number;
  /** Size of the texts, px. */
  text?: number;
}

const [WIDTH, STEPS] = [10, 64];

/** Room for a bar and its texts, in sizes of the text. */
export const COLOUR_BAR_ROOM = 4.2;

/** The colours of a map with their levels in dB. */
export function ColourBar({ levels, shades, x, top, height, text = 12 }: ColourBarProps) {
  const beside = x + WIDTH + 4;
  return (
    <g className="colour-bar">
      {Array.from({ length: STEPS }, (_, i) => (
        <rect
          key={i}
          x={x}
          y={top + (height * (STEPS - 1 - i)) / STEPS}
          width={WIDTH}
          height={height / STEPS + 0.5}
          fill={cssOf(shades[Math.round((i / (STEPS - 1)) * (shades.length - 1))])}
        />
      ))}
      {textTicks(levels.low, levels.high, height / (3.3 * text)).map(([value, name]) => (
        <text key={name} x={beside} y={top + ((levels.high - value) / (levels.high - levels.low)) * height + text / 3}>
          {name}
        </text>
      ))}
      <text x={beside} y={top - 0.67 * text}>
        dB
      </text>
    </g>
  );
}

const cssOf = (shade: number) => `rgb(${shade & 0xff} ${(shade >> 8) & 0xff} ${(shade >> 16) & 0xff})`;
