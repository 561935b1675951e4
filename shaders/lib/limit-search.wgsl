// The search for a limit t which LIST of many numbers do not exceed, from counts of the numbers up to a t. A limit below and one above
// come nearer by linear interpolation of their counts. Needs the override or constant LIST.

// `fewer` than LIST numbers are at most `below`, and `more`, LIST or more, are at most `above`. t is the next limit to try, if the
// search is open.
struct Search { below: f32, above: f32, fewer: u32, more: u32, t: f32, isOpen: bool }

// The search after the count of the numbers that are at most t. It ends with LIST of them, or where no number lies between: then
// those in between are as good as each other.
fn narrowed(search: Search, count: u32) -> Search {
  var s = search;
  if (!s.isOpen) { return s; }
  if (count < LIST) {
    s.below = s.t;
    s.fewer = count;
  } else {
    s.above = s.t;
    s.more = count;
  }
  let share = clamp(f32(LIST - s.fewer) / f32(s.more - s.fewer), 0.05, 0.95);
  s.t = s.below + share * (s.above - s.below);
  s.isOpen = s.more > LIST && s.below < s.t && s.t < s.above;
  return s;
}
