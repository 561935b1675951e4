import { Button } from "../../elements/button.tsx";
import { Dialog } from "../../elements/dialog.tsx";
import { ResultSheet } from "../lectures/result-sheet.tsx";
import type { Entry } from "./grading.ts";

interface StudentDialogProps {
  /** With a grade. */
  entry: Entry;
  onClose: () => void;
}

/** One student's answers with their verdicts, to read and to print. */
export function StudentDialog({ entry: { lecture, result, grade }, onClose }: StudentDialogProps) {
  const sheet = <ResultSheet lecture={lecture!} result={result!} grade={grade} />;
  const print = async () => {
    onClose();
    await (await import("../print/print.ts")).print("result", () => sheet);
  };
  return (
    <Dialog title={result!.student.trim() || "No name"} wide onClose={onClose}>
      <p>
        <Button look="primary" onClick={() => void print()}>
          Print
        </Button>
      </p>
      {sheet}
    </Dialog>
  );
}
