import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { describeChainAdapter } from '../../../conformance/chain-adapter.ts';
import { describeDeposits } from '../../../conformance/deposits.ts';
import {
  type CoinChainUnderTest,
  describeLeasesByCoins,
} from '../../../conformance/leases-by-coins.ts';
import { describePaymentsTo } from '../../../conformance/payments-to.ts';
import { describeSignedHistory } from '../../../conformance/signed-history.ts';
import { proofDepth, type Server, startLocalChain } from './local-chain.ts';

const initial = 1_000_000n;

/** @param servers the first alone where one is enough */
async function start(
  kind: BitcoinWalletKind,
  servers: readonly [Server, Server] = ['esplora', 'esplora'],
): Promise<CoinChainUnderTest> {
  const local = await startLocalChain(kind);
  const { blocks } = local.sandbox;
  const [server] = servers;
  const adapterOf: typeof local.adapter = (options) =>
    local.adapter({ servers: [server], ...options });
  const isSending = (init: RequestInit | undefined): boolean =>
    init?.method === 'POST' &&
    (server === 'esplora' || `${init.body}`.includes('"sendrawtransaction"'));
  const adapter = adapterOf();
  // Receivers are told at once what they are called.
  const receivers = await Promise.all(Array.from({ length: 64 }, () => local.newAddress()));
  let requests = 0;
  const counted = adapterOf({
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });

  return {
    adapter,
    keys: local.keys,
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
      adapterOf({
        fetch: async (url, init) => {
          if (!isSending(init)) return fetch(url, init);
          if (how === 'server_error') return new Response('bad gateway', { status: 502 });
          if (how === 'answer_lost') await (await fetch(url, init)).text();
          throw new TypeError('the connection was closed');
        },
      }),
    wrongChain: () => adapterOf({ chain: { genesis: '00'.repeat(32) } }),
    counted() {
      const before = requests;
      return { adapter: counted, requests: () => requests - before };
    },
    twoEndpoints: () => local.adapter({ servers }),
    close: () => local.close(),
  };
}

const byRpc = ['bitcoind', 'bitcoind'] as const;

describeChainAdapter('Bitcoin, by Esplora on the sandbox', () => start('p2wpkh'), {
  isOfCoins: true,
});
describeChainAdapter('Bitcoin, by bitcoind on the sandbox', () => start('p2tr', byRpc), {
  isOfCoins: true,
});
describeDeposits('Bitcoin, by Esplora on the sandbox', () => start('p2wpkh'));
describePaymentsTo('Bitcoin, by Esplora on the sandbox', () => start('p2tr'), { isOfCoins: true });
describePaymentsTo('Bitcoin, by bitcoind on the sandbox', () => start('p2wpkh', byRpc), {
  isOfCoins: true,
});
describeLeasesByCoins('Bitcoin, by Esplora on the sandbox', () => start('p2tr'));
describeLeasesByCoins('Bitcoin, by bitcoind on the sandbox', () => start('p2wpkh', byRpc));
describeLeasesByCoins('Bitcoin, by bitcoind and Esplora on the sandbox', () =>
  start('p2wpkh', ['bitcoind', 'esplora']),
);
describeSignedHistory('Bitcoin, by Esplora on the sandbox', () => start('p2wpkh'));
describeSignedHistory('Bitcoin, by bitcoind on the sandbox', () => start('p2wpkh', byRpc));
describeSignedHistory('Bitcoin with taproot, by bitcoind on the sandbox', () =>
  start('p2tr', byRpc),
);
