// What a run begins with: LLRs from the channel in rows, and metrics at the edges. Part of codes/turbo/decoder.

// LLRs that the decoder can stand, in its base: nothing is known where they are no numbers.
fn sound(values: vec4f) -> vec4f {
  let isNumber = (bitcast<vec4u>(values) & vec4u(0x7fffffffu)) <= vec4u(0x7f800000u);
  return select(vec4f(), UNIT * clamp(values, vec4f(-MOST), vec4f(MOST)), isNumber);
}

fn received(at: u32) -> f32 {
  return sound(llr[at / 4u])[at % 4u];
}

// Stages from the first one whose LLRs are read or written four at a time.
fn aligned() -> u32 {
  return select(0u, params.stages, params.stages % 4u == 0u);
}

fn begin(w: Section, k: u32, u: f32, first: f32, second: f32) {
  let place = k * w.lanes + w.lane;
  var gained = 0.0;
  if (params.continued == 1u) { gained = beliefs[w.beliefs + place] - channel[w.channel + place]; }
  beliefs[w.beliefs + place] = u + gained;
  channel[w.channel + place] = u;
  channel[w.channel + w.size + place] = first;
  channel[w.channel + 2u * w.size + place] = second;
}

// Channel LLRs into their rows; edges of the first iteration: known where the codeword begins and, by its tail, ends.
// Elsewhere nothing is known, or what the last run found in its `ran` iterations.
fn prepare(w: Section, row: u32, ran: u32) {
  let codeword = row * 3u * (params.sections * params.stages + 4u);
  let first = codeword + 3u * w.number * params.stages;
  for (var k = 0u; k < aligned(); k += 4u) {
    let at = (first + 3u * k) / 4u;
    let a = sound(llr[at]);
    let b = sound(llr[at + 1u]);
    let c = sound(llr[at + 2u]);
    begin(w, k, a.x, a.y, a.z);
    begin(w, k + 1u, a.w, b.x, b.y);
    begin(w, k + 2u, b.z, b.w, c.x);
    begin(w, k + 3u, c.y, c.z, c.w);
  }
  for (var k = aligned(); k < params.stages; k++) {
    let at = first + 3u * k;
    begin(w, k, received(at), received(at + 1u), received(at + 2u));
  }
  let tail = codeword + 3u * params.sections * params.stages;
  for (var decoder = 0u; decoder < 2u; decoder++) {
    var alpha = States();
    var beta = States();
    if (params.continued == 1u) {
      alpha = metrics[edge(w, 0u, decoder, ran, w.number + 1u)];
      beta = metrics[edge(w, 1u, decoder, ran, w.number)];
    }
    metrics[edge(w, 0u, decoder, 0u, w.number + 1u)] = alpha;
    metrics[edge(w, 1u, decoder, 0u, w.number)] = beta;
  }
  for (var i = 0u; i < 4u; i++) { // both decoders, both iterations' places
    let decoder = i & 1u;
    if (w.number == 0u) { metrics[edge(w, 0u, decoder, i >> 1u, 0u)] = ended(); }
    if (w.number + 1u == params.sections) {
      var beta = ended();
      for (var k = 3u; k > 0u; k--) {
        let at = tail + 6u * decoder + 2u * (k - 1u);
        beta = backward(beta, received(at), received(at + 1u));
      }
      metrics[edge(w, 1u, decoder, i >> 1u, params.sections)] = levelled(beta);
    }
  }
  if (w.number == 0u) { iterations[row] = 0u; }
  let words = wordsOf(params.sections * params.stages);
  for (var i = w.number; i < words; i += params.sections) { atomicStore(&decisions[row * words + i], 0u); }
}
