/**
 * An amount whose decimal point stands under those of other rows.
 * @param places digits after the point that the longest amount of the column has
 */
export function AlignedAmount({ value, places }: { value: string; places: number }) {
  const [whole = '', fraction] = value.split('.');
  const width = places === 0 ? 0 : places + 1;
  return (
    <span className="amount">
      {whole}
      <span className="fraction" style={{ width: `${width}ch` }}>
        {fraction === undefined ? '' : `.${fraction}`}
      </span>
    </span>
  );
}

/** For all amounts of a column. */
export function placesOf(values: readonly (string | undefined)[]): number {
  return Math.max(0, ...values.map((value) => value?.split('.')[1]?.length ?? 0));
}
