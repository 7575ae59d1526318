/** Runs a statement, always on the same connection. */
export type Sql = <Found extends object>(
  text: string,
  values?: readonly (string | number | readonly string[])[],
) => Promise<Found[]>;
