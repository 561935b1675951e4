import { type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { OrderQuestion } from "#core/lectures/lecture.ts";
import { startOrder } from "#core/lectures/variant.ts";
import { Button } from "../../../elements/button.tsx";
import { RichLine } from "../rich-text.tsx";
import type { FormProps } from "./form.ts";

/** Items to sort: by dragging, or with the arrow keys, which move the item that has the focus. */
export function OrderForm({ question, label, last, right, isClosed, action, onGive }: FormProps<OrderQuestion>) {
  const { items, by } = question;
  const [order, setOrder] = useState<readonly number[]>(() => (Array.isArray(last) ? last : startOrder(question)));
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<number>(undefined);
  const shown = isClosed && Array.isArray(right) ? (right as readonly number[]) : order;

  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length || to === from) return;
    const next = order.toSpliced(from, 1);
    setOrder(next.toSpliced(to, 0, order[from]));
    // The focus follows the item.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>("li")[to]?.focus());
  };
  const onKeyDown = (place: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || isClosed) return;
    event.preventDefault();
    move(place, place + step);
  };
  const onDragOver = (place: number) => (event: DragEvent) => {
    if (dragged.current === undefined) return;
    event.preventDefault();
    if (dragged.current !== place) move(dragged.current, place);
    dragged.current = place;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGive(order);
  };
  return (
    <form className="answer-block" onSubmit={submit}>
      <p className="muted">
        {items.some(({ output }) => output) && (by === "descending" ? "The largest first. " : "The smallest first. ")}
        {!isClosed && "Drag the items, or move them with the arrow keys."}
      </p>
      <ol className="order" ref={list} aria-label={label}>
        {shown.map((item, place) => (
          <li
            key={item}
            tabIndex={isClosed ? undefined : 0}
            draggable={!isClosed}
            onKeyDown={onKeyDown(place)}
            onDragStart={() => (dragged.current = place)}
            onDragOver={onDragOver(place)}
            onDragEnd={() => (dragged.current = undefined)}
          >
            <span>
              <RichLine>{items[item].text}</RichLine>
            </span>
            {!isClosed && (
              <span className="order-moves">
                <Button look="quiet" label={`Move ${items[item].text} up`} onClick={() => move(place, place - 1)}>
                  ↑
                </Button>
                <Button look="quiet" label={`Move ${items[item].text} down`} onClick={() => move(place, place + 1)}>
                  ↓
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isClosed && (
        <Button type="submit" look="primary">
          {action}
        </Button>
      )}
    </form>
  );
}
