/**
 * US dollars to the cent, rounded down: "1234.5678" is "1234.56". Of less than a cent, "below 0.01".
 * Without a price, a dash.
 */
export function usdText(usd: string | undefined): string {
  if (usd === undefined) return '–';
  const [whole = '0', fraction = ''] = usd.split('.');
  const text = `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
  return text === '0.00' && /[1-9]/.test(fraction) ? 'below 0.01' : text;
}
