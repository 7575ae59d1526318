import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { checkApprove } from './check-approve.ts';
import { injectFaults, type RouterEnvironment } from './inject-faults.ts';
import { listChains, listProviders } from './listings.ts';
import { openApiDocument } from './openapi.ts';
import { quoteBest } from './quote-best.ts';
import type { RouterContext } from './router-context.ts';
import {
  MalformedRequest,
  RouteError,
  type RouterProblem,
  ValidationError,
} from './router-error.ts';
import type { RouterFaults } from './router-faults.ts';
import { status, statusExtended } from './status.ts';
import { swap } from './swap.ts';
import { swapBest } from './swap-best.ts';
import { celerRefund, claim } from './withdrawal.ts';

/** The HTTP interface of the routing service. */
export function routerApp(context: RouterContext, faults: RouterFaults): Hono<RouterEnvironment> {
  const app = new Hono<RouterEnvironment>();
  app.use('/api/*', injectFaults(faults, context));
  app.post('/api/routes/quoteBest', async (c) =>
    c.json(await quoteBest(context, await readJson(c))),
  );
  app.post('/api/routes/swap', async (c) => c.json(await swap(context, await readJson(c))));
  app.post('/api/routes/swapBest', async (c) => c.json(await swapBest(context, await readJson(c))));
  app.get('/api/routes/status', async (c) =>
    context.shape === 'deployed' ? c.notFound() : c.json(await status(context, c.req.query())),
  );
  app.get('/api/info/status', async (c) => c.json(await status(context, c.req.query())));
  app.get('/api/info/statusExtended', async (c) =>
    c.json(await statusExtended(context, c.req.query())),
  );
  app.get('/api/info/providers', (c) => c.json(listProviders(context)));
  for (const path of ['/api/routes/chains', '/api/info/chains']) {
    app.get(path, (c) => c.json(listChains(context, c.req.query('includeTestnets'))));
  }
  app.get('/api/utility/checkApprove', async (c) =>
    c.json(await checkApprove(context, c.req.query())),
  );
  app.get('/api/utility/celerRefund', (c) => c.json(celerRefund(context, c.req.query())));
  app.get('/api/utility/claim', (c) => c.json(claim(context, c.req.query())));
  app.get('/openapi.json', (c) => c.json(openApiDocument(context.shape)));
  app.notFound(({ req }) => {
    if (context.shape === 'interface')
      return errorAnswer({ code: 2999, reason: 'No such endpoint' }, 404);
    const { pathname, search } = new URL(req.url);
    return frameworkAnswer(404, `Cannot ${req.method} ${pathname}${search}`, 'Not Found');
  });
  app.onError((error) => {
    if (error instanceof MalformedRequest && context.shape === 'deployed') {
      const reasons = error.problems.map(({ reason }) => reason);
      return frameworkAnswer(
        400,
        error.cause instanceof SyntaxError ? error.message : reasons,
        'Bad Request',
      );
    }
    if (error instanceof ValidationError) return jsonAnswer({ errors: error.problems }, 400);
    // Wallet problems have status 200, as in deployed services. Clients have to notice.
    if (error instanceof RouteError)
      return errorAnswer(error.problem, error.problem.code >= 3000 ? 200 : 400);
    return errorAnswer({ code: 2999, reason: `The sandbox failed: ${error.message}` }, 500);
  });
  return app;
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new MalformedRequest([{ code: 1999, reason: 'The body is not JSON' }], { cause: error });
  }
}

function errorAnswer(problem: RouterProblem, httpStatus: number): Response {
  return jsonAnswer({ error: problem, id: randomUUID() }, httpStatus);
}

/** The framework's answer to a request that does not reach the service. */
function frameworkAnswer(
  statusCode: number,
  message: string | readonly string[],
  error: string,
): Response {
  return jsonAnswer({ statusCode, message, error }, statusCode);
}

function jsonAnswer(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
