import { Chart, type Curve } from "../../../figures/chart.tsx";
import { fixed, plain } from "../../../format.ts";

export interface MethodBar {
  name: string;
  colour: `--${string}`;
  /** 10⁶ samples per second; undefined where the method has no meaningful result. */
  speed?: number;
  /** Published speed, 10⁶ samples per second. */
  published?: number;
  /** Error against float64, dB. */
  errorDb?: number;
  wrong: boolean;
}

export interface MethodsChartProps {
  label: string;
  bars: readonly MethodBar[];
  /** False omits the speeds, which mean nothing on a software adapter. */
  timed: boolean;
}

/** End of the error axis, dB: float32 reaches no less. */
const LEAST_ERROR = -150;

/**
 * Speed and error of several methods side by side, one row per method. Speeds are points: their logarithmic axis has no zero, so the
 * length of a bar would mean nothing.
 */
export function MethodsChart({ label, bars, timed }: MethodsChartProps) {
  const names = bars.map(({ name }) => name);
  const known = bars.flatMap(({ speed, published }) => [speed ?? [], published ?? []].flat());
  const lowest = Math.floor(Math.log10(Math.min(1, ...known)));
  const highest = Math.ceil(Math.log10(Math.max(10, ...known)) + 0.15);
  const rows = { title: "", names, more: { tickfont: { size: 12 } } };
  const common = { legend: false, nearest: true, more: { bargap: 0.35, dragmode: false } };
  return (
    <div className="methods-chart" data-timed={timed || undefined}>
      {timed && (
        <Chart
          {...common}
          label={label}
          x={{ title: "Msamples/s", log: true, range: [10 ** lowest, 10 ** highest], more: { exponentformat: "B" } }}
          y={rows}
          curves={speedsOf(bars, names)}
        />
      )}
      <Chart
        {...common}
        label={timed ? "Error of each method" : label}
        x={{ title: "Error", unit: "dB", digits: 1, range: [0, LEAST_ERROR], step: 50, more: { zeroline: true } }}
        y={timed ? { ...rows, more: { showticklabels: false } } : rows}
        curves={[false, true].map((wrong) => errorsOf(bars, names, wrong))}
      />
    </div>
  );
}

const UNCUT = { cliponaxis: false };

function speedsOf(bars: readonly MethodBar[], names: readonly string[]): Curve[] {
  const beside = { mode: "markers+text", textposition: "middle right" };
  return [
    {
      name: "samples per second",
      colour: bars.map(({ colour, wrong }) => (wrong ? "--danger" : colour)),
      x: bars.map(({ speed }) => speed ?? null),
      y: names,
      width: 0,
      symbol: "circle",
      size: 10,
      says: "%{y}: %{x:.3~g} Msamples/s<extra></extra>",
      more: { ...UNCUT, ...beside, text: bars.map(({ speed }) => (speed === undefined ? "" : plain(speed, 3))) },
    },
    {
      name: "published, GT 540M or its CPU",
      colour: "--ink",
      x: bars.map(({ published }) => published ?? null),
      y: names,
      width: 0,
      symbol: "circle-open",
      size: 12,
      edge: 1.5,
      says: "%{y}, published: %{x:.3~g} Msamples/s<extra></extra>",
      more: UNCUT,
    },
  ];
}

/** The errors of correct or of wrong methods; bars of the latter are hollow. */
function errorsOf(bars: readonly MethodBar[], names: readonly string[], wrong: boolean): Curve {
  const shown = bars.map(({ errorDb, wrong: isWrong }) => (isWrong === wrong ? errorDb : undefined));
  return {
    name: "error",
    colour: wrong ? "--danger" : bars.map(({ colour }) => colour),
    hollow: wrong,
    x: shown.map((errorDb) => errorDb ?? null),
    y: names,
    bars: 0,
    says: "%{y}: %{x:.1f} dB<extra></extra>",
    more: {
      ...UNCUT,
      textposition: "auto",
      text: bars.map(({ wrong: isWrong }, i) => {
        const db = shown[i] === undefined ? "" : fixed(shown[i], 0);
        return isWrong === wrong ? `${db}${wrong ? " ✕" : ""}` : "";
      }),
    },
  };
}
