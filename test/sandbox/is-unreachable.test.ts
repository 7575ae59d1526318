import { expect, it } from 'vitest';
import { CHAIN_DEFINITIONS } from '../../sandbox/chains/chain-catalogue.ts';
import { isUnreachable } from '../../sandbox/chains/is-unreachable.ts';
import { createChainClient } from '../../sandbox/evm/chain-client.ts';
import { freePort } from '../../sandbox/evm/free-port.ts';

it('knows an engine that has ended from one that refuses', async () => {
  const client = createChainClient(CHAIN_DEFINITIONS.ETH, `http://127.0.0.1:${await freePort()}`);
  const refused = await client.getBlockNumber().catch((error: unknown) => error);
  expect(isUnreachable(refused)).toBe(true);
  expect(isUnreachable(new Error('an answer that nobody expected'))).toBe(false);
});
