import { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord } from '../ports/stores/api-key-store.ts';
import { revealing } from './schemas/common.ts';

/**
 * Refuses a search by what the key does not see: to find a swap by an address reveals as much as to
 * read the address. Throws `MASKED`.
 * @param schema of the call's query, whose parameters say which masks refuse them (`reveals`)
 */
export function requireUnmasked(
  { id, masks }: Pick<ApiKeyRecord, 'id' | 'masks'>,
  schema: z.ZodType | undefined,
  given: Readonly<Record<string, string>>,
): void {
  if (!masks || !(schema instanceof z.ZodObject)) return;
  const refused = Object.entries(schema.shape)
    .filter(([name]) => given[name] !== undefined)
    .filter(([, parameter]) => revealing.get(parameter)?.masks.some((mask) => masks.includes(mask)))
    .map(([name]) => name);
  if (refused.length === 0) return;
  throw new FerrymanError(
    'MASKED',
    `the API key ${id} does not see ${masks.join(' or ')}, so it may not search by ${refused.join(' and ')}`,
    { faults: refused.map((name) => ({ pointer: `/${name}`, message: 'is refused to this key' })) },
  );
}
