declare module "*.wgsl?raw" {
  const source: string;
  export default source;
}
declare module "*.py?raw" {
  const source: string;
  export default source;
}
declare module "*.csv?raw" {
  const text: string;
  export default text;
}
declare module "*.wasm?url&inline" {
  /** The file as a data URL. */
  const url: string;
  export default url;
}
declare module "@echogarden/pffft-wasm/simd" {
  /** PFFFT as Emscripten exports it; addresses count bytes. */
  export interface PffftModule {
    /** The module's memory. It is a new view after the memory has grown. */
    readonly HEAPF32: Float32Array<ArrayBuffer>;
    _pffft_new_setup(length: number, kind: number): number;
    _pffft_destroy_setup(setup: number): void;
    _pffft_aligned_malloc(bytes: number): number;
    _pffft_aligned_free(address: number): void;
    /** direction: 0 forward, 1 backward (without the factor 1/N). The bins are in PFFFT's own order. */
    _pffft_transform(setup: number, input: number, output: number, work: number, direction: number): void;
    _pffft_transform_ordered(setup: number, input: number, output: number, work: number, direction: number): void;
    /** ab += a·b·scaling, of spectra in PFFFT's own order. */
    _pffft_zconvolve_accumulate(setup: number, a: number, b: number, ab: number, scaling: number): void;
  }
  export default function create(options: { wasmBinary: Uint8Array }): Promise<PffftModule>;
}
