import type { ReactNode, RefObject } from "react";
import { FigureCard, type Picture } from "../../../figures/card.tsx";
import type { Table } from "../../../figures/table.ts";
import { Empty, type SketchName } from "../../../figures/sketch.tsx";
import { useGraph } from "../graph/store.ts";
import { isActive, useRun } from "../run/run.ts";

export interface SinkProps {
  /** Its id in the graph. */
  block: string;
}

interface SinkCardProps extends SinkProps {
  look: string;
  summary?: string;
  table?: () => Table;
  picture?: RefObject<Picture | null>;
  sketch?: SketchName;
  controls?: ReactNode;
  width?: "full" | "roomy";
  /** What the figure leaves out, in a sentence. */
  note?: string;
  /** Undefined until there is something to show. */
  children: ReactNode;
}

/** The card of a sink: its figure, or why there is none yet. */
export function SinkCard({ block, children, sketch, note, ...card }: SinkCardProps) {
  const title = useGraph(({ resolved }) => resolved.blocks.get(block)?.title ?? block);
  const waiting = useRun(isActive);
  return (
    <FigureCard name={`sink-${block}`} title={block === title.toLowerCase() ? title : `${title}: ${block}`} {...card}>
      {children || (
        <Empty sketch={sketch}>{waiting ? "Waits for the first page …" : "Run the graph to fill this figure."}</Empty>
      )}
      {children && note && <p className="muted sink-note">{note}</p>}
    </FigureCard>
  );
}
