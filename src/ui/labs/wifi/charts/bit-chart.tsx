import type { BitPath, SentBit } from "#core/wifi/frame/bit-path.float64.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";

export interface BitChartProps {
  label: string;
  path: BitPath;
  /** Octets of the PSDU. */
  psdu: ArrayLike<number>;
  /** Coded bits per symbol and per carrier. */
  codedBits: number;
  bitsPerCarrier: number;
  /** Points of the constellation by label, complex pairs. */
  points: ArrayLike<number>;
  /** The receiver's LLR of each sent bit, and its decided bit of the PSDU. */
  llrOf(bit: SentBit): number | undefined;
  received: number | undefined;
  onBit(bit: number): void;
}

/** Least distance of two carriers' numbers in pixels. */
const LABEL = 26;

/** Puts each carrier's number into the first of two rows that has room for it. */
function labelRows(carriers: readonly number[], xOf: (carrier: number) => number): Map<number, number> {
  const ends = [-Infinity, -Infinity];
  const rows = new Map<number, number>();
  for (const carrier of carriers) {
    const row = ends.findIndex((end) => xOf(carrier) - end >= LABEL);
    if (row < 0) continue;
    ends[row] = xOf(carrier);
    rows.set(carrier, row);
  }
  return rows;
}

/** Cells of a row, from left to right. */
interface Cell {
  key: string | number;
  text: string;
  kind?: "chosen" | "term" | "other" | "gone";
  onClick?: () => void;
  title?: string;
}

/** Room for the names of the rows, on wide and on narrow cards. */
const NAMES = { wide: 92, narrow: 78 };
/** Least width for whole sentences. */
const WIDE = 620;
/** Least width of the drawing in a low window, which shows it smaller. */
const LOW_WIDTH = 1150;
const CELL = 24;
/** Tops of the rows of cells, and of the figures below. */
const ROWS = { octets: 22, bits: 66, plain: 118, sequence: 144, scrambled: 170, a: 214, b: 240 };
const INTERLEAVER = { top: 296, height: 72 };
const CARRIERS = { top: 392, height: 56 };
const MAPS = { top: 494, row: 116 };

/** The way of one bit: octet, scrambler, encoder, interleaver, carriers and constellation, and the receiver's answer. */
export function BitChart(props: BitChartProps) {
  const { label, path, psdu, codedBits, bitsPerCarrier, points, llrOf, received, onBit } = props;
  const { drawing, size } = useDrawing({ width: 900, height: 640 }, "parent");
  // In a low window interleaver and carriers are beside the cells, and the drawing shrinks.
  const beside = matchMedia("(height < 520px)").matches;
  const width = beside ? Math.max(size.width, LOW_WIDTH) : size.width;
  const end = width - 10;
  const wide = width >= WIDE;
  const left = wide ? NAMES.wide : NAMES.narrow;
  const right = beside ? width / 2 - 10 : end;
  const start = beside ? width / 2 + left : left;
  const shift = beside ? ROWS.octets + 14 - INTERLEAVER.top : 0;
  const [interleaver, carriers] = [INTERLEAVER.top + shift, CARRIERS.top + shift];
  const foot = carriers + CARRIERS.height - 18;
  const maps = beside ? ROWS.b + 50 : MAPS.top;
  const sent = path.steps.flatMap(({ step, coded }) =>
    coded.flatMap((one) => (one.sent && one.term ? [{ ...one, step, sent: one.sent }] : [])),
  );
  // All constellations in one row, if they fit.
  const fitting = (end - left) / Math.max(1, sent.length);
  const mapWidth = fitting >= 68 ? Math.min(100, fitting) : 74;
  const perRow = Math.max(1, Math.floor((end - left) / mapWidth));
  const height = maps + Math.ceil(sent.length / perRow) * MAPS.row + 6;
  const room = Math.max(1, Math.floor((right - left) / (CELL + 14)));
  const first = Math.max(0, Math.min(path.octet - Math.floor(room / 2), psdu.length - room));
  const octets = Array.from({ length: Math.min(room, psdu.length) }, (_, i): Cell => {
    const octet = first + i;
    return {
      key: octet,
      text: psdu[octet].toString(16).padStart(2, "0"),
      kind: octet === path.octet ? "chosen" : undefined,
      onClick: () => onBit(8 * octet),
      title: `octet ${octet}`,
    };
  });
  const bits = Array.from({ length: 8 }, (_, i): Cell => {
    return {
      key: i,
      text: String((path.value >> i) & 1),
      kind: i === path.place ? "chosen" : undefined,
      onClick: () => onBit(8 * path.octet + i),
      title: `bit ${8 * path.octet + i} of the PSDU`,
    };
  });
  const stepPitch = Math.min(64, (right - left) / path.steps.length);
  const stepRow = (top: number, name: string, text: (i: number) => Cell) => (
    <Row left={left} name={name} top={top} pitch={stepPitch} cells={path.steps.map((_, i) => text(i))} />
  );
  const codedRow = (output: 0 | 1) =>
    stepRow(output ? ROWS.b : ROWS.a, output ? "B = 171₈" : "A = 133₈", (i) => {
      const { value, term, sent } = path.steps[i].coded[output];
      return { key: i, text: String(value), kind: sent ? (term ? "term" : "other") : "gone" };
    });
  const placeX = (place: number) => start + (place * (end - start)) / (codedBits - 1);
  const carrierX = (carrier: number) => start + ((carrier + 27) * (end - start)) / 54;
  const labelled = labelRows(
    [...new Set([-26, 0, 26, ...sent.map(({ sent }) => sent.carrier)])].toSorted((a, b) => a - b),
    carrierX,
  );
  const symbols = [...new Set(sent.map(({ sent }) => sent.symbol))];
  return (
    <svg
      ref={drawing}
      className="bit-path"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      data-drawn="at a fixed size"
      role="img"
      aria-label={label}
    >
      <Row left={left} name="PSDU octets" top={ROWS.octets} pitch={CELL + 14} wide cells={octets} />
      <text className="note" x={left} y={ROWS.bits - 4}>
        octet {path.octet}, the least significant bit is sent first
      </text>
      <Row left={left} name="its bits" top={ROWS.bits} pitch={CELL + 6} cells={bits} />
      <text className="note" x={left} y={ROWS.plain - 8}>
        this bit and the six after it
        {wide && `: steps ${path.steps[0].step} to ${path.steps[path.steps.length - 1].step} of the data`}
      </text>
      {stepRow(ROWS.plain, "bits", (i) => ({
        key: i,
        text: String(path.steps[i].plain),
        kind: i === 0 ? "chosen" : "other",
      }))}
      {stepRow(ROWS.sequence, "⊕ scrambler", (i) => ({ key: i, text: String(path.steps[i].sequence), kind: "other" }))}
      {stepRow(ROWS.scrambled, "= scrambled", (i) => ({
        key: i,
        text: String(path.steps[i].scrambled),
        kind: i === 0 ? "chosen" : "other",
      }))}
      <text className="note" x={left} y={ROWS.a - 5}>
        {wide ? "coded bits: filled where this bit is a term, crossed where punctured" : "filled: this bit is a term"}
      </text>
      {codedRow(0)}
      {codedRow(1)}

      <text className="name" x={start - 10} y={interleaver + INTERLEAVER.height / 2 + 4} textAnchor="end">
        interleaver
      </text>
      <text className="note" x={start} y={interleaver - 8}>
        {wide ? `place among the ${codedBits} coded bits of ` : "order in "}
        symbol {symbols.join(" and ")}: before (top), after (bottom)
      </text>
      {[0, INTERLEAVER.height].map((y) => (
        <path key={y} className="axis" d={`M${start} ${interleaver + y}H${end}`} />
      ))}
      {sent.map(({ step, output, sent }) => (
        <g key={`${step} ${output}`} className="permuted" data-later={sent.symbol !== symbols[0] || undefined}>
          <path
            d={`M${placeX(sent.coded)} ${interleaver}L${placeX(sent.interleaved)} ${interleaver + INTERLEAVER.height}`}
          />
          <circle cx={placeX(sent.coded)} cy={interleaver} r={3} />
          <circle cx={placeX(sent.interleaved)} cy={interleaver + INTERLEAVER.height} r={3} />
        </g>
      ))}

      <text className="name" x={start - 10} y={carriers + CARRIERS.height - 14} textAnchor="end">
        carriers
      </text>
      <path className="axis" d={`M${start} ${foot}H${end}`} />
      {Array.from({ length: 53 }, (_, i) => i - 26).map((carrier) => {
        const pilot = Math.abs(carrier) === 7 || Math.abs(carrier) === 21;
        const used = sent.filter(({ sent }) => sent.carrier === carrier);
        const kind = used.length > 0 ? "used" : pilot ? "pilot" : carrier === 0 ? "none" : "data";
        return (
          <g key={carrier} className="carrier" data-kind={kind}>
            {carrier !== 0 && (
              <path d={`M${carrierX(carrier)} ${foot}V${foot - (used.length > 0 ? 34 : pilot ? 22 : 10)}`} />
            )}
            {labelled.has(carrier) && (
              <text x={carrierX(carrier)} y={foot + 14 + 12 * labelled.get(carrier)!} textAnchor="middle">
                {signed(carrier)}
              </text>
            )}
          </g>
        );
      })}

      <text className="name" x={left - 10} y={maps + 36} textAnchor="end">
        mapper
      </text>
      <text className="name" x={left - 10} y={maps + 92} textAnchor="end">
        received LLR
      </text>
      {sent.map(({ step, output, value, sent }, i) => (
        <MapCell
          key={`${step} ${output}`}
          x={left + (i % perRow) * mapWidth}
          y={maps + Math.floor(i / perRow) * MAPS.row}
          name={`${output}${subscript(step - path.steps[0].step)}`}
          value={value}
          sent={sent}
          bits={bitsPerCarrier}
          points={points}
          llr={llrOf(sent)}
        />
      ))}
      {received !== undefined && wide && (
        <text className="note" x={left + 260} y={ROWS.bits + 17}>
          the receiver decided {received}
          {received === ((path.value >> path.place) & 1) ? ", which is right" : ", which is wrong"}
        </text>
      )}
    </svg>
  );
}

function Row({
  left,
  name,
  top,
  pitch,
  wide,
  cells,
}: {
  left: number;
  name: string;
  top: number;
  pitch: number;
  wide?: boolean;
  cells: readonly Cell[];
}) {
  const width = wide ? CELL + 8 : CELL;
  return (
    <g>
      <text className="name" x={left - 10} y={top + 16} textAnchor="end">
        {name}
      </text>
      {cells.map(({ key, text, kind, onClick, title }, i) => (
        <g
          key={key}
          className="cell"
          data-kind={kind}
          data-clickable={onClick && true}
          transform={`translate(${left + i * pitch} ${top})`}
          onClick={onClick}
        >
          {title && <title>{title}</title>}
          <rect width={width} height={CELL - 2} rx={4} />
          <text x={width / 2} y={15} textAnchor="middle">
            {text}
          </text>
          {kind === "gone" && <path className="strike" d={`M4 ${CELL - 6}L${width - 4} 4`} />}
        </g>
      ))}
    </g>
  );
}

interface MapCellProps {
  x: number;
  y: number;
  name: string;
  value: number;
  sent: SentBit;
  bits: number;
  points: ArrayLike<number>;
  llr: number | undefined;
}

/** The constellation of one carrier with its point, its label with the bit underlined, and the bit's LLR. */
function MapCell({ x, y, name, value, sent, bits, points, llr }: MapCellProps) {
  const [half, reach] = [26, 1.25];
  const px = (i: number) => x + half + (points[2 * i] / reach) * half;
  const py = (i: number) => y + half + 14 - (points[2 * i + 1] / reach) * half;
  const label = sent.label.toString(2).padStart(bits, "0");
  const wrong = llr !== undefined && llr > 0 !== (value === 1);
  return (
    <g className="map">
      <text x={x + half} y={y + 6} textAnchor="middle">
        {name} on {signed(sent.carrier)}
      </text>
      <path className="axis" d={`M${x} ${y + half + 14}h${2 * half}M${x + half} ${y + 14}v${2 * half}`} />
      {Array.from({ length: points.length / 2 }, (_, i) => (
        <circle key={i} className="ideal" cx={px(i)} cy={py(i)} r={bits > 4 ? 1 : 1.6} />
      ))}
      <circle className="point" cx={px(sent.label)} cy={py(sent.label)} r={4} />
      <text className="label" x={x + half} y={y + 2 * half + 26} textAnchor="middle">
        {[...label].map((bit, i) => (
          <tspan key={i} className={i === sent.place ? "followed" : undefined}>
            {bit}
          </tspan>
        ))}
      </text>
      {llr !== undefined && (
        <text className="llr" data-wrong={wrong || undefined} x={x + half} y={y + 2 * half + 44} textAnchor="middle">
          {llr > 0 ? "+" : "−"}
          {Math.abs(llr).toFixed(1)} → {llr > 0 ? 1 : 0}
        </text>
      )}
    </g>
  );
}

const signed = (value: number) => String(value).replace("-", "−");
const subscript = (delay: number) => (delay === 0 ? "" : String.fromCharCode(0x2080 + delay));
