import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { checkApprove } from './check-approve.ts';
import { quoteBest } from './quote-best.ts';
import type { RouterContext } from './router-context.ts';
import { RouteError, type RouterProblem, ValidationError } from './router-error.ts';
import type { RouterFaults } from './router-faults.ts';
import { status } from './status.ts';
import { swap } from './swap.ts';
import { swapBest } from './swap-best.ts';

/** The routing service's interface, as far as the sandbox has it. */
export function routerApp(context: RouterContext, faults: RouterFaults): Hono {
  const app = new Hono();
  app.use(async (_c, next) => {
    const { delayMs, failWith } = faults.onRequest();
    if (delayMs > 0) await sleep(delayMs);
    if (failWith === undefined) return next();
    const headers = failWith === 429 ? { 'retry-after': '1' } : {};
    return jsonAnswer(
      { error: { code: failWith === 429 ? 2003 : 2999, reason: 'Injected' }, id: randomUUID() },
      failWith,
      headers,
    );
  });
  app.post('/api/routes/quoteBest', async (c) => c.json(await quoteBest(context, await readJson(c))));
  app.post('/api/routes/swap', async (c) => c.json(await swap(context, await readJson(c))));
  app.post('/api/routes/swapBest', async (c) => c.json(await swapBest(context, await readJson(c))));
  app.get('/api/routes/status', async (c) => c.json(await status(context, c.req.query('srcTxHash'))));
  app.get('/api/info/status', async (c) => c.json(await status(context, c.req.query('srcTxHash'))));
  app.get('/api/utility/checkApprove', async (c) => c.json(await checkApprove(context, c.req.query())));
  app.notFound(() => errorAnswer({ code: 2999, reason: 'No such endpoint' }, 404));
  app.onError((error) => {
    if (error instanceof ValidationError) return jsonAnswer({ errors: error.problems }, 400);
    // Wallet problems come with 200: the service is known to answer so too, and clients have to notice.
    if (error instanceof RouteError) return errorAnswer(error.problem, error.problem.code >= 3000 ? 200 : 400);
    return errorAnswer({ code: 2999, reason: `The sandbox failed: ${error.message}` }, 500);
  });
  return app;
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ValidationError([{ code: 1999, reason: 'The body is not JSON' }]);
  }
}

function errorAnswer(problem: RouterProblem, httpStatus: number): Response {
  return jsonAnswer({ error: problem, id: randomUUID() }, httpStatus);
}

function jsonAnswer(body: unknown, httpStatus: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status: httpStatus,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
