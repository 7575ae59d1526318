import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC } from '../../../../sandbox/solana/solana-catalogue.ts';
import { associatedAccountOf } from '../../../../src/families/solana/adapter/associated-account.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { memoProgram, tokenProgram } from '../../../../src/families/solana/adapter/programs.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';

describe('a payment that is built here', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let account: string;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    const funds = [
      [SOL, 1_000_000_000n],
      [USDC, 1_000_000n],
    ] as const;
    account = (await local.newWallet(funds)).publicKey.toBase58();
  });
  afterAll(() => local.close());

  const native = (): string => adapter.chain.nativeToken.address;
  const refused = { code: 'DEPOSIT_UNPAYABLE', next: 'requote' };

  it('opens the receiver’s token account at our cost, and only where it is not there', async () => {
    const to = Keypair.generate().publicKey.toBase58();
    const payment = { account, token: USDC.address, to, amount: 5n };
    const first = await adapter.paymentOf(payment);
    expect(adapter.valueOf(first, account)).toBe(2_039_280n);
    const fee = await adapter.estimateFee(account, first);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction: first,
      fee,
    });
    const sent = await adapter.sign(unsigned, local.keys, account);
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    local.mine();
    expect(await adapter.receivedIn(sent.txId, to, USDC.address)).toMatchObject([{ amount: 5n }]);
    expect(adapter.valueOf(await adapter.paymentOf(payment), account)).toBe(0n);
  });

  it('is not made to who is no wallet: a token account, a mint, a program', async () => {
    const others = [
      associatedAccountOf(account, USDC.address, tokenProgram),
      USDC.address,
      memoProgram,
    ];
    for (const to of others) {
      for (const token of [native(), USDC.address]) {
        await expect(adapter.paymentOf({ account, token, to, amount: 5n })).rejects.toMatchObject(
          refused,
        );
      }
    }
  });
});
