// Viterbi decoding of one window of a codeword by one invocation: metrics forward, survivors, traceback.
// Metrics begin `overlap` stages before a window, and the traceback begins as many after it. A codeword's own ends are known states.
// Needs lib/viterbi-step, lib/codeword-window, and of the kernel GROUP (invocations per workgroup), `received` (the LLRs of a stage of the codeword at
// `first`), `survivors` [stage][GROUP] from `kept` on, and `decisions`.
const STAGES = 4u;    // per block; 32 is a multiple of it
const LEVELLED = 32u; // stages between two subtractions of a path metric from all of them
const TRACED = 8u;    // stages of the traceback whose survivors are loaded together

fn decode(w: Window, kept: u32) {
  var p = Metrics();
  if (w.opens) { p = inStateZero(); }
  // The LLRs of the next block are loaded while this block is worked on. Stages after the codeword's end have no effect.
  var ahead: array<vec2f, STAGES>;
  for (var i = 0u; i < STAGES; i++) { ahead[i] = received(w.first, min(w.start + i, w.stages - 1u)); }
  for (var t = w.start; t < w.end; t += STAGES) {
    let now = ahead;
    for (var i = 0u; i < STAGES; i++) { ahead[i] = received(w.first, min(t + STAGES + i, w.stages - 1u)); }
    let first = step(p, sound(now[0]));
    let second = step(first.metrics, sound(now[1]));
    let third = step(second.metrics, sound(now[2]));
    let fourth = step(third.metrics, sound(now[3]));
    p = fourth.metrics;
    if (t >= w.begin) {
      let at = kept + (t - w.begin) * GROUP;
      survivors[at] = first.survivors;
      survivors[at + GROUP] = second.survivors;
      survivors[at + 2u * GROUP] = third.survivors;
      survivors[at + 3u * GROUP] = fourth.survivors;
    }
    if ((t - w.start) % LEVELLED == 0u) { p = levelled(p); }
  }

  var state = 0u;
  if (!w.closes) { state = bestState(p); }
  var word = 0u;
  var t = w.end;
  while (t > w.begin) {
    var loaded: array<vec2u, TRACED>;
    let low = max(t, w.begin + TRACED) - TRACED;
    let count = t - low;
    for (var i = 0u; i < TRACED; i++) { loaded[i] = survivors[kept + (low - w.begin + i) * GROUP]; }
    for (var i = TRACED; i > 0u; i--) {
      if (i > count) { continue; }
      t -= 1u;
      word = (word << 1u) | select(0u, state & 1u, t < w.limit);
      state = previous(state, loaded[i - 1u]);
      if (t % 32u == 0u && t < w.limit) {
        decisions[w.row + t / 32u] = word;
        word = 0u;
      }
    }
  }
}
