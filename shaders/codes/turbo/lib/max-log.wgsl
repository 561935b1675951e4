// Half an iteration of max-log. Part of codes/turbo/decoder.

// Gives 0 when the section has nothing against a stop.
fn halfIteration(w: Section, decoder: u32, iteration: u32) -> u32 {
  let half = halfOf(decoder, iteration);
  let spans = params.stages / SPAN;
  let rest = spans * SPAN; // stages from here on go one by one
  let saved = w.metrics + w.lane;
  var alpha = metrics[edge(w, 0u, decoder, iteration, w.number)];
  // The next span is loaded while this one is processed; values beyond an empty section are not used.
  var ahead: array<Stage, SPAN>;
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, j); }
  for (var i = 0u; i < spans; i++) {
    metrics[saved + i * w.lanes] = alpha;
    var stage = ahead;
    let next = min(i + 1u, spans - 1u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, next + j); }
    for (var j = 0u; j < SPAN; j++) { alpha = forward(alpha, stage[j].u, stage[j].p); }
    alpha = levelled(alpha);
  }
  for (var k = rest; k < params.stages; k++) {
    metrics[saved + (spans + k - rest) * w.lanes] = alpha;
    let stage = stageOf(w, decoder, k);
    alpha = levelled(forward(alpha, stage.u, stage.p));
  }
  metrics[edge(w, 0u, decoder, iteration + 1u, w.number + 1u)] = alpha;

  var verdict = 0u;
  var beta = metrics[edge(w, 1u, decoder, iteration, w.number + 1u)];
  for (var k = params.stages; k > rest; k--) {
    let stage = stageOf(w, decoder, k - 1u);
    verdict = concludeBetween(w, half, k - 1u, stage, metrics[saved + (spans + k - 1u - rest) * w.lanes], beta, verdict);
    beta = levelled(backward(beta, stage.u, stage.p));
  }
  for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, max(rest, SPAN) - SPAN + j); }
  for (var i = spans; i > 0u; i--) {
    var stage = ahead;
    let next = (max(i, 2u) - 2u) * SPAN;
    for (var j = 0u; j < SPAN; j++) { ahead[j] = stageOf(w, decoder, next + j); }
    var before: array<States, SPAN>;
    before[0] = metrics[saved + (i - 1u) * w.lanes];
    for (var j = 1u; j < SPAN; j++) { before[j] = forward(before[j - 1u], stage[j - 1u].u, stage[j - 1u].p); }
    for (var j = SPAN; j > 0u; j--) {
      verdict = concludeBetween(w, half, (i - 1u) * SPAN + j - 1u, stage[j - 1u], before[j - 1u], beta, verdict);
      beta = backward(beta, stage[j - 1u].u, stage[j - 1u].p);
    }
    beta = levelled(beta);
  }
  metrics[edge(w, 1u, decoder, iteration + 1u, w.number)] = beta;
  return verdict;
}
