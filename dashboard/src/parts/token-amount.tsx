import { AlignedAmount } from './aligned-amount.tsx';

interface TokenAmountProps {
  /** In whole tokens. Absent: the service does not know the token's decimals. */
  amount: string | undefined;
  baseUnits: string;
  /** Digits after the point, as the column has them. */
  places: number;
}

/** An amount in whole tokens, or in base units where the decimals are unknown. */
export function TokenAmount({ amount, baseUnits, places }: TokenAmountProps) {
  if (amount !== undefined) return <AlignedAmount value={amount} places={places} />;
  return (
    <>
      <AlignedAmount value={baseUnits} places={0} /> <span className="symbol">base units</span>
    </>
  );
}
