/** A share in percent, rounded down: only all is "100%", and only none is "0%". */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const tenths = Math.floor((part * 1_000) / whole);
  return tenths === 0 && part > 0 ? 'below 0.1%' : `${tenths / 10}%`;
}
