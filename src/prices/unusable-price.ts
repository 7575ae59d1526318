/** A source gives no usable price. Its message is shown to people, and has no secrets. */
export class UnusablePrice extends Error {
  override readonly name = 'UnusablePrice';
}
