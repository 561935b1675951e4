import { create } from "zustand";

/** The lab that shows recordings whole: the page hands it in from the registry. Without one there is no link to it. */
export const useViewer = create<{ viewer?: { title: string; href: string } }>()(() => ({}));
