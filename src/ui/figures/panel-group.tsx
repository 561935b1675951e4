import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { usePicture } from "./picture.ts";
import { lights, useAttention } from "./attention.ts";
import { Mark } from "./glyph.tsx";
import type { Look } from "./looks.ts";
import { arrowOf, cursorStep } from "./marks/keys.ts";

/** A panel: a drawing with a caption, which the keyboard can read. */
export interface Panel {
  name: string;
  /** The panel's caption for all its points. */
  note?: string;
  /** Its algorithm, which pointing at it highlights in every figure, and the look of that. */
  of?: string;
  look?: Look;
  /** The name of one item: point or trace. */
  what: string;
  count: number;
  /** One item as text. */
  read(index: number): string;
  /** Draws the panel with the item that the keyboard selects; `faded` if another algorithm is highlighted. */
  draw(selected: number | undefined, faded: boolean): ReactNode;
}

/** The keyboard's cursor. Without `index` it is on the whole panel. */
interface PanelCursor {
  panel: number;
  index?: number;
}

interface PanelGroupProps {
  label: string;
  className: string;
  /** In several rows, or in one. */
  rows: readonly (readonly Panel[])[];
}

/**
 * Panels side by side with one keyboard cursor. Left and right step through the panels, up and down through the items of one
 * panel, which are read aloud.
 */
export function PanelGroup({ label, className, rows }: PanelGroupProps) {
  const highlight = useAttention((state) => state.highlight);
  const panels = rows.flat();
  const root = useRef<HTMLDivElement>(null);
  usePicture(root, async () => (await import("./panels.ts")).panelsAsSvg(root.current));
  const [at, setAt] = useState<PanelCursor>();
  const last = panels.length - 1;
  // New figures may have fewer items.
  const cursor = at && panels[at.panel] && { ...at, index: within(at.index, panels[at.panel].count) };
  const move = (to: PanelCursor) => {
    setAt(to);
    useAttention.setState({ highlight: panels[to.panel].of });
  };
  const toPanel = (by: number) => {
    const panel = cursor ? cursor.panel + by : by > 0 ? 0 : last;
    move({ panel: Math.min(last, Math.max(0, panel)), index: cursor?.index });
  };
  const toIndex = (by: number) => {
    const { panel = 0, index = by > 0 ? -1 : Infinity } = cursor ?? {};
    move({ panel, index: within(index + by, panels[panel].count) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Left and right step through the panels; the other keys step through the items.
    const arrow = arrowOf(event);
    const step = arrow ? -arrow[1] : cursorStep(event);
    if (panels.length === 0 || step === undefined) return;
    event.preventDefault();
    if (arrow?.[0]) toPanel(arrow[0]);
    else toIndex(step);
  };
  const figure = ({ name, note, of, look, draw }: Panel, i: number) => (
    <figure key={i} data-cursor={cursor?.panel === i || undefined} {...(of && lights(of))}>
      <figcaption>
        {look && <Mark {...look} />}
        <span>{name}</span>
        <span className="muted">{note}</span>
      </figcaption>
      {draw(cursor?.panel === i ? cursor.index : undefined, highlight !== undefined && highlight !== of)}
    </figure>
  );
  return (
    <div className="panel-group" style={{ "--panels": panels.length } as CSSProperties}>
      <div
        className={className}
        ref={root}
        tabIndex={0}
        role="group"
        aria-roledescription="figure"
        aria-label={`${label.replace(/\.$/, "")}. Left and right arrows step through the panels, up and down through the ${panels[0]?.what ?? "points"}s.`}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setAt(undefined);
          useAttention.setState({ highlight: undefined });
        }}
      >
        {rows.length === 1
          ? rows[0].map(figure)
          : rows.map((row, r) => {
              const before = rows.slice(0, r).reduce((sum, { length }) => sum + length, 0);
              return (
                <div key={r} className="panel-row" data-many={row.length > 4 || undefined}>
                  {row.map((panel, i) => figure(panel, before + i))}
                </div>
              );
            })}
      </div>
      <p className="panel-readout" aria-live="polite">
        {cursor && describe(panels[cursor.panel], cursor.index)}
      </p>
    </div>
  );
}

/** Without items there is no index. */
function within(index: number | undefined, count: number): number | undefined {
  return index === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, index));
}

function describe({ name, note, what, count, read }: Panel, index: number | undefined): string {
  const head = note ? `${name}, ${note}` : name;
  return index === undefined
    ? `${head}: ${count} ${what}s`
    : `${head}; ${what} ${index + 1} of ${count}: ${read(index)}`;
}
