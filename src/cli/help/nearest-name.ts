/** The most letters that a misspelled name may have wrong. */
const MOST_WRONG = 2;

/**
 * Returns the name that a person probably meant: the one that needs the fewest changes of letters (inserted, left out, replaced,
 * or two neighbours swapped), at most two; undefined if there is none.
 */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const most = Math.min(MOST_WRONG, word.length / 2);
  const found = names.map((name) => ({ name, wrong: changes(word, name) })).filter(({ wrong }) => wrong <= most);
  return found.toSorted((a, b) => a.wrong - b.wrong)[0]?.name;
}

/** Returns the optimal string alignment distance of two words. */
function changes(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2][j - 2] + 1 : Infinity;
      row.push(Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
