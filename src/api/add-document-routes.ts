import type { Hono } from 'hono';
import type { ApiEnvironment } from './api-environment.ts';
import { documentPage, documentPagePolicy } from './document-page.ts';
import type { Endpoint } from './endpoint.ts';
import { openApiDocument } from './open-api.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

/**
 * Adds the OpenAPI document and the page made of it. They need no key: they are the same for
 * everyone.
 */
export function addDocumentRoutes(app: Hono<ApiEnvironment>, endpoints: readonly Endpoint[]): void {
  let document: string | undefined;
  app.get('/v1/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(endpoints));
    return context.body(document, 200, { 'content-type': 'application/json' });
  });
  let page: string | undefined;
  app.get('/v1', (context) => {
    page ??= documentPage(endpoints);
    context.header('content-security-policy', documentPagePolicy);
    return context.html(page);
  });
  for (const path of ['/v1/openapi.json', '/v1']) refuseOtherMethods(app, path, ['GET']);
}
