import { Button } from "../elements/button.tsx";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { dismiss, durationOf, lastingOf, type Notice, toastsOf, useNotices } from "../elements/notices.ts";

/** Notices of recent events: a copied link, a recovered device, a refused file. */
export function Notices() {
  const notices = useNotices((state) => state.notices);
  const layer = useRef<HTMLDivElement>(null);
  /** What had the focus before the notices. */
  const before = useRef<HTMLElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const toasts = toastsOf(notices);
  const newest = toasts.at(-1)?.id;
  // The newest popover lies on top: over a dialog that was opened before the toast.
  useEffect(() => {
    if (newest !== undefined && document.querySelector("dialog:modal")) box.current?.hidePopover();
    box.current?.togglePopover(true);
  }, [newest]);
  const close = (id: number) => {
    const line = layer.current?.contains(document.activeElement) && document.activeElement?.closest(".notice");
    if (line) {
      const others = [...layer.current!.querySelectorAll("button")].filter((button) => !line.contains(button));
      (others.at(0) ?? before.current)?.focus({ preventScroll: true });
    }
    dismiss(id);
  };
  const all = (list: readonly Notice[], isHeld?: boolean) =>
    list.map((notice) => <Line key={notice.id} notice={notice} isHeld={isHeld} onClose={() => close(notice.id)} />);
  return (
    <div
      className="notices"
      ref={layer}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !layer.current?.contains(relatedTarget))
          before.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <div className="lasting" aria-live="polite">
        {all(lastingOf(notices))}
      </div>
      <div
        className="toasts"
        ref={box}
        popover="manual"
        role="status"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        {all(toasts, isPointed || isFocused)}
      </div>
    </div>
  );
}

interface LineProps {
  notice: Notice;
  /** Undefined for a notice that lasts; true while a toast stays, because the person points at one or has the focus in one. */
  isHeld?: boolean;
  onClose: () => void;
}

function Line({ notice, isHeld, onClose }: LineProps) {
  const { id, tone, text, action } = notice;
  const ms = isHeld === false ? durationOf(notice) : undefined;
  // At once: a toast that a person reaches in its last moment stays.
  useLayoutEffect(() => {
    if (ms === undefined) return;
    const timer = setTimeout(() => dismiss(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <p className="notice" data-tone={tone} onKeyDown={onKeyDown}>
      <span>{text}</span>
      {action && <Button onClick={action.run}>{action.label}</Button>}
      <Button icon="close" label="Dismiss" keys="Esc" onClick={onClose} />
    </p>
  );
}
