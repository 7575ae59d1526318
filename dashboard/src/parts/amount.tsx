/** An amount exactly as the service writes it, never as a floating-point number. */
export function Amount({ value, symbol }: { value: string; symbol: string }) {
  return (
    <span className="amount">
      {value} <span className="symbol">{symbol}</span>
    </span>
  );
}
