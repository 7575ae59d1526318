import { timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiScope, Journal } from '../ports/journal.ts';
import type { ApiEnvironment } from './api-environment.ts';
import { hashApiKey } from './api-key.ts';

/** Lets requests pass whose API key has `scope`. @throws `UNAUTHORIZED`, `FORBIDDEN` */
export function authenticate(journal: Pick<Journal, 'findApiKey'>, scope: ApiScope) {
  return createMiddleware<ApiEnvironment>(async (context, next) => {
    const key = /^Bearer (fm_[\w-]{1,100})$/.exec(context.req.header('authorization') ?? '')?.[1];
    const hash = hashApiKey(key ?? '');
    const record = key === undefined ? undefined : await journal.findApiKey(hash);
    // The look-up goes by the hash, whose bytes tell nothing of the key; the comparison does not end early either.
    if (!record || !timingSafeEqual(Buffer.from(record.hash, 'hex'), Buffer.from(hash, 'hex'))) {
      throw new FerrymanError('UNAUTHORIZED', 'the API key is missing or not known');
    }
    if (!record.scopes.includes(scope)) {
      throw new FerrymanError('FORBIDDEN', `the API key ${record.id} lacks the scope ${scope}`);
    }
    await next();
  });
}
