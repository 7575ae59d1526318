import { Keypair, PublicKey } from '@solana/web3.js';
import { SOL, USDC } from '../../../../sandbox/solana/solana-catalogue.ts';
import { transfer } from '../../../../sandbox/solana/token-instructions.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { describeChainAdapter } from '../../../conformance/chain-adapter.ts';
import type { ExpiringChainUnderTest } from '../../../conformance/chain-under-test.ts';
import { describeDeposits } from '../../../conformance/deposits.ts';
import { describeLeasesByExpiry } from '../../../conformance/leases-by-expiry.ts';
import { describePaymentsTo } from '../../../conformance/payments-to.ts';
import { describeSignedHistory } from '../../../conformance/signed-history.ts';
import { finalityDepth, startLocalChain, transferSol } from './local-chain.ts';

const initial = { native: 1_000_000_000n, token: 1_000_000n };
/** Lamports that keep an account without data alive (solana.com/docs, rent). */
const leastNative = 890_880n;
/** What a transfer names that is to fail on chain: more than anybody has. */
const tooMuch = 400_000_000_000_000_000n;
async function start(): Promise<ExpiringChainUnderTest> {
  const local = await startLocalChain();
  // Whoever has no token account gets one paid for by the sender, which is another test's subject.
  const receivers = Array.from({ length: 32 }, () => Keypair.generate().publicKey);
  for (let at = 0; at < receivers.length; at += 8)
    await local.openTokenAccounts(receivers.slice(at, at + 8), USDC);
  const unused = receivers.values();
  const payer = { current: Keypair.generate().publicKey };

  /** A node that takes transactions which fail, as leaders do. */
  const untried: typeof fetch = (url, init) => {
    const asked: unknown = JSON.parse(String(init?.body));
    return fetch(url, { ...init, body: JSON.stringify(withoutTrial(asked)) });
  };
  const adapter = local.adapter({ fetch: untried });
  let requests = 0;
  const countedAdapter = local.adapter({
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });

  return {
    adapter,
    keys: local.keys,
    token: {
      address: USDC.address,
      symbol: `${USDC.address.slice(0, 4)}…${USDC.address.slice(-4)}`,
      decimals: 6,
    },
    leastNative,
    withRoom: (fee) => ({ ...ofFamily(fee, 'solana'), computeUnitLimit: 200_000n }),
    otherSpelling: (txId) => txId,
    initial,
    finalDepth: finalityDepth,
    head: async () => ({
      latest: BigInt(local.sandbox.blockchain.head('confirmed').slot),
      final: BigInt(local.sandbox.blockchain.head('finalized').slot),
    }),
    hasNoMempool: true,
    async newAccount() {
      const { publicKey } = await local.newWallet([
        [SOL, initial.native],
        [USDC, initial.token],
      ]);
      payer.current = publicKey;
      return { address: publicKey.toBase58(), keyRef: publicKey.toBase58() };
    },
    newReceiver: () => (unused.next().value ?? Keypair.generate().publicKey).toBase58(),
    transactions: {
      native: (to, amount) =>
        local.build(payer.current, [transferSol(payer.current, new PublicKey(to), amount)]),
      token: (to, amount) =>
        local.build(payer.current, [
          transfer({ token: USDC, from: payer.current, to: new PublicKey(to), amount }),
        ]),
      failing: () =>
        local.build(payer.current, [
          transfer({ token: USDC, from: payer.current, to: payer.current, amount: tooMuch }),
        ]),
    },
    async mine(blocks) {
      local.mine(blocks);
    },
    async reorg(depth) {
      // What is included is confirmed, and so has a block on top.
      local.sandbox.blocks.reorganize({ depth: depth + 1, drop: true });
    },
    sendingFails(how) {
      return local.adapter({
        fetch: async (url, init) => {
          if (!String(init?.body).includes('sendTransaction')) return fetch(url, init);
          if (how === 'server_error') return new Response('bad gateway', { status: 502 });
          if (how === 'answer_lost') {
            await (await fetch(url, init)).text();
            local.mine();
          }
          throw new TypeError('the connection was closed');
        },
      });
    },
    wrongChain: () =>
      local.adapter({ chain: { genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' } }),
    counted() {
      const before = requests;
      return { adapter: countedAdapter, requests: () => requests - before };
    },
    async expire() {
      local.mine(160 + 2 * finalityDepth);
    },
    twoEndpoints: () => local.adapter({ hosts: 2 }),
    close: () => local.close(),
  };
}

function withoutTrial(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || !('method' in asked) || !('params' in asked))
    return asked;
  const { method, params } = asked;
  if (method !== 'sendTransaction' || !Array.isArray(params)) return asked;
  const [wire, options] = params;
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(tooMuch);
  return Buffer.from(wire, 'base64').includes(amount)
    ? { ...asked, params: [wire, { ...options, skipPreflight: true }] }
    : asked;
}

describeChainAdapter('Solana, on the sandbox', start);
describeDeposits('Solana, on the sandbox', start);
describePaymentsTo('Solana, on the sandbox', start);
describeLeasesByExpiry('Solana, on the sandbox', start);
describeSignedHistory('Solana, on the sandbox', start);
