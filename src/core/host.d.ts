// The functions that Chrome's workers and Node.js share. The core may use them; its library has no DOM.
declare const performance: { now(): number };
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number };
}
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
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
declare function clearTimeout(timer: unknown): void;
declare class Blob {
  constructor(parts: readonly (ArrayBufferView<ArrayBuffer> | Blob)[], options?: { type: string });
  readonly type: string;
  readonly size: number;
  slice(start: number, end: number): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface ReadableStreamController<T> {
  enqueue(chunk: T): void;
  close(): void;
}
declare class ReadableStream<T> {
  constructor(source: { pull(controller: ReadableStreamController<T>): Promise<void> });
  pipeThrough<U>(transform: { readable: ReadableStream<U>; writable: unknown }): ReadableStream<U>;
  [Symbol.asyncIterator](): AsyncIterator<T>;
}
declare class CompressionStream {
  constructor(format: "deflate-raw");
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: unknown;
}
declare class DecompressionStream {
  constructor(format: "deflate-raw");
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: unknown;
}
declare function atob(base64: string): string;
declare function btoa(binary: string): string;
