import { createMiddleware } from 'hono/factory';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiEnvironment } from './api-environment.ts';

const localNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Rejects requests that another site makes through its visitor's browser: by DNS rebinding (`Host`
 * is that site's name) or cross-origin (`Origin` is not ours). The rejection is `FORBIDDEN`.
 * @param publicUrl under which a proxy serves this service too, as an origin
 */
export function localOnly(publicUrl?: string) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return createMiddleware<ApiEnvironment>(async (context, next) => {
    const host = context.req.header('host') ?? '';
    const isPublic = publicHost !== undefined && host.toLowerCase() === publicHost;
    if (!isPublic && !isOurs(host, context.env.incoming.socket.localPort))
      throw new FerrymanError(
        'FORBIDDEN',
        `this service does not answer for the host "${host.slice(0, 80)}"`,
      );
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== (isPublic ? publicUrl : `http://${host}`)) {
      throw new FerrymanError(
        'FORBIDDEN',
        `this service does not answer pages of ${origin.slice(0, 80)}`,
      );
    }
    await next();
  });
}

function isOurs(host: string, port: number | undefined): boolean {
  const match = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d+))?$/i.exec(host);
  return (
    match !== null &&
    localNames.has(match[1]?.toLowerCase() ?? '') &&
    Number(match[2] ?? 80) === port
  );
}
