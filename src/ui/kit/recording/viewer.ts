import { create } from "zustand";

/** The lab that shows whole recordings. The page passes it in from the registry. Without it there is no link. */
export const useViewer = create<{ viewer?: { title: string; href: string } }>()(() => ({}));
