/** A marker of the given shape and colour. */
export function Mark({ colour, shape, size = 12 }: { colour: `--${string}`; shape: string; size?: number }) {
  return (
    <svg className="glyph" width={size} height={size} viewBox="-5.5 -5.5 11 11" aria-hidden="true">
      <path d={shape} fill={`var(${colour})`} />
    </svg>
  );
}
