import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord } from '../ports/stores/api-key-store.ts';

/** Refuses a call whose answer is text: a mask would not reach what is in it. Throws `MASKED`. */
export function requireSeesAll({ id, masks }: Pick<ApiKeyRecord, 'id' | 'masks'>): void {
  if (!masks) return;
  throw new FerrymanError(
    'MASKED',
    `the API key ${id} does not see ${masks.join(' or ')}, and the books are full of them: use another key`,
  );
}
