import { Button } from "../../elements/button.tsx";
import { useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Annotation } from "#core/capture/recording.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { type Order, SortButton } from "../../elements/sort-button.tsx";
import { TableBody } from "../../elements/table-body.tsx";
import { useLater } from "../../elements/use-later.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, whole } from "../../format.ts";
import { useRecording } from "../../kit/recording/recording.ts";
import { saveMetadata } from "../../kit/recording/saving.ts";
import { bandOf, deleteAnnotation, select, showSpan, useWaterfall } from "./waterfall/store.ts";
import { AnnotationDialog } from "./annotation-dialog.tsx";
import { marksOf, onAir, timeCell } from "./measure.ts";

type Key = "what" | "starts" | "lasts" | "band";

const HEADS: readonly (readonly [Key, string])[] = [
  ["what", "What"],
  ["starts", "Starts"],
  ["lasts", "Lasts"],
  ["band", "Band (MHz)"],
];

const VALUES: Record<Key, (annotation: Annotation) => number | string> = {
  what: (annotation) => nameOf(annotation),
  starts: ({ start }) => start,
  lasts: ({ count }) => count,
  band: ({ edges }) => edges?.[0] ?? -Infinity,
};

/** Returns annotations in the order of a column; those that are equal there stay in the order of time. */
function sorted(annotations: readonly Annotation[], key: Key, down: boolean): readonly Annotation[] {
  const value = VALUES[key];
  const sign = down ? -1 : 1;
  return annotations.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    return x < y ? -sign : x > y ? sign : 0;
  });
}

const NONE: readonly Annotation[] = [];

/** The card of annotations: the waterfall shows them, a person edits them here, and the next saved file holds them. */
export function AnnotationsCard({ recording }: { recording: OpenedRecording }) {
  const store = useWaterfall(useShallow(({ annotations, selection }) => ({ annotations, selection })));
  const { selection } = store;
  // There may be 10⁵: the page answers before they are listed.
  const annotations = useLater(store.annotations, NONE);
  const edited = useRecording((state) => state.edited);
  const saving = useRecording((state) => state.saving !== undefined);
  const [{ key, down }, setOrder] = useState<{ key: Key; down: boolean }>({ key: "starts", down: false });
  const rows = useMemo(() => sorted(annotations, key, down), [annotations, key, down]);
  // Seven digits of the largest frequency, so that the column's figures are aligned.
  const largest = Math.abs(recording.centerFrequency ?? 0) + (recording.sampleRate ?? 1) / 2;
  const decimals = Math.min(6, 7 - Math.ceil(Math.log10(Math.max(largest / 1e6, 1))));
  const [open, setOpen] = useState<{ annotation: Annotation; before?: Annotation }>();
  const fromSelection = (): Annotation | undefined => {
    if (!selection) return undefined;
    const { start, count, low, high } = selection;
    if (recording.sampleRate === undefined) return { start, count, metadata: {} };
    const edges = [onAir(recording, start, low), onAir(recording, start, high)] as const;
    return { start, count, edges, metadata: {} };
  };
  const goTo = (annotation: Annotation) => {
    const [mark] = marksOf(recording, [annotation], bandOf(recording));
    showSpan({ start: mark.start, count: Math.max(mark.count, 16) });
    select(mark);
  };
  return (
    <FigureCard
      name="annotations"
      title="Annotations"
      width="roomy"
      look={
        edited
          ? "You edited the annotations. “Save the metadata” writes them for the file that you opened; the next SigMF file that you save includes them, too."
          : "Labels of parts of the recording. The waterfall shows them as boxes."
      }
      table={() => ({
        columns: ["first sample", "samples", "lower edge (Hz)", "upper edge (Hz)", "label", "comment"],
        rows: store.annotations.map(({ start, count, edges, label, comment }) => [
          start,
          count,
          edges?.[0] ?? null,
          edges?.[1] ?? null,
          label ?? null,
          comment ?? null,
        ]),
      })}
      controls={
        <>
          <Button
            disabled={!selection}
            title={selection ? undefined : "Select a part on the waterfall first"}
            onClick={() => setOpen({ annotation: fromSelection()! })}
          >
            Annotate the selection
          </Button>
          <Button
            disabled={saving || (store.annotations.length === 0 && !edited)}
            title="A .sigmf-meta file with these annotations and all other fields, without the samples"
            onClick={() => void saveMetadata(store.annotations)}
          >
            Save the metadata
          </Button>
        </>
      }
    >
      {store.annotations.length === 0 ? (
        <p className="empty">There are no annotations. Select a part on the waterfall to label it.</p>
      ) : (
        <div className="table-scroll annotation-list" tabIndex={0} role="region" aria-label="Annotations: rows">
          <table aria-rowcount={store.annotations.length + 1}>
            <thead>
              <tr>
                {HEADS.map(([of, text]) => {
                  const order: Order = key !== of ? "none" : down ? "descending" : "ascending";
                  return (
                    <th key={of} scope="col" aria-sort={order}>
                      <SortButton
                        {...{ text, order }}
                        onSort={() => setOrder({ key: of, down: key === of && !down })}
                      />
                    </th>
                  );
                })}
                <th scope="col">
                  <span className="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <TableBody count={annotations.length}>
              {(row) => {
                const annotation = rows[row];
                return (
                  <tr key={row} aria-rowindex={row + 2}>
                    <th scope="row">
                      <Button
                        look="quiet"
                        title={`Show “${nameOf(annotation)}” on the waterfall`}
                        onClick={() => goTo(annotation)}
                      >
                        {nameOf(annotation)}
                      </Button>
                    </th>
                    <td>{timeCell(recording, annotation.start, 5)}</td>
                    <td>{timeCell(recording, annotation.count, 4)}</td>
                    <td>
                      {annotation.edges
                        ? annotation.edges.map((edge) => fixed(edge / 1e6, decimals)).join(" to ")
                        : "all"}
                    </td>
                    <td>
                      <Button
                        icon="edit"
                        title="Edit"
                        label={`Edit ${nameOf(annotation)}`}
                        onClick={() => setOpen({ annotation, before: annotation })}
                      />
                      <Button
                        icon="close"
                        title="Delete"
                        label={`Delete ${nameOf(annotation)}`}
                        onClick={() => deleteAnnotation(annotation)}
                      />
                    </td>
                  </tr>
                );
              }}
            </TableBody>
          </table>
        </div>
      )}
      {open && <AnnotationDialog {...open} recording={recording} onClose={() => setOpen(undefined)} />}
    </FigureCard>
  );
}

const nameOf = ({ label, comment, start }: Annotation) => label || comment || `sample ${whole(start)}`;
