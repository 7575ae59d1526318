/** One step of the schema, applied in one transaction and never edited once released. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  number: number;
  name: string;
  /** Run one by one, in order. */
  statements: readonly string[];
}
