/** Line drawings of 16 × 16 pixels, as paths of SVG. */
export const ICONS = {
  enlarge: "M9.5 2.5h4v4M13.5 2.5l-5 5M6.5 13.5h-4v-4M2.5 13.5l5-5",
  shrink: "M13 7H9V3M9 7l4.5-4.5M3 9h4v4M7 9l-4.5 4.5",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  system: "M2.5 3.5h11v7h-11zM5.5 13.5h5M8 10.5v3",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  dark: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  share: "M7 9l3-3M6.5 4.5L8 3a3.5 3.5 0 0 1 5 5l-1.5 1.5M9.5 11.5L8 13a3.5 3.5 0 0 1-5-5l1.5-1.5",
  help: "M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M8 12.2h.01",
  close: "M4 4l8 8M12 4l-8 8",
  sliders: "M2 5h6M12 5h2M2 11h2M8 11h6M10 3v4M6 9v4",
  copy: "M6 6h7.5v7.5H6zM10 3.5V2.5H2.5V10h1",
  edit: "M3 13l.8-3.2L11 2.6l2.4 2.4-7.2 7.2zM9.6 4l2.4 2.4",
  plus: "M8 3v10M3 8h10",
  undo: "M5.5 3L2.5 6l3 3M3 6h6a4 4 0 0 1 0 8H6",
  redo: "M10.5 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3",
  back: "M10 3L5 8l5 5",
  forth: "M6 3l5 5-5 5",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  down: "M3.5 6L8 10.5 12.5 6",
  lectures: "M8 4.5C6.5 3.3 4.5 3 2.5 3v9c2 0 4 .3 5.5 1.5 1.5-1.2 3.5-1.5 5.5-1.5V3c-2 0-4 .3-5.5 1.5zM8 4.5v9",
  present: "M1.5 13L6 3l4.5 10M3.1 9.5h5.8M10.8 13l2-4.8 1.9 4.8M11.5 11.3h2.6",
  qr: "M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 9.5v1M9.5 13.5h1M12.5 13.5h1v-1",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
} as const;

export type IconName = keyof typeof ICONS;
