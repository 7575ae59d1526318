import type { BitcoinWalletKind } from '../../../src/keys/derive-bitcoin-key.ts';
import { describeChainAdapter } from '../../conformance/chain-adapter.ts';
import { type CoinChainUnderTest, describeLeasesByCoins } from '../../conformance/leases-by-coins.ts';
import { proofDepth, startLocalChain } from './local-chain.ts';

const initial = 1_000_000n;

async function start(kind: BitcoinWalletKind): Promise<CoinChainUnderTest> {
  const local = await startLocalChain(kind);
  const { blocks } = local.sandbox;
  const adapter = local.adapter();
  // Receivers are told at once what they are called.
  const receivers = await Promise.all(Array.from({ length: 64 }, () => local.newAddress()));
  let requests = 0;
  const counted = local.adapter({
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });

  return {
    adapter,
    signer: local.signer,
    token: adapter.chain.nativeToken,
    leastNative: 1_000n,
    withRoom: (fee) => fee,
    otherSpelling: (txId) => txId.toUpperCase(),
    initial: { native: initial, token: initial },
    finalDepth: proofDepth,
    async newAccount() {
      const address = await local.newAddress();
      await local.fund(address, initial);
      return { address, keyRef: address };
    },
    newReceiver: () => receivers.pop()!,
    addCoin: ({ address }, satoshis) => local.fund(address, satoshis),
    transactions: {
      native: (to, value) => ({ family: 'bitcoin', kind: 'transfer', to, value }),
      token: (to, value) => ({ family: 'bitcoin', kind: 'transfer', to, value }),
      failing() {
        throw new Error('a transaction of Bitcoin does what it says or is in no block');
      },
    },
    mine: (count = 1) => blocks.mine(count),
    async reorg(depth) {
      await blocks.reorganize({ depth, drop: true });
    },
    evict: async (txId) => void (await blocks.evict(txId)),
    stall: (rate) => blocks.stall(rate),
    sendingFails: (how) =>
      local.adapter({
        fetch: async (url, init) => {
          if (init?.method !== 'POST') return fetch(url, init);
          if (how === 'server_error') return new Response('bad gateway', { status: 502 });
          if (how === 'answer_lost') await (await fetch(url, init)).text();
          throw new TypeError('the connection was closed');
        },
      }),
    wrongChain: () => local.adapter({ chain: { genesis: '00'.repeat(32) } }),
    counted() {
      const before = requests;
      return { adapter: counted, requests: () => requests - before };
    },
    twoEndpoints: () => local.adapter({ hosts: 2 }),
    close: () => local.close(),
  };
}

describeChainAdapter('Bitcoin, on the sandbox', () => start('p2wpkh'), { isOfCoins: true });
describeLeasesByCoins('Bitcoin, on the sandbox', () => start('p2tr'));
