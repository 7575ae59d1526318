import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { lyingFetch, RpcError } from './lying-fetch.ts';

describe('sending a Solana transaction to several hosts', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
  });
  afterAll(() => local.close());

  async function signed(): Promise<SignedTransaction> {
    const wallet = await local.newWallet();
    const account = wallet.publicKey.toBase58();
    const transaction = local.build(wallet.publicKey, [
      transferSol(wallet.publicKey, wallet.publicKey, 1n),
    ]);
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    return adapter.sign(unsigned, local.keys, account);
  }

  const failing: typeof fetch = async () => {
    throw new TypeError('the connection was closed');
  };
  const saying = (answer: unknown) => lyingFetch({ sendTransaction: () => answer });

  it('goes on to the next where the first is away, or behind', async () => {
    for (const first of [failing, saying(new RpcError(-32005))]) {
      const two = local.adapter({ hosts: 2, fetchOf: (host) => (host === 0 ? first : fetch) });
      expect(await two.broadcast(await signed())).toEqual({ kind: 'accepted' });
    }
  });

  it('is refused only where all refuse, and open where one leaves it open', async () => {
    const refusing = saying(new RpcError(-32003));
    const all = local.adapter({ hosts: 2, fetch: refusing });
    expect(await all.broadcast(await signed())).toMatchObject({ kind: 'rejected' });
    const one = local.adapter({
      hosts: 2,
      fetchOf: (host) => (host === 0 ? refusing : saying(new RpcError(-32005))),
    });
    expect(await one.broadcast(await signed())).toMatchObject({ kind: 'unknown' });
  });

  it('is not believed where the node names another id', async () => {
    const other = local.adapter({ fetch: saying('5'.repeat(88)) });
    expect(await other.broadcast(await signed())).toMatchObject({ kind: 'unknown' });
  });

  it('is known where a node refuses what it has in a block', async () => {
    const attempt = await signed();
    expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
    local.mine();
    const forgetful = local.adapter({ fetch: saying(new RpcError(-32003)) });
    expect(await forgetful.broadcast(attempt)).toEqual({ kind: 'already_known' });
  });

  it('may be given to a node any number of times, until it has expired', async () => {
    const attempt = await signed();
    for (let time = 0; time < 3; time++)
      expect(await adapter.broadcast(attempt)).toEqual({ kind: 'accepted' });
    local.mine();
    expect(await adapter.broadcast(attempt)).toEqual({ kind: 'already_known' });
    const never = await signed();
    local.mine(160);
    expect(await adapter.broadcast(never)).toMatchObject({ kind: 'expired' });
  });
});
