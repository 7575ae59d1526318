import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC, WSOL } from '../../../sandbox/solana/solana-catalogue.ts';
import { associatedTokenAddress } from '../../../sandbox/solana/token-account.ts';
import { closeTokenAccount } from '../../../sandbox/solana/token-instructions.ts';
import type { ChainAdapter } from '../../../src/ports/chain-adapter.ts';
import { finalityDepth, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';

const coin = 1_000_000_000n;

describe('what came to a receiver on Solana', () => {
  let local: LocalChain;
  let adapter: ChainAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
  });
  afterAll(() => local.close());

  it.each([SOL, USDC])('is found by a provider’s payout in $symbol, which opens the account', async (token) => {
    const receiver = Keypair.generate().publicKey.toBase58();
    const { latest } = await adapter.head();
    const payout = local.sandbox.payers.across.payOut({ orderId: token.symbol, token, receiver, amount: 5_000_000n });
    local.mine(finalityDepth + 1);
    const txId = await payout;
    const [leg, ...others] = await adapter.receivedSince(latest, receiver, token.address);
    expect(others).toEqual([]);
    expect(leg).toMatchObject({ txId, token: token.address, amount: 5_000_000n, final: true });
    expect(await adapter.receivedIn(txId, receiver, token.address)).toEqual([leg]);
    expect(await adapter.tokensReceivedIn(txId, receiver)).toEqual([token.address]);
    // Rent that the provider has put into the account is no payment of native coins.
    const native = token === SOL ? [leg] : [];
    expect(await adapter.receivedIn(txId, receiver, SOL.address)).toEqual(native);
    expect(await adapter.receivedSince(leg!.block.number, receiver, token.address)).toEqual([]);
  });

  it('is not what the wallet moved between accounts of its own, nor rent that came back', async () => {
    const wallet = await local.newWallet([
      [SOL, coin],
      [WSOL, coin],
    ]);
    const account = wallet.publicKey.toBase58();
    const wrapped = associatedTokenAddress(wallet.publicKey, WSOL.mint);
    const transaction = local.build(wallet.publicKey, [closeTokenAccount(wrapped, wallet.publicKey)]);
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({ account, terms: { kind: 'expiry' }, transaction, fee });
    const signed = await adapter.sign(unsigned, local.signer, account);
    await adapter.broadcast(signed);
    local.mine();
    // The coins that were wrapped, without the rent of their account and without the fee.
    expect(await adapter.receivedIn(signed.txId, account, SOL.address)).toMatchObject([{ amount: coin, index: -1 }]);
    expect(await adapter.receivedIn(signed.txId, account, WSOL.address)).toEqual([]);
  });

  it('comes oldest first', async () => {
    const receiver = Keypair.generate();
    const { latest } = await adapter.head();
    const sender = await local.newWallet([[SOL, coin]]);
    const account = sender.publicKey.toBase58();
    for (const amount of [1_000_000n, 2_000_000n, 3_000_000n]) {
      const transaction = local.build(sender.publicKey, [transferSol(sender.publicKey, receiver.publicKey, amount)]);
      const fee = await adapter.estimateFee(account, transaction);
      const unsigned = await adapter.prepare({ account, terms: { kind: 'expiry' }, transaction, fee });
      await adapter.broadcast(await adapter.sign(unsigned, local.signer, account));
      local.mine();
    }
    const found = await adapter.receivedSince(latest, receiver.publicKey.toBase58(), SOL.address);
    expect(found.map(({ amount }) => amount)).toEqual([1_000_000n, 2_000_000n, 3_000_000n]);
  });
});
