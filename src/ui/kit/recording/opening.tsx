import type { ReactNode } from "react";
import { ChooseFiles } from "./file-input.tsx";
import { useViewer } from "./viewer.ts";

/** Controls of a card that shows an opened recording: to the viewer, and to other files. */
export function OpenedControls() {
  const viewer = useViewer((state) => state.viewer);
  return (
    <>
      {viewer && (
        <a className="button quiet" href={viewer.href}>
          {viewer.title}
        </a>
      )}
      <ChooseFiles className="button">Open</ChooseFiles>
    </>
  );
}

/** Takes a recording's place until one is opened. `children` are further buttons. */
export function DropZone({ children }: { children?: ReactNode }) {
  return (
    <div className="empty drop-zone">
      <p>Drop files anywhere on this page: SigMF pairs and archives, WAV, NumPy, raw samples.</p>
      <p className="buttons">
        <ChooseFiles className="button">Choose files</ChooseFiles>
        {children}
      </p>
    </div>
  );
}
