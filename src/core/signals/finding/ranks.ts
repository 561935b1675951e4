/** Returns the value that has a rank in the order of some values: Hoare's selection, in linear time. @param values Reordered; none is NaN. */
export function valueOfRank(values: Float64Array | Float32Array, rank: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank];
}

/** Rows of numbers that are sorted several times. Each begins in its last order, which small changes leave almost as it is. */
export class RowOrders {
  readonly #length: number;
  /** Which numbers of a row are in order, [row][rank]. */
  readonly #places: Uint16Array;

  /** @param length Numbers of a row, at most 65,536. With thousands that were never sorted, the first time takes long. */
  constructor(rows: number, length: number) {
    this.#length = length;
    this.#places = new Uint16Array(rows * length).map((_, i) => i % length);
  }

  /** Writes the numbers of a row in rising order: insertion sort. @param values None is NaN. */
  sort(row: number, values: Float64Array, sorted: Float64Array): void {
    const places = this.#places;
    const start = row * this.#length;
    for (let i = 0; i < this.#length; i++) {
      const place = places[start + i];
      const value = values[place];
      let rank = i;
      for (; rank > 0 && sorted[rank - 1] > value; rank--) {
        sorted[rank] = sorted[rank - 1];
        places[start + rank] = places[start + rank - 1];
      }
      sorted[rank] = value;
      places[start + rank] = place;
    }
  }
}

/** Values in a window that moves over a sequence, in order. */
export class SlidingOrder {
  readonly #sorted: Float64Array;
  #count = 0;

  /** @param most Most values of the window. */
  constructor(most: number) {
    this.#sorted = new Float64Array(most);
  }

  get length(): number {
    return this.#count;
  }

  /** Returns the value of a rank. */
  at(rank: number): number {
    return this.#sorted[rank];
  }

  /** @throws RangeError when the window is full. */
  add(value: number): void {
    if (this.#count === this.#sorted.length)
      throw new RangeError(`signals/finding: a window holds ${this.#count} values`);
    const place = this.#placeOf(value);
    this.#sorted.copyWithin(place + 1, place, this.#count++);
    this.#sorted[place] = value;
  }

  /** Removes a value that was added. */
  remove(value: number): void {
    const place = this.#placeOf(value);
    this.#sorted.copyWithin(place, place + 1, this.#count--);
  }

  /** Returns the number of smaller values. */
  #placeOf(value: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
