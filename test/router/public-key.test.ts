import { afterEach, expect, it } from 'vitest';
import { bitcoinNativeToken } from '../../src/families/bitcoin/formats/chain.ts';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { makeJob, swapBody } from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(() => server?.close());

it('tells the public key of a Bitcoin wallet where a transaction is asked for, and of no other', async () => {
  const from = {
    family: 'bitcoin',
    chain: 'BITCOIN',
    token: bitcoinNativeToken,
    decimals: 8,
    symbol: 'BTC',
  } as const;
  const own = { ...makeJob().wallet, address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' };
  const job = makeJob({ from, wallet: own, refundAddress: own.address });
  const publicKeyOf = async (address: string) => (address === own.address ? '0330d5' : undefined);
  server = await startAnsweringServer(json(swapBody()));
  const router = createRouterClient({ baseUrl: server.url, timeoutMs: 60_000, publicKeyOf });
  const asked = async (call: Promise<unknown>) => {
    await call.catch(() => undefined);
    return JSON.parse(server!.requests.at(-1)!.text);
  };
  expect(await asked(router.swap(job, 'q-1'))).toMatchObject({
    fromAddress: own.address,
    publicKey: '0330d5',
  });
  expect(await asked(router.swapBest(job, 'q-1'))).toMatchObject({ publicKey: '0330d5' });
  expect(await asked(router.quote(job))).not.toHaveProperty('publicKey');
  const stranger = { ...own, address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g' };
  expect(await asked(router.swap({ ...job, wallet: stranger }, 'q-1'))).not.toHaveProperty(
    'publicKey',
  );
  const evm = makeJob({ wallet: own });
  expect(await asked(router.swap(evm, 'q-1'))).not.toHaveProperty('publicKey');
});
