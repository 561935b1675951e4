import { Button } from "./button.tsx";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import "./dialog.css";

interface DialogProps {
  title: string;
  /** Its accessible name, if the title does not suffice. */
  label?: string;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What a person fills in first. A check box may be far down, where the focus would scroll to. */
const FIELD = ["textarea", "select", "input:not([type=checkbox], [type=radio], [type=range], [type=file])"]
  .map((field) => `${field}:enabled`)
  .join();

/** A touched field opens a keyboard over the dialog, so a touch chooses it. */
const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** A modal dialog. Its first field gets the focus. Escape, its button, and a click outside close it, and the focus returns. */
export function Dialog({ title, label = title, wide, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    if (!isTouched()) dialog?.querySelector<HTMLElement>(FIELD)?.focus();
    // An open dialog that leaves the page would take the focus with it.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={wide ? "wide" : undefined}
      aria-label={label}
      // React's strict mode closes and opens it once more.
      onClose={() => element.current?.open === false && onClose()}
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
