import { afterEach, expect, it, vi } from "vitest";
import { createPagesPerSubmission } from "./pages-per-submission.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the number of pages in each submission, if a page takes `ms`. */
function sizes(ms: number, submissions: number): number[] {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const together = createPagesPerSubmission(8);
  return Array.from({ length: submissions }, () => {
    const { pages } = together;
    now += ms * pages;
    together.finished(pages);
    return pages;
  });
}

it("flow/together: short pages share a submission, up to 1 ms of them; long ones do not", () => {
  expect(sizes(0, 7)).toEqual([1, 1, 2, 4, 8, 8, 8]);
  expect(sizes(0.3, 5)).toEqual([1, 1, 2, 3, 3]);
  expect(sizes(0.7, 4)).toEqual([1, 1, 1, 1]);
});
