import { Button } from "../../elements/button.tsx";
import { cutText } from "./cut-text.ts";
import { goBack, uncutOf } from "./cutting.ts";
import { shownRecording, useRecording } from "./recording.ts";

/** Says that the open recording is a cut, of what, and how it was made. Leads back to the recording that was open. */
export function CutNote() {
  const recording = useRecording(shownRecording);
  const files = useRecording((state) => state.files);
  const text = recording && cutText(recording);
  const uncut = uncutOf(files);
  if (!text) return null;
  return (
    <p className="remark cut-note">
      {text}{" "}
      {uncut && (
        <Button look="link" onClick={() => void goBack(files)}>
          Open {uncut.title} again
        </Button>
      )}
    </p>
  );
}
