import { checkedCount } from "../../gpu/rows.ts";

/** The samples of a page, and those whose frames it lists. */
export interface SearchSpan {
  /** Samples of the page, with some of its neighbours before and after its own. */
  length: number;
  /** Samples before the page's own: 0 at the beginning of a recording, else at least {@link LEAD}. */
  lead: number;
  /** The page's own samples. The page lists the frames whose candidates are among them. */
  own: number;
}

/** Number of samples before the page's own samples that its frames may depend on. */
export const LEAD = 512;

/** @throws RangeError when the page's own samples are not among its samples. */
export function checkedSpan(label: string, { length, lead, own }: SearchSpan): SearchSpan {
  checkedCount(label, "length", length);
  checkedCount(label, "own", own);
  if (Number.isInteger(lead) && lead >= 0 && lead + own <= length) return { length, lead, own };
  throw new RangeError(`${label}: ${lead} samples of lead and ${own} own samples must fit into ${length} samples`);
}
