import { Hono } from 'hono';
import { ZodError, z } from 'zod';
import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import { CHAIN_NAMES } from '../chains/chain-catalogue.ts';
import type { SandboxEndpoints } from '../endpoints.ts';
import { BRIDGES } from '../providers/bridges.ts';
import { DEPOSIT_PROVIDER_IDS } from '../providers/deposit-providers.ts';
import type { OrderBook } from '../providers/order-book.ts';
import type { ProviderSwitches } from '../providers/provider-switches.ts';
import type { RouterContext } from '../router/router-context.ts';
import { FAULT_KINDS, type RouterFaults } from '../router/router-faults.ts';
import { ROUTER_SHAPES } from '../router/router-shape.ts';
import { chainNamed, findToken, type SandboxChains } from '../sandbox-chain.ts';
import { SandboxError } from '../sandbox-error.ts';
import { chainChange, changeChain, relayOf } from './change-chain.ts';
import { renderOrders } from './render-orders.ts';

interface ControlContext {
  readonly chains: SandboxChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly faults: RouterFaults;
  readonly router: Pick<RouterContext, 'shape'>;
  endpoints(): SandboxEndpoints;
}

const fundBody = z.strictObject({
  chain: z.enum(CHAIN_NAMES),
  address: z.string(),
  token: z.string(),
  amountBaseUnits: z.string().regex(/^[1-9]\d{0,77}$/, 'has to be an integer above zero'),
});
const orderBody = z.strictObject({ runOut: z.literal(true) });
const providerName = z.enum([
  ...BRIDGE_IDS.filter((id) => BRIDGES[id].ending.kind !== 'keep'),
  ...DEPOSIT_PROVIDER_IDS,
]);
const providerBody = z.union([
  z.strictObject({ paused: z.boolean() }),
  z.strictObject({ release: z.literal(true) }),
]);
const routerBody = z
  .strictObject({
    scope: z
      .strictObject({
        path: z.string().startsWith('/').optional(),
        referrer: z.string().optional(),
        wallet: z.string().optional(),
        apiKey: z.string().optional(),
      })
      .default({}),
    failNext: z.number().int().min(0).optional(),
    fault: z.enum(FAULT_KINDS).optional(),
    status: z.number().int().min(400).max(599).optional(),
    code: z.number().int().min(1_000).max(9_999).optional(),
    asList: z.boolean().optional(),
    retryAfter: z.number().int().min(0).optional(),
    delayMs: z.number().int().min(0).max(60_000).optional(),
    callsPerMinute: z.number().int().min(0).nullable().optional(),
    shape: z.enum(ROUTER_SHAPES).optional(),
  })
  .refine(
    ({ failNext, fault, status, code }) =>
      failNext !== undefined || (fault ?? status ?? code) === undefined,
    'fault, status and code need failNext: the number of requests that fail',
  );

/** Builds the next failures from this body alone. Earlier bodies have no effect. */
function failureOf({
  fault = 'status',
  status = 503,
  code,
  asList = false,
  retryAfter,
}: z.output<typeof routerBody>) {
  const isLimit = status === 429;
  const wait = retryAfter ?? (isLimit ? 1 : undefined);
  return {
    kind: fault,
    error: {
      httpStatus: status,
      code: code ?? (isLimit ? 2003 : 2999),
      asList,
      ...(wait === undefined ? {} : { retryAfter: wait }),
    },
  };
}

/** The control server: funds accounts, switches faults, and reports the true state of orders. */
export function controlApp({
  chains,
  orders,
  switches,
  faults,
  router,
  endpoints,
}: ControlContext): Hono {
  const app = new Hono();
  app.get('/endpoints', (c) => c.json(endpoints()));
  app.get('/orders', (c) => c.json(renderOrders(orders, chains)));
  app.post('/orders/:id', async (c) => {
    orderBody.parse(await c.req.json());
    const order = orders.byId(c.req.param('id'));
    if (order?.invoice === undefined)
      throw new SandboxError('bad-request', 'There is no deposit order with this id.');
    orders.shorten(order, chainNamed(chains, order.from.chain).heads.latest());
    return c.json({ orderId: order.orderId, lastBlock: `${order.invoice.lastBlock}` });
  });
  app.post('/fund', async (c) => {
    const body = fundBody.parse(await c.req.json());
    const chain = chainNamed(chains, body.chain);
    const token = findToken(chain, body.token);
    if (token === undefined)
      throw new SandboxError('bad-request', `${body.chain} has no token ${body.token}.`);
    const account = chain.notation.parseAddress(body.address);
    if (account === undefined)
      throw new SandboxError('bad-request', `${body.address} is not an address.`);
    await chain.operations.fund(account, token, BigInt(body.amountBaseUnits));
    return c.json({ funded: true });
  });
  app.post('/providers/:id', async (c) => {
    const id = providerName.parse(c.req.param('id'));
    const body = providerBody.parse(await c.req.json());
    if ('release' in body) switches.release(id);
    else switches.setPaused(id, body.paused);
    return c.json({ id, ...body });
  });
  app.post('/chains/:name', async (c) => {
    const name = z.enum(CHAIN_NAMES).parse(c.req.param('name'));
    return c.json({
      name,
      ...(await changeChain(chainNamed(chains, name), chainChange.parse(await c.req.json()))),
    });
  });
  app.post('/relays/:name', async (c) => {
    const name = z.enum(CHAIN_NAMES).parse(c.req.param('name'));
    return c.json(await relayOf(chainNamed(chains, name)).answer(await c.req.json()));
  });
  app.get('/relays/:name', (c) => {
    const name = z.enum(CHAIN_NAMES).parse(c.req.param('name'));
    return c.json({ taken: relayOf(chainNamed(chains, name)).taken() });
  });
  app.post('/router', async (c) => {
    const body = routerBody.parse(await c.req.json());
    const { scope, failNext, delayMs, callsPerMinute } = body;
    router.shape = body.shape ?? router.shape;
    faults.change(scope, {
      failNext,
      delayMs,
      callsPerMinute,
      ...(failNext === undefined ? {} : failureOf(body)),
    });
    return c.json({ accepted: true });
  });
  app.notFound((c) => c.json({ error: 'No such endpoint' }, 404));
  app.onError((error, c) => {
    if (error instanceof ZodError) return c.json({ error: z.prettifyError(error) }, 400);
    const isOurs =
      error instanceof SyntaxError ||
      (error instanceof SandboxError && error.code === 'bad-request');
    return c.json({ error: error.message }, isOurs ? 400 : 500);
  });
  return app;
}
