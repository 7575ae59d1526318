/**
 * The keys of an object, in its order. With a union named, such as
 * `keysOf<Topic>({ 'wallet.frozen': true, … })`, a list that lacks a member does not compile.
 */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(object) as Key[];
}
