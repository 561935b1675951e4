import { Button } from "../../../elements/button.tsx";
import type { FileSink } from "#core/blocks/sinks/file-sink.ts";
import { worker } from "../../../kit/engine.ts";
import { say } from "../../../elements/notices.ts";
import { download } from "../../../figures/download.ts";
import { bytes, si } from "../../../format.ts";
import { useGraph } from "../graph/store.ts";
import { fileOf } from "./file-content.ts";
import { MOST_KEPT, useKept } from "./kept-items.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** The items that a file sink has taken, and the button that saves them. */
export function FileFigure({ block }: SinkProps) {
  const kept = useKept((all) => all[block]);
  const parameters = useGraph(({ resolved }) => resolved.blocks.get(block)?.parameters);
  const save = async () => {
    if (!kept) return;
    try {
      const { name, content, notes } = await fileOf(block, parameters as unknown as FileSink, kept, (sink, samples) =>
        worker.ask("graphs", "facts", sink, samples),
      );
      download(name, content, content.type);
      for (const note of notes) say(`${name}: ${note}`, "info");
    } catch (error) {
      say((error as Error).message, "warning");
    }
  };
  return (
    <SinkCard block={block} look="All items since the start of the run. The terminal writes the same items.">
      {kept && (
        <>
          <p className="sink-number">{bytes(kept.bytes)}</p>
          <p className="muted sink-note">
            {si(kept.numbers / (kept.type === "complex" ? 2 : 1) / kept.vector, "", 5)} items
            {kept.isFull && `. The page keeps at most ${bytes(MOST_KEPT)}; later items are missing`}.
          </p>
          <Button className="sink-save" onClick={() => void save()}>
            Save file
          </Button>
        </>
      )}
    </SinkCard>
  );
}
