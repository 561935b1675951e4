/** How the phase turns over a bit: `carrier` + `own`·b[k] + `neighbour`·(b[k−1] + b[k+1]) with b = ±1, in turns. */
export interface TurnModel {
  carrier: number;
  own: number;
  neighbour: number;
}

/**
 * Share of a phase error that is assumed to remain in the next bit. 1 would be a coherent receiver; less follows errors of the carrier and
 * the deviation.
 */
const MEMORY = 0.8;
/** The last two bits. */
const STATES = 4;

const sign = (bit: number) => 2 * bit - 1;

/** Fits the model by least squares to the turns over known bits. @param turns One per bit; the first and the last bit lack a neighbour. */
export function fitModel(turns: ArrayLike<number>, bits: ArrayLike<number>): TurnModel {
  // Normal equations for 1, b[k], b[k−1] + b[k+1].
  const [matrix, right] = [new Float64Array(9), new Float64Array(3)];
  for (let k = 1; k < bits.length - 1; k++) {
    const row = [1, sign(bits[k]), sign(bits[k - 1]) + sign(bits[k + 1])];
    for (let i = 0; i < 3; i++) {
      right[i] += row[i] * turns[k];
      for (let j = 0; j < 3; j++) matrix[3 * i + j] += row[i] * row[j];
    }
  }
  const determinant = (column: number) => {
    const m = matrix.slice();
    if (column >= 0) for (let i = 0; i < 3; i++) m[3 * i + column] = right[i];
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  };
  const all = determinant(-1);
  return { carrier: determinant(0) / all, own: determinant(1) / all, neighbour: determinant(2) / all };
}

/**
 * Decides bits by Viterbi's algorithm: the sequence whose phase is nearest to the received one, modulo a turn. Each survivor keeps its
 * phase error, so that the noise of neighbouring turns, which share a phase, counts once.
 *
 * @param turnOf The turn over bit k.
 * @param known The first bits, at least two.
 * @param count Number of bits with the known ones.
 */
export function decideBits(
  turnOf: (k: number) => number,
  known: ArrayLike<number>,
  count: number,
  { carrier, own, neighbour }: TurnModel,
): Uint8Array {
  // By state 2·b[k] + b[k+1] after step k.
  let [costs, errors] = [new Float64Array(STATES).fill(Infinity), new Float64Array(STATES)];
  let [nextCosts, nextErrors] = [new Float64Array(STATES), new Float64Array(STATES)];
  costs[2 * known[0] + known[1]] = 0;
  const before = new Uint8Array(STATES * (count + 1));
  for (let k = 1; k < count; k++) {
    const turn = turnOf(k) - carrier;
    nextCosts.fill(Infinity);
    for (let state = 0; state < STATES; state++) {
      if (costs[state] === Infinity) continue;
      const [last, bit] = [state >> 1, state & 1];
      for (let next = 0; next < 2; next++) {
        if (k + 1 < known.length && next !== known[k + 1]) continue;
        const expected = own * sign(bit) + neighbour * (sign(last) + sign(next));
        let error = MEMORY * errors[state] + turn - expected;
        error -= Math.round(error);
        const cost = costs[state] + error * error;
        const to = 2 * bit + next;
        if (cost >= nextCosts[to]) continue;
        nextCosts[to] = cost;
        nextErrors[to] = error;
        before[STATES * (k + 1) + to] = last;
      }
    }
    [costs, nextCosts] = [nextCosts, costs];
    [errors, nextErrors] = [nextErrors, errors];
  }
  let state = costs.indexOf(Math.min(...costs));
  const bits = new Uint8Array(count);
  for (let k = count; k > 1; k--) {
    bits[k - 1] = state >> 1;
    state = 2 * before[STATES * k + state] + (state >> 1);
  }
  bits[0] = state >> 1;
  return bits;
}
