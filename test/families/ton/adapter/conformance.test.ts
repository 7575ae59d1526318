import { randomBytes } from 'node:crypto';
import { Address } from '@ton/core';
import { TON, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import { describeChainAdapter } from '../../../conformance/chain-adapter.ts';
import type { ExpiringChainUnderTest } from '../../../conformance/chain-under-test.ts';
import { describeDeposits } from '../../../conformance/deposits.ts';
import { describeLeasesByExpiry } from '../../../conformance/leases-by-expiry.ts';
import { describePaymentsTo } from '../../../conformance/payments-to.ts';
import {
  coin,
  coinsTo,
  finalityDepth,
  generations,
  jettonsTo,
  sends,
  sentAlong,
  startLocalChain,
} from './local-chain.ts';

const initial = { native: 5n * coin, token: 1_000_000n };

async function start(): Promise<ExpiringChainUnderTest> {
  const local = await startLocalChain();
  const payer = { current: '' };
  const address = USDT.minter.toRawString();
  let requests = 0;
  const countedAdapter = local.adapter({
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
  return {
    adapter: local.adapter(),
    keys: local.keys,
    token: { address, symbol: USDT.symbol, decimals: USDT.decimals },
    leastNative: coin / 100n,
    withRoom: (fee) => fee,
    otherSpelling: (txId) => Buffer.from(txId, 'hex').toString('base64'),
    initial,
    finalDepth: finalityDepth,
    async head() {
      const { endLt } = local.sandbox.blockchain.finalHead();
      return { latest: endLt, final: endLt };
    },
    hasNoMempool: true,
    crowd: { size: 1n, questions: 5 },
    takesUnpaid: true,
    sentAlong,
    async newAccount() {
      const wallet = await local.newWallet('v5r1', [
        [TON, initial.native],
        [USDT, initial.token],
      ]);
      payer.current = wallet.address;
      return { address: wallet.address, keyRef: wallet.address };
    },
    depositForm: (raw) => Address.parse(raw).toString({ bounceable: false }),
    newReceiver: () => `0:${randomBytes(32).toString('hex')}`,
    transactions: {
      native: (to, amount) => sends(coinsTo(to, amount)),
      token: (to, amount) => sends(jettonsTo(USDT, payer.current, to, amount)),
      failing: () => sends(jettonsTo(USDT, payer.current, payer.current, initial.token + 1n)),
    },
    mine: local.mine,
    async reorg(depth) {
      await local.sandbox.blocks.reorganize({ depth: depth + generations - 1, drop: true });
    },
    sendingFails(how) {
      return local.adapter({
        fetch: async (url, init) => {
          if (!String(init?.body).includes('"sendBoc"')) return fetch(url, init);
          if (how === 'server_error') return new Response('bad gateway', { status: 502 });
          if (how === 'answer_lost') {
            await (await fetch(url, init)).text();
            await local.mine();
          }
          throw new TypeError('the connection was closed');
        },
      });
    },
    wrongChain: () =>
      local.adapter({ chain: { genesis: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=' } }),
    counted() {
      const before = requests;
      return { adapter: countedAdapter, requests: () => requests - before };
    },
    isNumbered: true,
    expire: () => local.pass(300),
    twoEndpoints: () => local.adapter({ hosts: 2 }),
    close: () => local.close(),
  };
}

describeChainAdapter('TON, on the sandbox', start);
describeDeposits('TON, on the sandbox', start);
describePaymentsTo('TON, on the sandbox', start);
describeLeasesByExpiry('TON, on the sandbox', start);
