import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { findJsonFault } from '../core/text/find-json-fault.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiEnvironment } from './api-environment.ts';

/**
 * Refuses a body of more than `maxSize` bytes. One whose length was not said is read for that.
 * @throws `BODY_TOO_LARGE`; `BODY_INCOMPLETE`
 */
export function createBodyLimit(
  maxSize: number,
): (context: Context<ApiEnvironment>) => Promise<void> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new FerrymanError('BODY_TOO_LARGE', `the body is over ${maxSize} bytes`);
    },
  });
  return async (context) => {
    await whole(() => limit(context, async () => undefined));
  };
}

/**
 * The JSON value in a request's body.
 * @throws `BODY_MALFORMED`; `BODY_INCOMPLETE`; `BODY_AMBIGUOUS` if two parsers may read different
 *   values
 */
export async function readBody(context: Context<ApiEnvironment>): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  // Also refuses the types of forms: other sites can send those without a CORS preflight.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new FerrymanError('BODY_MALFORMED', 'the content type is not application/json');
  }
  const text = decode(await whole(() => context.req.arrayBuffer()));
  const fault = findJsonFault(text);
  if (!fault) return JSON.parse(text);
  if (fault.kind === 'syntax') throw new FerrymanError('BODY_MALFORMED', 'the body is not JSON');
  const { pointer, message } = fault;
  throw new FerrymanError('BODY_AMBIGUOUS', 'the body can be read in two ways', {
    faults: [{ pointer, message }],
  });
}

/** As HTTP/1.1 says it (RFC 9112, section 6.3). */
export function hasNoBody({ req }: Context<ApiEnvironment>): boolean {
  return (
    req.header('transfer-encoding') === undefined && Number(req.header('content-length') ?? 0) === 0
  );
}

/** A body that cannot be read to its end was broken off by its client, or was too slow. */
async function whole<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof FerrymanError) throw cause;
    const message = 'the connection ended before the body did';
    throw new FerrymanError('BODY_INCOMPLETE', message, { cause });
  }
}

/** Refuses bytes that are not UTF-8 (RFC 8259, section 8.1): decoding would change the text. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FerrymanError('BODY_MALFORMED', 'the body is not UTF-8', { cause });
  }
}
