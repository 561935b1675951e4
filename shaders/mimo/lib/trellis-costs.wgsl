// What a vertex of the trellis costs besides its distance, per axis of a stream: N0·Σ max(0, ∓L) over the bits that contradict
// their priors L, and with EXTENDED −N0·|s|².
// Needs lib/axis, lib/columns, and of the kernel ANTENNAS, AXIS_BITS, LEVELS, UNIT, LANES, USES, EXTENDED, PRIORS, `Share`, `params`, `prior`
// and in workgroup memory `costs`.
const LARGEST_PRIOR = 1e4; // magnitude

// Where the costs of an axis of a stream begin; levels are USES apart.
fn costsOf(stream: u32, axis: u32, slot: u32) -> u32 {
  return (2u * stream + axis) * LEVELS * USES + slot;
}

// Costs of the levels by the priors of a use, and by their energy where the channel is extended.
fn prepareCosts(own: Share) {
  for (var task = own.lane; task < ANTENNAS * 2u * LEVELS; task += LANES) {
    let level = task % LEVELS;
    let axis = task / LEVELS % 2u;
    let label = axisLabel(level, LEVELS);
    let height = axisLevel(level, LEVELS, UNIT);
    var cost = select(0.0, -height * height, EXTENDED == 1u);
    for (var j = 0u; j < AXIS_BITS; j++) {
      let known = priorOf((own.at * ANTENNAS + task / (2u * LEVELS)) * 2u * AXIS_BITS + 2u * j + axis);
      let one = ((label >> (AXIS_BITS - 1u - j)) & 1u) == 1u;
      cost += max(0.0, select(known, -known, one));
    }
    costs[task * USES + own.slot] = params.noise * cost;
  }
}

fn priorOf(bit: u32) -> f32 {
  if (PRIORS == 0u) { return 0.0; }
  return clamp(prior[bit], -LARGEST_PRIOR, LARGEST_PRIOR);
}

// Costs of an invocation's vertices.
fn costsOfVertices(stream: u32, own: Share) -> vec4f {
  if (PRIORS == 0u) {
    let unit = params.noise * UNIT * UNIT;
    return -unit * (own.symbol.re * own.symbol.re + own.symbol.im * own.symbol.im);
  }
  let x = vec4u(costsOf(stream, 0u, own.slot)) + own.vertices % LEVELS * USES;
  let y = vec4u(costsOf(stream, 1u, own.slot)) + own.vertices / LEVELS * USES;
  return vec4f(costs[x.x], costs[x.y], costs[x.z], costs[x.w]) + vec4f(costs[y.x], costs[y.y], costs[y.z], costs[y.w]);
}

// The best level of an axis for each of four rests, in half distances, and what it adds to the metric.
struct Step { level: vec4f, metric: vec4f }

fn cheapest(rest: vec4f, reach: f32, base: u32) -> Step {
  var best = Step(vec4f(), vec4f(3.4e38));
  for (var l = 0u; l < LEVELS; l++) {
    let level = 2.0 * f32(l) + 1.0 - f32(LEVELS);
    let error = rest - reach * level;
    let metric = error * error + costs[base + l * USES];
    best.level = select(best.level, vec4f(level), metric < best.metric);
    best.metric = min(best.metric, metric);
  }
  return best;
}
