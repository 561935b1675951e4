import { Button } from "../../elements/button.tsx";
import { type FormEvent, useState } from "react";
import type { Annotation } from "#core/capture/recording.ts";
import { TextField } from "../../kit/fields/text-field.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { Dialog } from "../../elements/dialog.tsx";
import { putAnnotation } from "./waterfall/store.ts";

interface AnnotationDialogProps {
  annotation: Annotation;
  /** The annotation to replace; a new one otherwise. */
  before?: Annotation;
  recording: Pick<OpenedRecording, "samples" | "sampleRate">;
  onClose: () => void;
}

export function AnnotationDialog({ annotation, before, recording, onClose }: AnnotationDialogProps) {
  const { samples, sampleRate } = recording;
  const [draft, setDraft] = useState(annotation);
  const { start, count, label = "", comment = "", edges } = draft;
  const edit = (change: Partial<Annotation>) => setDraft({ ...draft, ...change });
  const keep = (event: FormEvent) => {
    event.preventDefault();
    putAnnotation({ ...draft, label: label.trim() || undefined, comment: comment.trim() || undefined }, before);
    onClose();
  };
  return (
    <Dialog title={before ? "Edit the annotation" : "Annotate the selection"} onClose={onClose}>
      <form className="annotation-form" onSubmit={keep}>
        <TextField label="Label" value={label} onChange={(label) => edit({ label })} />
        <TextField label="Comment" value={comment} onChange={(comment) => edit({ comment })} />
        <QuantityField
          label="First sample"
          unit=""
          integer
          min={0}
          max={samples - 1}
          step={1}
          value={start}
          onChange={(start) => edit({ start, count: Math.min(count, samples - start) })}
        />
        <QuantityField
          label="Samples"
          unit=""
          integer
          min={0}
          max={samples - start}
          step={1}
          value={count}
          onChange={(count) => edit({ count })}
        />
        {edges && (
          <>
            <QuantityField
              label="Lower edge"
              unit="Hz"
              min={-1e12}
              max={edges[1]}
              step={100}
              value={edges[0]}
              onChange={(low) => edit({ edges: [low, edges[1]] })}
            />
            <QuantityField
              label="Upper edge"
              unit="Hz"
              min={edges[0]}
              max={1e12}
              step={100}
              value={edges[1]}
              onChange={(high) => edit({ edges: [edges[0], high] })}
            />
          </>
        )}
        {!edges && sampleRate === undefined && (
          <p className="field-note">
            The annotation covers the whole band, because edges in Hz need the sample rate. To keep the band, set the
            rate first.
          </p>
        )}
        <Button look="primary" type="submit">
          Keep
        </Button>
      </form>
    </Dialog>
  );
}
