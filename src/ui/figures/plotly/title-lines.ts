/** Mean width of a letter, in sizes of the text. */
const LETTER = 0.55;

/** Returns the title of a vertical axis in two lines if one is longer than the axis: it would cover the legend or the next axis. */
export function inLines(title: string, room: number, size: number): string {
  const fits = (text: string) => text.length * LETTER * size <= room;
  if (fits(title)) return title;
  const unit = title.lastIndexOf(" (");
  const spaces = [...title.matchAll(/ /g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - title.length / 2);
  const cut = unit > 0 && fits(title.slice(0, unit)) ? unit : spaces.toSorted((a, b) => distance(a) - distance(b))[0];
  return cut === undefined ? title : `${title.slice(0, cut)}<br>${title.slice(cut + 1)}`;
}
