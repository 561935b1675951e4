// What Chrome's workers and Node.js both have, and the core may use; the core's library has no DOM.
declare const performance: { now(): number };
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const crypto: {
  subtle: { digest(algorithm: string, data: ArrayBufferView<ArrayBuffer>): Promise<ArrayBuffer> };
};
declare function structuredClone<T>(value: T): T;
declare function setTimeout(handler: () => void, ms: number): unknown;
