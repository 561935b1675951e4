import { MOST_GRAPH_BYTES, readGraphFile } from "#core/graphs/graph-file.ts";
import { decodeGraph } from "#core/graphs/graph-link.ts";
import { type Imported, importGrc, MOST_STEPS } from "#core/graphs/grc/import.ts";
import { Steps } from "#core/flow/graph/steps.ts";

/** What holds a graph: a file, the text of a link, or copied text. */
export type GraphSource = { file: Blob; name: string } | { link: string } | { text: string; name: string };

/** Progress is reported after this many steps of an import. */
const REPORT_STEPS = 2 ** 16;

/** Counts the steps of an import, and reports the share of those that it may take. */
class ReportedSteps extends Steps {
  constructor(
    name: string,
    private readonly report: (share: number) => void,
  ) {
    super(MOST_STEPS, name);
  }

  override take(count = 1): void {
    const before = this.taken;
    super.take(count);
    if (Math.floor(before / REPORT_STEPS) < Math.floor(this.taken / REPORT_STEPS)) this.report(this.taken / this.most);
  }
}

/**
 * Returns the graph of a source: JSON, or a file of GNU Radio Companion.
 *
 * @param report Called with the share of the steps that the import may take.
 * @throws RangeError that says what was found and what was expected.
 */
export async function readSource(source: GraphSource, report: (share: number) => void): Promise<Imported> {
  if ("link" in source) return { graph: await decodeGraph(source.link), notes: [] };
  const { name } = source;
  const bytes = "file" in source ? source.file.size : source.text.length;
  if (bytes > MOST_GRAPH_BYTES) {
    const [found, most] = [bytes, MOST_GRAPH_BYTES].map((count) => `${Math.ceil(count / 2 ** 20)} MiB`);
    throw new RangeError(`${name}: found ${found}; the file of a flow graph has at most ${most}`);
  }
  const text = "file" in source ? await source.file.text() : source.text;
  if (/\.(grc|ya?ml)$/i.test(name)) return importGrc(name, text, new ReportedSteps(name, report));
  return { graph: readGraphFile(name, text), notes: [] };
}
