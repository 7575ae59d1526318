import type { Context } from 'hono';
import { inCall } from '../ports/call-context.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { ApiEnvironment } from './api-environment.ts';

/**
 * Answers a request so that every log line of it has its id. In a process that traces, a call of
 * the API is a piece of work; questions of supervisors and Prometheus are not.
 */
export function inRequest(
  context: Context<ApiEnvironment>,
  tracing: Tracing | undefined,
  next: () => Promise<void>,
): Promise<void> {
  const requestId = context.get('requestId');
  const { method, path } = context.req;
  return inCall({ requestId }, () => {
    if (!tracing || !path.startsWith('/v1/')) return next();
    const facts = { 'http.request.method': method, 'ferryman.request.id': requestId };
    const caller = context.req.header('traceparent');
    const options = { kind: 'server', facts, ...(caller === undefined ? {} : { caller }) } as const;
    return tracing.root(method, options, async () => {
      await next();
      const route = context.get('route');
      const { status } = context.res;
      tracing.note({ 'http.response.status_code': status });
      if (route === undefined) return;
      tracing.rename(`${method} ${route}`);
      tracing.note({ 'http.route': route });
    });
  });
}
