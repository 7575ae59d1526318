import type { Hono } from 'hono';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiEnvironment } from './api-environment.ts';

/**
 * Refuses every other method of a path, once all that it takes are mounted. HEAD goes
 * with GET. Throws `METHOD_NOT_ALLOWED`.
 * @param path with its parameters in braces, as in `/v1/swaps/{id}`
 * @param methods in capital letters
 */
export function refuseOtherMethods(
  app: Hono<ApiEnvironment>,
  path: string,
  methods: readonly string[],
): void {
  const taken = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allowed = taken.join(', ');
  app.all(routeOf(path), (context) => {
    context.set('route', path);
    context.header('allow', allowed);
    const message = `${path} does not take ${context.req.method}; it takes ${allowed}`;
    throw new FerrymanError('METHOD_NOT_ALLOWED', message);
  });
}

/** A path as the router takes it. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
