import type { AnyBlockType } from "#core/flow/graph/block-type.ts";

/** Returns the names of the blocks that have all words of a query: those with it in the title first. */
export function matching(types: Readonly<Record<string, AnyBlockType>>, query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = Object.entries(types).map(([name, { title, summary, category, keywords = [] }]) => {
    const texts = [title, `${name} ${keywords.join(" ")}`, `${summary} ${category}`].map((text) => text.toLowerCase());
    const ranks = words.map((word) => {
      if (texts[0].startsWith(word)) return 0;
      const at = texts.findIndex((text) => text.includes(word));
      return at < 0 ? Infinity : at + 1;
    });
    return { name, rank: ranks.reduce((sum, rank) => sum + rank, 0) };
  });
  return scored
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}
