/** The beginning of a swap's id, which commands accept instead of the id as long as it is unique. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Who did something: an API key's id says by itself that it is one. */
export function shortActor(actor: string): string {
  return actor.replace(/^API key (?=key_)/, '');
}

/** The actor that `shortActor` shortens. */
export function wholeActor(actor: string): string {
  return actor.replace(/^(?=key_)/, 'API key ');
}
