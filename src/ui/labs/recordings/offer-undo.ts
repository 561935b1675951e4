import { sayUndoable } from "../../elements/notices.ts";
import { useRecording } from "../../kit/recording/recording.ts";

/**
 * Says what was changed of the shown recording, and offers to undo it until another recording is shown.
 *
 * @returns A function that takes the offer back earlier.
 */
export function offerUndo(text: string, restore: () => void): () => void {
  const { files, chosen } = useRecording.getState();
  const withdraw = sayUndoable(text, restore);
  const leave = useRecording.subscribe((now) => {
    if (now.files === files && now.chosen === chosen) return;
    leave();
    withdraw();
  });
  return withdraw;
}
