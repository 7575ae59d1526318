import { createMiddleware } from 'hono/factory';
import { authorize } from '../executor/authorize.ts';
import type { Journal } from '../ports/journal.ts';
import type { ApiScope } from '../ports/stores/api-key-store.ts';
import type { ApiEnvironment } from './api-environment.ts';
import { hashApiKey } from './api-key.ts';

/** Lets requests pass whose API key has `scope`. Throws `UNAUTHORIZED`, `FORBIDDEN`. */
export function authenticate(journal: Pick<Journal, 'findApiKey'>, scope: ApiScope) {
  return createMiddleware<ApiEnvironment>(async (context, next) => {
    const key = /^Bearer (fm_[\w-]{1,100})$/.exec(context.req.header('authorization') ?? '')?.[1];
    context.set('keyId', await authorize(journal, hashApiKey(key ?? ''), scope));
    await next();
  });
}
