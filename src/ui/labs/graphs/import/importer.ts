import { readSource } from "./reader.ts";
import type { GraphSource } from "./source.ts";
import type { ImportAnswer } from "./client.ts";

const answer = (message: ImportAnswer) => self.postMessage(message, {});

self.addEventListener("message", ({ data }: MessageEvent<GraphSource>) => {
  readSource(data, (share) => answer({ share })).then(
    (imported) => answer({ imported }),
    ({ message }: Error) => answer({ refused: message }),
  );
});
