/** Returns rows under a head, in columns of equal width. Words are aligned left, numbers right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const worded = head.map((_, i) => rows.some((row) => /^[a-z]/i.test(row[i])));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (worded[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return `${[head, ...rows].map(line).join("\n")}\n`;
}
