// What a run gives: decided bits, and the requested LLRs. Part of codes/turbo/decoder.

fn reportOne(at: u32, value: f32) {
  soft[at / 4u][at % 4u] = value / UNIT;
}

// Posterior LLRs of a codeword's tail, after `ran` iterations.
fn reportTail(w: Section, first: u32, ran: u32) {
  for (var decoder = 0u; decoder < 2u; decoder++) {
    let tail = first + 6u * decoder;
    // The steps' LLRs, and β after each.
    var step: array<vec2f, 3>;
    var betas: array<States, 3>;
    var beta = ended();
    for (var k = 3u; k > 0u; k--) {
      step[k - 1u] = vec2f(received(tail + 2u * k - 2u), received(tail + 2u * k - 1u));
      betas[k - 1u] = beta;
      beta = backward(beta, step[k - 1u].x, step[k - 1u].y);
    }
    var alpha = metrics[edge(w, 0u, decoder, ran, params.sections)];
    for (var k = 0u; k < 3u; k++) {
      let paths = transitions(alpha, betas[k]);
      let found = step[k] + vec2f(extrinsic(paths, step[k].y), parityExtrinsic(paths, step[k].x));
      reportOne(tail + 2u * k, found.x);
      reportOne(tail + 2u * k + 1u, found.y);
      alpha = forward(alpha, step[k].x, step[k].y);
    }
  }
}

// LLRs of a stage's bits.
struct Bits { u: f32, first: f32, second: f32 }

fn posteriors(w: Section, k: u32) -> Bits {
  let place = w.beliefs + k * w.lanes + w.lane;
  return Bits(beliefs[place + w.size], beliefs[place + 2u * w.size], beliefs[place + 3u * w.size]);
}

// The requested LLR of an information bit.
fn reported(w: Section, k: u32) -> f32 {
  let place = k * w.lanes + w.lane;
  return beliefs[w.beliefs + w.size + place] - select(0.0, channel[w.channel + place], REPORT == 2u);
}

fn report(w: Section, row: u32, ran: u32) {
  let length = params.sections * params.stages;
  let coded = 3u * length + 12u;
  let start = w.number * params.stages;
  var word = 0u;
  for (var j = 0u; j < params.stages; j++) {
    let k = start + j;
    word |= u32(beliefs[w.beliefs + w.size + j * w.lanes + w.lane] > 0.0) << (k & 31u);
    if ((k & 31u) == 31u || j + 1u == params.stages) {
      atomicOr(&decisions[row * wordsOf(length) + k / 32u], word);
      word = 0u;
    }
  }
  if (REPORT > 0u) {
    let first = select(0u, params.frames * coded, CODEWORD) + row * length + start;
    for (var j = 0u; j < aligned(); j += 4u) {
      let four = vec4f(reported(w, j), reported(w, j + 1u), reported(w, j + 2u), reported(w, j + 3u));
      soft[(first + j) / 4u] = four / UNIT;
    }
    for (var j = aligned(); j < params.stages; j++) { reportOne(first + j, reported(w, j)); }
  }
  if (CODEWORD) {
    let first = row * coded + 3u * start;
    for (var j = 0u; j < aligned(); j += 4u) {
      let at = (first + 3u * j) / 4u;
      let a = posteriors(w, j);
      let b = posteriors(w, j + 1u);
      let c = posteriors(w, j + 2u);
      let d = posteriors(w, j + 3u);
      soft[at] = vec4f(a.u, a.first, a.second, b.u) / UNIT;
      soft[at + 1u] = vec4f(b.first, b.second, c.u, c.first) / UNIT;
      soft[at + 2u] = vec4f(c.second, d.u, d.first, d.second) / UNIT;
    }
    for (var j = aligned(); j < params.stages; j++) {
      let at = first + 3u * j;
      let bits = posteriors(w, j);
      reportOne(at, bits.u);
      reportOne(at + 1u, bits.first);
      reportOne(at + 2u, bits.second);
    }
    if (w.number + 1u == params.sections) { reportTail(w, row * coded + 3u * length, ran); }
  }
}
