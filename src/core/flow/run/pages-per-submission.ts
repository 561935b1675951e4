/** Decides how many pages are submitted together: a submission takes as much time of the processor as several kernels. */
export interface Together {
  /** Number of pages for the next submission. */
  readonly pages: number;
  /** A submission has been finished, and its pages are taken. */
  finished(pages: number): void;
}

/**
 * Pages that are finished and taken in this time may be one submission, ms. So short pages share its cost, and they
 * still come one after another for every eye and ear.
 */
const SHARED_MS = 1;

export function createPagesPerSubmission(most: number): Together {
  let pages = 1;
  let before: number | undefined;
  return {
    get pages() {
      return pages;
    },
    finished(count) {
      const now = performance.now();
      if (before !== undefined) {
        const fitting = Math.floor((SHARED_MS * count) / (now - before));
        pages = Math.max(1, Math.min(most, 2 * pages, fitting));
      }
      before = now;
    },
  };
}
