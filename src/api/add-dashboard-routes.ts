import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { ApiEnvironment } from './api-environment.ts';

/**
 * Allows this service's own files and calls, and nothing inline. The style of a chart or of a list
 * that scrolls is set by script, which the policy does not concern.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the dashboard's files. Every other path that no call has is one of its pages. They need no
 * key: there is nothing in them that is not in the package.
 * @param folder with `index.html` and `assets`, whose files have a hash in their names
 */
export function addDashboardRoutes(app: Hono<ApiEnvironment>, folder: string): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) =>
        context.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.get('/*', (context, next) => {
    const { path } = context.req;
    if (
      path === '/v1' ||
      path.startsWith('/v1/') ||
      /^\/(assets|livez|readyz|metrics)\b/.test(path)
    )
      return next();
    context.header('content-security-policy', policy);
    context.header('referrer-policy', 'no-referrer');
    context.header('cross-origin-opener-policy', 'same-origin');
    context.header('cache-control', 'no-cache');
    context.header('etag', etag);
    if (context.req.header('if-none-match') === etag)
      return Promise.resolve(context.body(null, 304));
    return Promise.resolve(context.html(page));
  });
}
