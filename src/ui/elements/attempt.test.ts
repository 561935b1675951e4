import { beforeEach, describe, expect, it } from "vitest";
import { attempt } from "./attempt.ts";
import { useNotices } from "./notices.ts";

const files = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i + 1}.json` }));
const texts = () => useNotices.getState().notices.map(({ text }) => text);

describe("elements/attempt", () => {
  beforeEach(() => useNotices.setState({ notices: [] }));

  it("says nothing of work that ends well", async () => {
    await attempt(files(1), async () => 1);
    expect(texts()).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ["an error at once", () => JSON.parse("{").a],
    ["a rejected promise", async () => JSON.parse("{")],
  ])("turns %s into a message that names the file", async (_, work) => {
    await attempt(files(1), work);
    expect(texts()).toEqual([expect.stringMatching(/^“1\.json” could not be opened\. .*JSON.*\.$/)]);
  });

  it("names the first files of many, and passes on what is no error", async () => {
    await attempt(files(2000), () => Promise.reject("stopped."));
    expect(texts()).toEqual(["“1.json”, “2.json”, “3.json” and 1997 more could not be opened. stopped."]);
  });
});
