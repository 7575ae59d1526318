/** A shape as it is stored in JSON: amounts are decimal strings. */
export type Stored<Shape> = Shape extends bigint
  ? string
  : Shape extends object
    ? { [Key in keyof Shape]: Stored<Shape[Key]> }
    : Shape;
