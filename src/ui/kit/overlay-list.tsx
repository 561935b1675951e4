import { Button } from "../elements/button.tsx";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { addCurveFiles, addCurves, type BroughtCurve, removeCurve, useOverlays } from "./overlays.ts";
import { attempt } from "../elements/attempt.ts";
import { Dialog } from "../elements/dialog.tsx";
import { say } from "../elements/notices.ts";
import { useCurrentLab } from "./current-lab.ts";
import type { RateOverlay } from "../figures/ber-curve.tsx";
import { Mark } from "../figures/glyph.tsx";
import { CIRCLE, DIAMOND, HEXAGON, SQUARE, TRIANGLE, WEDGE } from "../figures/shapes.ts";
import "./overlays.css";

export type BroughtOverlay = RateOverlay & Pick<BroughtCurve, "over">;

const NONE: readonly BroughtCurve[] = [];
/** Marker shapes in turn. All have the text colour, because colours mark algorithms. */
const SHAPES = [CIRCLE, SQUARE, DIAMOND, TRIANGLE, WEDGE, HEXAGON];
const styleOf = ({ id }: BroughtCurve) => SHAPES[(id - 1) % SHAPES.length];

/**
 * Returns the curves added to the current lab as overlays of one rate, and each curve's axis. A curve without a rate
 * before the decoder has only one bit error rate, which is used for it.
 */
export function useBroughtOverlays(rate: "ber" | "fer" | "uncoded"): readonly BroughtOverlay[] {
  const lab = useCurrentLab(({ name }) => name);
  const curves = useOverlays((all) => all[lab] ?? NONE);
  return useMemo(
    () =>
      curves.map((curve): BroughtOverlay => {
        const known = rate !== "uncoded" || curve.points.some(({ uncoded }) => uncoded !== null);
        const points = curve.points.flatMap((point): [number, number][] => {
          const value = point[known ? rate : "ber"];
          return value === null ? [] : [[point.db, value]];
        });
        return { name: curve.title, over: curve.over, colour: "--ink", symbol: styleOf(curve).symbol, points };
      }),
    [curves, rate],
  );
}

interface OverlayListProps {
  /** The lab's figures also accept curves over SNR. */
  overSnr: boolean;
  /** Whether the dialog that adds a curve is open. */
  adding: boolean;
  onAdded: () => void;
}

/**
 * The list of added curves, each with a button to remove it. Curves are added by a dialog, or by pasting outside a
 * field.
 */
export function OverlayList({ overSnr, adding, onAdded }: OverlayListProps) {
  const lab = useCurrentLab(({ name }) => name);
  const curves = useOverlays((all) => all[lab] ?? NONE);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as Element;
      if (target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
      const text = event.clipboardData?.getData("text") ?? "";
      // Ignore links and words: a table has lines of numbers.
      if (/^\s*(https?:|#)\S+\s*$/.test(text) || !/\d[^\n]*\n[^\n]*\d/.test(text)) return;
      try {
        addCurves(text, "pasted", overSnr);
      } catch (error) {
        say(`The pasted text is not drawn. ${(error as Error).message}`, "warning", { brief: true });
      }
    };
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, [overSnr]);
  return (
    <>
      {curves.length > 0 && (
        <ul className="overlays" aria-label="Added curves">
          {curves.map((curve) => (
            <li key={curve.id}>
              <Mark colour="--ink" shape={styleOf(curve).shape} size={11} />
              <span title={curve.title}>{curve.title}</span>
              <Button icon="close" label={`Remove ${curve.title}`} onClick={() => removeCurve(curve.id)} />
            </li>
          ))}
        </ul>
      )}
      {adding && <AddDialog overSnr={overSnr} onClose={onAdded} />}
    </>
  );
}

const EXAMPLE = "ebn0,ber,fer\n0.4,9.0e-3,0.56\n0.5,1.3e-3,0.22";

function AddDialog({ overSnr, onClose }: { overSnr: boolean; onClose: () => void }) {
  const [text, setText] = useState("");
  const [reason, setReason] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      addCurves(text, "pasted", overSnr);
      onClose();
    } catch (error) {
      setReason((error as Error).message);
    }
  };
  return (
    <Dialog title="Add a curve" onClose={onClose}>
      <form className="add-curve" onSubmit={submit}>
        <p>
          Paste output of AFF3CT, one of its reference files, or a table: Eb/N0 in dB, BER, and optionally FER. CSV
          exported from a figure also works. Nothing leaves this page.
        </p>
        <textarea
          aria-label="The curve"
          rows={9}
          spellCheck={false}
          placeholder={EXAMPLE}
          value={text}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? "add-curve-why" : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setReason(undefined);
          }}
        />
        {reason && (
          <p className="why" id="add-curve-why" role="alert">
            {reason}
          </p>
        )}
        <div className="add-curve-buttons">
          <Button look="primary" type="submit" disabled={text.trim() === ""}>
            Draw it
          </Button>
          <label className="button file-button">
            From a file …
            <input
              type="file"
              className="unseen"
              multiple
              accept=".csv,.txt,.tsv,.dat,text/plain,text/csv"
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                void attempt(files, () => addCurveFiles(files, overSnr));
                onClose();
              }}
            />
          </label>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
