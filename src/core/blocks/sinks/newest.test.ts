import { expect, it } from "vitest";
import { newestItems } from "./newest.reference.ts";
import { noise, reportOf, sinkReports } from "./testing.ts";

it.each([false, true])("shows the newest items of short and long pages, decided by the GPU: %s", async (decided) => {
  const x = noise(3, 2 * 70);
  const pages = [x.slice(0, 20), x.slice(20, 24), x.slice(24, 40), x.slice(40, 140)].map((part) => ({ in: part }));
  const reports = await sinkReports("constellation-sink", { points: 16 }, { length: 60, words: 2, pages, decided });
  const ends = [20, 24, 40, 140];
  expect(reports.map((report) => reportOf("constellation", report).points)).toEqual(
    ends.map((end) => newestItems(x.subarray(0, end), 16, 2)),
  );
});
