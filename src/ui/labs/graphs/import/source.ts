/** What holds a graph: a file, the text of a link, or copied text. */
export type GraphSource = { file: Blob; name: string } | { link: string } | { text: string; name: string };

/** Returns the name of a source, for messages. */
export const nameOf = (source: GraphSource): string => ("link" in source ? "the link’s graph" : source.name);
