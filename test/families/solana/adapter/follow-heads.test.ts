import { expect, it } from 'vitest';
import { createSolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { hangLimit } from '../../../support/hang-limit.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { startLocalChain } from './local-chain.ts';

it('tells of the slots of a node that offers subscriptions, and of none without', async () => {
  const local = await startLocalChain();
  try {
    const { rpcUrl, wsUrl } = local.sandbox;
    expect(local.adapter().followHeads).toBeUndefined();
    const adapter = createSolanaAdapter({ chain: local.chain, rpcUrls: [rpcUrl], wsUrls: [wsUrl] });
    let heads = 0;
    const stop = adapter.followHeads?.(() => {
      heads += 1;
    }, hangLimit);
    await waitFor(() => {
      local.mine();
      expect(heads).toBeGreaterThan(1);
    });
    stop?.();
  } finally {
    await local.close();
  }
});
