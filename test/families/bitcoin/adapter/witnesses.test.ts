import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import type { BitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { LeaseToProve } from '../../../../src/ports/lease-proof.ts';
import { type LocalChain, proofDepth, startLocalChain } from './local-chain.ts';

let local: LocalChain;
let adapter: BitcoinAdapter;
let lease: LeaseToProve;
let payment: SignedTransaction;
/** Signed, and never sent. */
let cancel: SignedTransaction;
beforeAll(async () => {
  local = await startLocalChain('p2wpkh');
  adapter = local.adapter();
  const [account, receiver] = [await local.newAddress(), await local.newAddress()];
  await local.fund(account, 1_000_000n);
  const transfer: TransactionObject = {
    family: 'bitcoin',
    kind: 'transfer',
    to: receiver,
    value: 10_000n,
  };
  const transaction = await adapter.inputs.choose(account, transfer);
  const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
  lease = { account, terms };
  const sign = async (given: TransactionObject): Promise<SignedTransaction> => {
    const fee = await adapter.estimateFee(account, given);
    return adapter.sign(
      await adapter.prepare({ account, terms, transaction: given, fee }),
      local.keys,
      account,
    );
  };
  payment = await sign(transaction);
  cancel = await sign(await adapter.replacement.cancelTransaction(lease));
  expect(await adapter.broadcast(payment)).toEqual({ kind: 'accepted' });
  await local.sandbox.blocks.mine(proofDepth + 1);
});
afterAll(() => local.close());

/** An Esplora server that shows the cancel in the place of the payment. */
const liar: typeof fetch = async (url, init) => {
  const { origin, pathname } = new URL(String(url));
  if (pathname === `/tx/${payment.txId}`) return new Response('not found', { status: 404 });
  const response = await fetch(`${origin}${pathname.replace(cancel.txId, payment.txId)}`, init);
  if (!/^\/tx\/.*(outspend|[0-9a-f]{64})/.test(pathname)) return response;
  return new Response((await response.text()).replaceAll(payment.txId, cancel.txId), {
    status: response.status,
  });
};
const away: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};
const prove = (...fetches: (typeof fetch)[]) =>
  local
    .adapter({ servers: fetches.map(() => 'esplora' as const), fetchOf: (host) => fetches[host]! })
    .prove(lease, [payment, { ...cancel, freesMoney: true }]);

describe('that a cancel has used the coins of a payment', () => {
  it.each<[string, (typeof fetch)[]]>([
    ['the other shows the payment', [liar, fetch]],
    ['one of three shows the payment', [liar, liar, fetch]],
  ])('is not believed of a host where %s', async (_what, hosts) => {
    const proof = await prove(...hosts);
    expect(proof).toMatchObject({ kind: 'undecided', reason: { code: 'WITNESSES_DISAGREE' } });
    if (proof.kind !== 'undecided') return;
    for (const { txId } of [payment, cancel]) expect(proof.reason?.message).toContain(txId);
  });

  it('waits for a host that is away', async () => {
    for (const hosts of [
      [liar, away],
      [away, liar],
    ]) {
      expect(await prove(...hosts)).toMatchObject({
        kind: 'undecided',
        reason: { code: 'WITNESS_MISSING' },
      });
    }
  });

  it('is proven by two', async () => {
    expect(await prove(liar, away, liar)).toMatchObject({
      kind: 'landed',
      txId: cancel.txId,
      evidence: { endpoints: ['server-0.test', 'server-2.test'] },
    });
  });

  it('is believed where only one host is configured', async () => {
    expect(await prove(liar)).toMatchObject({ kind: 'landed', txId: cancel.txId });
  });
});

describe('that the payment has used them', () => {
  it('is believed of whichever host shows it first, since nothing is signed because of it', async () => {
    expect(await prove(fetch, away)).toMatchObject({ kind: 'landed', txId: payment.txId });
  });
});
