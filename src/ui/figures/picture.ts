import { createContext, type RefObject, use, useEffect, useEffectEvent } from "react";

/** Returns a drawing as a standalone SVG file; empty while it cannot be drawn. */
export type Picture = () => string | Promise<string>;

/** The drawings of a card, by the element of each. */
export type Pictures = Map<Element, Picture>;

/** The drawings of the card around a figure; a figure elsewhere cannot be exported. */
export const CardPictures = createContext<Pictures | undefined>(undefined);

/** Adds a drawing to those that the menu of its card exports. */
export function usePicture(root: RefObject<Element | null>, picture: Picture): void {
  const pictures = use(CardPictures);
  const draw = useEffectEvent(picture);
  useEffect(() => {
    const element = root.current;
    if (!element || !pictures) return;
    pictures.set(element, () => draw());
    return () => void pictures.delete(element);
  }, [root, pictures]);
}
