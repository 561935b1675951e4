import { Button } from "./button.tsx";
import { type ReactNode, useEffect, useRef } from "react";
import "./dialog.css";

interface DialogProps {
  title: string;
  /** Its accessible name, if the title does not suffice. */
  label?: string;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape, its button, and a click outside close it. */
export function Dialog({ title, label = title, wide, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      className={wide ? "wide" : undefined}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === element.current && element.current.close()}
    >
      <header className="dialog-head">
        <h2>{title}</h2>
        <Button icon="close" label="Close" onClick={() => element.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}
