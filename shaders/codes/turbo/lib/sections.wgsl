// Metrics at the edges between the sections of a window, exact: M of each section, then section by section.
// Part of codes/turbo/decoder.

// M of a section, for `chain`.
fn transfer(w: Section, decoder: u32) {
  var paths: array<States, STATES>;
  for (var i = 0u; i < STATES; i++) { paths[i] = begun(i); }
  // A loop over single stages: the text of several is more than the GPU's memory for instructions holds.
  var ahead = stageOf(w, decoder, 0u);
  for (var k = 0u; k < params.stages; k++) {
    let stage = ahead;
    ahead = stageOf(w, decoder, min(k + 1u, params.stages - 1u));
    for (var i = 0u; i < STATES; i++) { paths[i] = forward(paths[i], stage.u, stage.p); }
    if (k % SPAN == SPAN - 1u) {
      // State 0 leads to state 0, so this metric is none that cannot be.
      let level = paths[0].low.x;
      for (var i = 0u; i < STATES; i++) { paths[i] = States(paths[i].low - level, paths[i].high - level); }
    }
  }
  for (var i = 0u; i < STATES; i++) { metrics[w.transfers + i * w.lanes + w.lane] = paths[i]; }
}

// Metrics at the edges between the sections of each window: α forward from the window's first edge, β backward from its last. An invocation per
// state of each.
fn chain(w: Section, decoder: u32, iteration: u32, index: u32) {
  let task = index / (2u * STATES);
  let side = index / STATES % 2u;
  let state = index % STATES;
  let first = task * params.chain; // lane of the window's first section
  let isUsed = first < w.lanes;
  let number = first % params.sections;
  var chainFrame = w;
  chainFrame.frame = first - number;
  let last = params.chain - 1u;
  if (isUsed) {
    let known = metrics[edge(chainFrame, side, decoder, iteration, number + side * params.chain)];
    chained[index] = select(known.low[state % 4u], known.high[state % 4u], state >= 4u);
  }
  workgroupBarrier();
  for (var step = 0u; step < last; step++) {
    let before = (step & 1u) * GROUP + index - state;
    let section = select(step, last - step, side == 1u);
    if (isUsed) {
      let at = w.transfers + first + section;
      var paths: States;
      if (side == 1u) {
        paths = metrics[at + state * w.lanes];
      } else {
        let part = state % 4u;
        if (state < 4u) {
          paths.low = vec4f(metrics[at].low[part], metrics[at + w.lanes].low[part],
            metrics[at + 2u * w.lanes].low[part], metrics[at + 3u * w.lanes].low[part]);
          paths.high = vec4f(metrics[at + 4u * w.lanes].low[part], metrics[at + 5u * w.lanes].low[part],
            metrics[at + 6u * w.lanes].low[part], metrics[at + 7u * w.lanes].low[part]);
        } else {
          paths.low = vec4f(metrics[at].high[part], metrics[at + w.lanes].high[part],
            metrics[at + 2u * w.lanes].high[part], metrics[at + 3u * w.lanes].high[part]);
          paths.high = vec4f(metrics[at + 4u * w.lanes].high[part], metrics[at + 5u * w.lanes].high[part],
            metrics[at + 6u * w.lanes].high[part], metrics[at + 7u * w.lanes].high[part]);
        }
      }
      let now = States(vec4f(chained[before], chained[before + 1u], chained[before + 2u], chained[before + 3u]),
        vec4f(chained[before + 4u], chained[before + 5u], chained[before + 6u], chained[before + 7u]));
      // Only differences between states matter.
      let joined = joinAll(States(now.low + paths.low, now.high + paths.high)) - now.low.x;
      chained[((step + 1u) & 1u) * GROUP + index] = joined;
      let found = edge(chainFrame, side, decoder, iteration, number + section + 1u - side);
      if (state < 4u) { metrics[found].low[state] = joined; } else { metrics[found].high[state - 4u] = joined; }
    }
    workgroupBarrier();
  }
}
