import { isLong } from "#core/capture/long-view.ts";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../../../elements/button.tsx";
import { FailureNote } from "../../../elements/failure-note.tsx";
import { whole } from "../../../format.ts";
import { leftOf } from "../../../kit/status.ts";
import { stopRecording, useRecording } from "../../../kit/recording/recording.ts";
import { readOverview, type OverviewState } from "./overview.ts";
import { useWaterfall, type WaterfallStore } from "./store.ts";

/** Says what colour shows, and how far the recording has been read for it. */
export function Reading() {
  const { picture, view, overview, refining } = useWaterfall(
    useShallow(({ picture, view, overview, refining }) => ({ picture, view, overview, refining })),
  );
  // Then the page offers to open the file again, and no further reading succeeds.
  const isUnreadable = useRecording(({ unreadable }) => unreadable !== undefined);
  if (!picture || !view) return null;
  const part = refining?.view === view ? refining : undefined;
  const reading = overview?.phase === "reading" || part?.progress !== undefined;
  const canContinue = overview?.phase === "stopped" && isLong(view.count) && !isUnreadable;
  return (
    <div className="waterfall-reading">
      <p>
        {shownText(picture, overview)} {part?.progress !== undefined && partText(part.progress)}
      </p>
      {reading && <Button onClick={stopRecording}>Stop reading</Button>}
      {canContinue && <Button onClick={() => void readOverview()}>Read the rest</Button>}
      {overview?.failure && !isUnreadable && (
        <FailureNote failure={overview.failure} onRetry={() => void readOverview()} />
      )}
      {part?.failure && !isUnreadable && <FailureNote failure={part.failure} />}
    </div>
  );
}

type Picture = NonNullable<WaterfallStore["picture"]>;

const partText = (progress: number) => `Threeray reads this part for its own columns: ${Math.floor(100 * progress)} %.`;

function shownText({ level, complete, bins, count, coarse }: Picture, overview: OverviewState | undefined): string {
  const of = level === "maximum" ? "largest" : "mean";
  const cells = coarse
    ? ` of cells of ${whole(coarse.cell)} samples, which are wider than a column`
    : " in each column";
  const shown = `Colour shows the ${of} power of all samples${cells}, in ${bins} bins.`;
  if (complete === 1) return shown;
  if (!overview || !isLong(count)) return `A first look: every few columns show one short segment, in ${bins} bins.`;
  const { phase, progress, remainingMs } = overview;
  const left = leftOf(remainingMs);
  const state = `${phase === "reading" ? "Reading all samples" : "Read"}: ${Math.floor(100 * progress)} %${left ? `, ${left}` : ""}.`;
  return `${state} Columns that are not read yet show one short segment each. The others show the ${of} power of all their samples.`;
}
