import type { ComponentType, ReactNode } from "react";
import { FigureCard, type FigureCardProps } from "../figures/card.tsx";
import type { SketchName } from "../figures/sketch.tsx";
import type { Table } from "../figures/table.ts";
import { type Live, useLive } from "./live.ts";

/** A figure of a live computation as data: what it reads from the results, and how it describes, exports and draws that. */
export interface LiveFigure<Results, Data> extends Pick<
  FigureCardProps,
  "name" | "title" | "lesson" | "width" | "controls"
> {
  /** Returns the figure's data from the newest results; undefined while there is nothing to draw. A hook. */
  useData(results: Results): Data | null | undefined;
  /** One sentence: what to look for. */
  look: ReactNode | ((data: Data | null | undefined) => ReactNode);
  summary?(data: Data): string;
  table?(data: Data): Table;
  /** Fields above the figure, also without data. */
  fields?: ReactNode;
  draw(data: Data, summary: string): ReactNode;
  /** What the figure will look like. */
  sketch?: SketchName;
  /** In the figure's place while it has no data. Default: the lab's note. */
  missing?(results: Results): ReactNode;
  /** True for the figure that shows the computation's failure. */
  leads?: true;
}

interface LiveCardsOptions<Results> {
  of: Live<object>;
  /** Returns the results that the figures read. A hook. */
  useResults(): Results;
  /** In the place of a figure without data. */
  missing(results: Results, sketch?: SketchName): ReactNode;
}

/** Returns a function that makes the card of a figure, for all figures of one live computation. */
export function liveCards<Results>(lab: LiveCardsOptions<Results>) {
  return function liveCard<Data>(figure: LiveFigure<Results, Data>): ComponentType {
    const { useData, look, summary, table, fields, draw, sketch, missing, leads, ...card } = figure;
    return function LiveCard() {
      const results = lab.useResults();
      const data = useData(results);
      const waiting = useLive(lab.of, (state) => state.waiting);
      const failure = useLive(lab.of, (state) => (leads ? state.failure : undefined));
      const text = data ? summary?.(data) : undefined;
      const note = () => (missing ? missing(results) : lab.missing(results, sketch));
      const body = data ? draw(data, text ?? "") : note();
      return (
        <FigureCard
          {...card}
          look={typeof look === "function" ? look(data) : look}
          summary={text}
          busy={waiting && !!data}
          failure={failure}
          onRetry={() => void lab.of.compute()}
          table={data && table && (() => table(data))}
        >
          {fields ? (
            <>
              {fields}
              {body}
            </>
          ) : (
            body
          )}
        </FigureCard>
      );
    };
  };
}
