import { Hono } from 'hono';
import { getAddress, isAddress } from 'viem';
import { ZodError, z } from 'zod';
import type { SandboxEndpoints } from '../endpoints.ts';
import { CHAIN_NAMES } from '../evm/chain-catalogue.ts';
import { type EvmChains, findToken } from '../evm/evm-chain.ts';
import { fundAccount } from '../evm/fund-account.ts';
import type { OrderBook } from '../providers/order-book.ts';
import type { ProviderSwitches } from '../providers/provider-switches.ts';
import type { RouterFaults } from '../router/router-faults.ts';
import { SandboxError } from '../sandbox-error.ts';
import { renderOrders } from './render-orders.ts';

interface ControlContext {
  readonly chains: EvmChains;
  readonly orders: OrderBook;
  readonly switches: ProviderSwitches;
  readonly faults: RouterFaults;
  endpoints(): SandboxEndpoints;
}

const address = z.string().refine((text) => isAddress(text), 'is not an address');
const fundBody = z.strictObject({
  chain: z.enum(CHAIN_NAMES),
  address,
  token: address,
  amountBaseUnits: z.string().regex(/^[1-9]\d{0,77}$/, 'has to be an integer above zero'),
});
const providerName = z.enum(['across', 'relay']);
const providerBody = z.strictObject({ paused: z.boolean() });
const routerBody = z.strictObject({
  failNext: z.number().int().min(0).optional(),
  status: z.union([z.literal(429), z.number().int().min(500).max(599)]).optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
});

/** What only a sandbox has: money for nothing, switches, and the truth about orders. */
export function controlApp({ chains, orders, switches, faults, endpoints }: ControlContext): Hono {
  const app = new Hono();
  app.get('/endpoints', (c) => c.json(endpoints()));
  app.get('/orders', (c) => c.json(renderOrders(orders)));
  app.post('/fund', async (c) => {
    const body = fundBody.parse(await c.req.json());
    const chain = chains[body.chain];
    const token = findToken(chain.deployment, body.token);
    if (token === undefined) throw new SandboxError('bad-request', `${body.chain} has no token ${body.token}.`);
    await fundAccount(chain, getAddress(body.address), token, BigInt(body.amountBaseUnits));
    return c.json({ funded: true });
  });
  app.post('/providers/:id', async (c) => {
    const id = providerName.parse(c.req.param('id'));
    const { paused } = providerBody.parse(await c.req.json());
    switches.setPaused(id, paused);
    return c.json({ id, paused });
  });
  app.post('/router', async (c) => {
    const { failNext, status, delayMs } = routerBody.parse(await c.req.json());
    if (failNext !== undefined) faults.failNext(failNext, status ?? 503);
    if (delayMs !== undefined) faults.setDelay(delayMs);
    return c.json({ accepted: true });
  });
  app.notFound((c) => c.json({ error: 'No such endpoint' }, 404));
  app.onError((error, c) => {
    if (error instanceof ZodError) return c.json({ error: z.prettifyError(error) }, 400);
    const isOurs = error instanceof SyntaxError || (error instanceof SandboxError && error.code === 'bad-request');
    return c.json({ error: error.message }, isOurs ? 400 : 500);
  });
  return app;
}
