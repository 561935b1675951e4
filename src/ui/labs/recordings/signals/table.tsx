import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Detection } from "#core/signals/detection.ts";
import { Button } from "../../../elements/button.tsx";
import { ColumnTable, type TableColumn } from "../../../elements/column-table.tsx";
import { type Order, SortButton } from "../../../elements/sort-button.tsx";
import { fixed, measured } from "../../../format.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { scalesAt, timeCell } from "../measure.ts";
import { familyOf } from "./families.ts";
import { orderedBy, type SignalColumn } from "./order.ts";
import { choose, removeSignal } from "./store.ts";

interface SignalTableProps {
  recording: OpenedRecording;
  signals: readonly Detection[];
  chosen?: number;
}

/** The signals of a recording. A click on a head sorts, a click on a row shows its signal everywhere. */
export function SignalTable({ recording, signals, chosen }: SignalTableProps) {
  const [{ key, down }, setOrder] = useState<{ key: SignalColumn; down: boolean }>({ key: "id", down: false });
  const rows = useMemo(() => orderedBy(signals, key, down), [signals, key, down]);
  const { sampleRate } = recording;
  const head = (of: SignalColumn, text: string, title?: string) => {
    const order: Order = key !== of ? "none" : down ? "descending" : "ascending";
    return {
      node: <SortButton {...{ text, title, order }} onSort={() => setOrder({ key: of, down: key === of && !down })} />,
      attributes: { head: { "aria-sort": order } },
    };
  };
  const column = (
    of: SignalColumn,
    text: string,
    cell: (signal: Detection) => React.ReactNode,
    title?: string,
    className?: string,
  ) => {
    const { node, attributes } = head(of, text, title);
    return [node, cell, { ...attributes, className }] satisfies TableColumn<Detection>;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) choose(recording, rows[Math.min(rows.length - 1, Math.max(0, at + by))]);
    else if (event.key === "Delete" && rows[at]) removeSignal(rows[at]);
    else return;
    event.preventDefault();
  };
  const root = useRef<HTMLDivElement>(null);
  const at = rows.findIndex(({ id }) => id === chosen);
  useEffect(() => scrollTo(root.current, at), [at]);
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      <ColumnTable
        region="Signals of the recording. Up and down arrows choose a signal, Delete removes it."
        className="signal-table"
        named
        rows={rows}
        row={(signal) => ({
          key: signal.id,
          "data-chosen": signal.id === chosen || undefined,
          "data-family": familyOf(signal.class),
          onClick: () => choose(recording, signal),
        })}
        columns={[
          column("id", "No.", ({ id }) => (
            <Button look="quiet" aria-pressed={id === chosen} title="Show this signal">
              {id}
            </Button>
          )),
          column(
            "class",
            "Class",
            (signal) => (
              <>
                <span className="family" aria-hidden="true" /> {signal.class}{" "}
                <span className="muted">{percent(signal.confidence)}</span>
              </>
            ),
            "Likely class, and the probability that it is right",
            "class",
          ),
          column("start", "Starts", ({ start }) => timeCell({ sampleRate }, start, 6)),
          column("length", "Lasts", ({ start, stop }) => timeCell({ sampleRate }, stop - start, 4)),
          column(
            "centreHz",
            "Centre",
            ({ start, centreHz }) => hertz(scalesAt(recording, start).center + centreHz),
            "Middle of the 99 % bandwidth",
          ),
          column("bandwidthHz", "Bandwidth", ({ bandwidthHz }) => measured(bandwidthHz, "Hz", 3), "99 % of the power"),
          column("snrDb", "SNR (dB)", ({ snrDb }) => fixed(snrDb, 1), "Power over the noise in the bandwidth"),
          column("symbolRateHz", "Symbols/s", ({ symbolRateHz }) =>
            symbolRateHz === null ? "–" : measured(symbolRateHz, "Bd", 5),
          ),
        ]}
      />
    </div>
  );
}

/** Scrolls to a row, which has an element only when it is in view. */
function scrollTo(root: HTMLElement | null, row: number): void {
  const region = root?.querySelector<HTMLElement>(".signal-table");
  const height = region?.querySelector<HTMLElement>("tbody tr:not([data-space])")?.offsetHeight;
  if (!region || !height || row < 0) return;
  const room = region.clientHeight - height;
  const top = row * height;
  if (top < region.scrollTop || top + height > region.scrollTop + room) region.scrollTop = Math.max(0, top - room / 2);
}

/** A frequency with seven digits, or to a tenth of 1 Hz; nearer to 0 it is 0. */
function hertz(frequency: number): string {
  const tenths = Math.round(10 * frequency) / 10 + 0;
  return measured(tenths, "Hz", Math.min(7, String(Math.trunc(Math.abs(tenths))).length + 1));
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
