/** Least width of the texts beside names, in characters. In a narrower terminal they stand below the names. */
const LEAST_WIDTH = 30;
const BELOW = 6;

/**
 * Returns a help whose lines fit into a terminal. Texts beside names stay in their column; where it would be narrow, they go below the
 * names. Examples stay as they are, since a person may copy them.
 *
 * @param columns Characters per line of the terminal; undefined where the text goes to a file or pipe, which leaves it as it is.
 */
export function wrapped(help: string, columns: number | undefined): string {
  if (!columns) return help;
  const [text, ...examples] = help.split(/^(?=Examples:$)/m);
  const lines = text.split("\n").flatMap((line) => (line.length > columns ? wrappedLine(line, columns) : [line]));
  return [lines.join("\n"), ...examples].join("");
}

function wrappedLine(line: string, columns: number): string[] {
  const [before] = /^ +(?:\S+(?: \S+)* {2,})?/.exec(line) ?? [""];
  const name = before.trimEnd();
  const isNarrow = columns - before.length < LEAST_WIDTH;
  const indent = isNarrow ? Math.min(BELOW, before.length) : before.length;
  const rows = filled(line.slice(before.length), Math.max(1, columns - indent)).map((row) => " ".repeat(indent) + row);
  if (name === "") return rows;
  return isNarrow ? [name, ...rows] : [name.padEnd(indent) + rows[0].slice(indent), ...rows.slice(1)];
}

/** Returns words in rows of at most `width` characters, except for longer words. */
function filled(text: string, width: number): string[] {
  return text.split(" ").reduce<string[]>((rows, word) => {
    const last = rows.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) return [...rows, word];
    return [...rows.slice(0, -1), `${last} ${word}`];
  }, []);
}
