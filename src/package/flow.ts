/**
 * Flow graphs from code: blocks with typed ports, checked, fused and run page by page on the GPU.
 *
 * @module
 */
export { loadGraph } from "../core/blocks/catalogue.ts";
export { type BlockName, BLOCKS } from "../core/blocks/registry.ts";
export type { OpenSource, Report } from "../core/flow/build/block-factory.ts";
export { BlockError } from "../core/flow/graph/block-error.ts";
export type { CheckedGraph } from "../core/flow/graph/checked-graph.ts";
export { drawGraph, type DrawnBlock, type GraphDrawing } from "../core/flow/graph/draw-graph.ts";
export type { Connection, Graph, GraphBlock, Problem, Variable } from "../core/flow/graph/graph.ts";
export type { Tag } from "../core/flow/graph/tag.ts";
export { type GraphOptions, type GraphRun, type GraphStep, runGraph } from "../core/flow/run/run-graph.ts";
export { type Source, sourceOf, type StreamSource } from "../core/flow/run/source.ts";
