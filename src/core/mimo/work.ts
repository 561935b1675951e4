import type { DetectorSizes, DetectorWork } from "./detector.ts";
import { DEFAULT_CANDIDATES } from "./refusals.ts";

/** Real operations of a complex multiply-add, and of adding |δ − r·s|² to a metric and comparing it. */
const [PRODUCT, EDGE] = [8, 6];

/** H = QR and z = Qᴴy by modified Gram–Schmidt: an inner product and a subtraction for each pair of columns. */
const decomposition = (M: number) => (M * (M + 1) * 2 * PRODUCT * M) / 2 + 4 * M * M;
const points = ({ bitsPerSymbol }: DetectorSizes) => 2 ** bitsPerSymbol;

/** The decomposition of the extended channel, then a comparison of each stream's levels, axis by axis. */
export function linearWork(sizes: DetectorSizes): DetectorWork {
  const { antennas: M, bitsPerSymbol: B } = sizes;
  const levels = 2 * M * Math.sqrt(points(sizes));
  return { paths: levels, operations: 2 * decomposition(M) + PRODUCT * M * M + levels * (4 + B / 2) };
}

/** Stream by stream: the others are cancelled and whitened one after another, then levels are compared, bit by bit. */
export function mmsePicWork(sizes: DetectorSizes): DetectorWork {
  const { antennas: M, bitsPerSymbol: B } = sizes;
  const levels = 2 * M * Math.sqrt(points(sizes));
  // Products of two columns, and the subtractions that follow them.
  const whitening = ((M - 1) * (M + 2)) / 2;
  const filters = M * (2 * whitening + M + 1) * PRODUCT * M;
  return { paths: levels, operations: filters + levels * (4 + (B / 2) * (B / 2)) };
}

/** Reductions: Q first vertices, and Q² edges to each further stage, with the partial sums of the stages below. */
function reductions(sizes: DetectorSizes): DetectorWork {
  const { antennas: M } = sizes;
  const Q = points(sizes);
  const edges = Q + (M - 1) * Q * Q;
  return { paths: edges, operations: decomposition(M) + EDGE * edges + (PRODUCT * Q * M * (M - 1)) / 2 };
}

/** The reductions, and the comparison of Q paths for each bit. */
export function onePassWork(sizes: DetectorSizes): DetectorWork {
  const { paths, operations } = reductions(sizes);
  return { paths, operations: operations + sizes.antennas * sizes.bitsPerSymbol * points(sizes) };
}

/**
 * For each order the reductions, shared by all lists; list t extends Q paths through t stages, to the nearest vertex of each.
 * Sorting decomposes the channel once more, and V-BLAST's order the extended channel.
 */
export function mttWork(sizes: DetectorSizes): DetectorWork {
  const { antennas: M, bitsPerSymbol: B, orders = 1, sorting = "none" } = sizes;
  const Q = points(sizes);
  const { paths, operations } = reductions(sizes);
  let extensions = 0;
  let products = 0;
  for (let t = 1; t < M; t++) {
    extensions += Q * t;
    products += (Q * t * (t - 1)) / 2;
  }
  // An extension is sliced: two axes scaled, rounded and limited.
  const extended = extensions * (10 + EDGE) + products * PRODUCT;
  const decompositions = { none: 0, norm: 1, "v-blast": 2 + orders }[sorting];
  const merged = (orders > 1 ? orders : 0) * M * Q;
  return {
    paths: orders * (paths + extensions),
    operations:
      orders * (operations + extended) + decompositions * decomposition(M) + merged + M * (2 * Q + B * Math.sqrt(Q)),
  };
}

/**
 * Counts of the children that a limit admits, until it admits K: on average five for K = 16 and 16-QAM, seven for K = 64
 * and 64-QAM. A count compares the nearest children of each survivor; others are rarely in reach.
 */
const [COUNTS, COUNTED] = [6, 16];

/** Each stream compares the costs of the survivors' nearest children with limits. Sorting decomposes the channel once more. */
export function kBestWork(sizes: DetectorSizes): DetectorWork {
  const { antennas: M, bitsPerSymbol: B, candidates: K = DEFAULT_CANDIDATES, sorting = "none" } = sizes;
  const Q = points(sizes);
  const decompositions = sorting === "none" ? 1 : 2;
  let [paths, operations, survivors] = [0, decompositions * decomposition(M), 1];
  for (let k = M - 1; k >= 0; k--) {
    const children = survivors * Q;
    const taken = Math.min(K, children);
    const axes = survivors * 2 * Math.sqrt(Q) * EDGE;
    paths += children;
    const search = children > K ? 2 * COUNTS * survivors * Math.min(Q, COUNTED) : children;
    operations += survivors * (M - 1 - k) * PRODUCT + axes + search + taken * EDGE;
    survivors = taken;
  }
  return { paths, operations: operations + M * B * survivors };
}

/** All leaves of the tree, with one edge each, and the partial sums of the nodes above. */
export function maxLogWork(sizes: DetectorSizes): DetectorWork {
  const { antennas: M, bitsPerSymbol: B } = sizes;
  const Q = points(sizes);
  const paths = Q ** M;
  const nodes = (Q ** (M - 1) * PRODUCT * M * (M - 1)) / 2;
  return { paths, operations: decomposition(M) + EDGE * paths + nodes + M * B * Q };
}
