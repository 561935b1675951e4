import { Button } from "../../../elements/button.tsx";
import { type ComponentType, type ReactNode, useMemo } from "react";
import type { Report } from "#core/flow/build/block-factory.ts";
import { FigureCard, type FigureCardProps } from "../../../figures/card.tsx";
import { Empty, type SketchName } from "../../../figures/sketch.tsx";
import { useGraph } from "../graph/store.ts";
import { useReport } from "../run/reports.ts";
import { isActive, resume, useRefusal, useRun } from "../run/run.ts";

export interface SinkProps {
  /** Its id in the graph. */
  block: string;
}

interface SinkCardProps extends SinkProps, Pick<FigureCardProps, "look" | "summary" | "table" | "width"> {
  sketch?: SketchName;
  /** What the figure leaves out, in a sentence. */
  note?: string;
  /** Undefined until there is something to show. */
  children?: ReactNode;
}

/** The card of a sink: its figure, or why there is none yet. */
export function SinkCard({ block, children, sketch, note, ...card }: SinkCardProps) {
  const title = useGraph(({ resolved }) => resolved.blocks.get(block)?.title ?? block);
  const waiting = useRun(isActive);
  const isRefused = useRefusal() !== undefined;
  return (
    <FigureCard name={`sink-${block}`} title={block === title.toLowerCase() ? title : `${title}: ${block}`} {...card}>
      {children || (
        <Empty sketch={sketch}>
          {waiting ? "Waits for the first page …" : "A run of the graph fills this figure."}
          {!waiting && (
            <Button disabled={isRefused} onClick={() => resume()}>
              Run graph
            </Button>
          )}
        </Empty>
      )}
      {children && note && <p className="muted sink-note">{note}</p>}
    </FigureCard>
  );
}

/**
 * Returns the figure of the sinks whose reports are of one kind.
 *
 * @param show Returns what the card shows of the newest report.
 */
export function sinkFigure<Kind extends Report["kind"]>(
  kind: Kind,
  card: Pick<SinkCardProps, "look" | "sketch" | "width">,
  show: (report: Report & { kind: Kind }) => Pick<SinkCardProps, "summary" | "table" | "children">,
): ComponentType<SinkProps> {
  return function SinkFigure({ block }) {
    const report = useReport(block, kind);
    const shown = useMemo(() => report && show(report), [report]);
    return <SinkCard block={block} note={report && "note" in report ? report.note : undefined} {...card} {...shown} />;
  };
}
