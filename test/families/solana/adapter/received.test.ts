import { Keypair, type TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC, WSOL } from '../../../../sandbox/solana/solana-catalogue.ts';
import { associatedTokenAddress } from '../../../../sandbox/solana/token-account.ts';
import { closeTokenAccount } from '../../../../sandbox/solana/token-instructions.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SolanaTransaction } from '../../../../src/families/solana/formats/transaction.ts';
import { finalityDepth, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

const coin = 1_000_000_000n;

describe('what came to a receiver on Solana', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
  });
  afterAll(() => local.close());

  /** Sent by the payer, and signed by the partners before. */
  async function send(
    payer: Keypair,
    instructions: TransactionInstruction[],
    partners: Keypair[] = [],
  ) {
    const account = payer.publicKey.toBase58();
    const transaction = signedBy(partners, local.build(payer.publicKey, instructions));
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    const signed = await adapter.sign(unsigned, local.keys, account);
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    local.mine();
    return signed.txId;
  }

  it.each([SOL, USDC])(
    'is found by a provider’s payout in $symbol, which opens the account',
    async (token) => {
      const receiver = Keypair.generate().publicKey.toBase58();
      const { latest } = await adapter.head();
      const payout = local.sandbox.payers.across.payOut({
        orderId: token.symbol,
        token,
        receiver,
        amount: 5_000_000n,
      });
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
    },
  );

  it('is not what the wallet moved between accounts of its own, nor rent that came back', async () => {
    const wallet = await local.newWallet([
      [SOL, coin],
      [WSOL, coin],
    ]);
    const account = wallet.publicKey.toBase58();
    const wrapped = associatedTokenAddress(wallet.publicKey, WSOL.mint);
    const txId = await send(wallet, [closeTokenAccount(wrapped, wallet.publicKey)]);
    // The coins that were wrapped, without the rent of their account and without the fee.
    expect(await adapter.receivedIn(txId, account, SOL.address)).toMatchObject([
      { amount: coin, index: -1 },
    ]);
    expect(await adapter.receivedIn(txId, account, WSOL.address)).toEqual([]);
  });

  it('comes oldest first', async () => {
    const receiver = Keypair.generate();
    const { latest } = await adapter.head();
    const sender = await local.newWallet([[SOL, coin]]);
    for (const amount of [1_000_000n, 2_000_000n, 3_000_000n]) {
      await send(sender, [transferSol(sender.publicKey, receiver.publicKey, amount)]);
    }
    const found = await adapter.receivedSince(latest, receiver.publicKey.toBase58(), SOL.address);
    expect(found.map(({ amount }) => amount)).toEqual([1_000_000n, 2_000_000n, 3_000_000n]);
  });

  it('is all that was brought, though the wallet has paid a fee of the order’s in the same transaction', async () => {
    const [wallet, partner] = [await local.newWallet(), await local.newWallet()];
    const account = wallet.publicKey.toBase58();
    const collector = Keypair.generate().publicKey;
    const txId = await send(
      wallet,
      [
        transferSol(wallet.publicKey, collector, 2_000_000n),
        transferSol(wallet.publicKey, partner.publicKey, 1_000_000n),
        transferSol(wallet.publicKey, wallet.publicKey, 7_000_000n),
        transferSol(partner.publicKey, wallet.publicKey, 50_000_000n),
      ],
      [partner],
    );
    expect(await adapter.receivedIn(txId, account, SOL.address)).toMatchObject([
      { amount: 50_000_000n },
    ]);
    expect(await adapter.tokensReceivedIn(txId, account)).toEqual([SOL.address]);
    // What somebody else has sent says nothing of what he got back.
    expect(await adapter.receivedIn(txId, partner.publicKey.toBase58(), SOL.address)).toEqual([]);
  });

  describe('beside what cannot be read', () => {
    const receiver = Keypair.generate();
    const account = receiver.publicKey.toBase58();
    const txIds: string[] = [];
    let before: bigint;
    beforeAll(async () => {
      before = (await adapter.head()).latest;
      const sender = await local.newWallet();
      for (const amount of [3_000_000n, 4_000_000n]) {
        txIds.push(await send(sender, [transferSol(sender.publicKey, receiver.publicKey, amount)]));
      }
    });
    /** More lamports than a JSON number carries exactly: some 9.1 million SOL. */
    const tooMany = 9_100_000_000_000_002;
    const look = (lies: Lies) => local.adapter({ fetch: lyingFetch(lies) });
    const since = (lies: Lies) => look(lies).receivedSince(before, account, SOL.address);

    it('is found where another account of the transaction has more lamports than a number carries', async () => {
      const rich: Lies = {
        getTransaction: retold(({ transaction, meta }) => {
          transaction.message.accountKeys.push(Keypair.generate().publicKey.toBase58());
          meta.preBalances.push(tooMany);
          meta.postBalances.push(tooMany);
        }),
      };
      expect(await since(rich)).toMatchObject([
        { txId: txIds[0] },
        { txId: txIds[1], amount: 4_000_000n },
      ]);
    });

    it('is not counted by a number that is not exact', async () => {
      const rich: Lies = {
        getTransaction: retold(({ transaction: { signatures, message }, meta }) => {
          const isFirst = signatures[0] === txIds[0];
          if (isFirst) meta.postBalances[message.accountKeys.indexOf(account)] = tooMany;
        }),
      };
      expect(await since(rich)).toMatchObject([{ txId: txIds[1] }]);
      const named = look(rich).receivedIn(txIds[0]!, account, SOL.address);
      await expect(named).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
    });

    it('is found beside a transaction of a version that nobody reads yet', async () => {
      const versionUnsupported = -32015;
      const newer: Lies = {
        getTransaction: (told, [txId]) =>
          txId === txIds[0] ? new RpcError(versionUnsupported) : told,
      };
      expect(await since(newer)).toMatchObject([{ txId: txIds[1] }]);
    });

    it('is not found where the node fails', async () => {
      const noHistory: Lies = { getTransaction: () => new RpcError(-32011) };
      await expect(since(noHistory)).rejects.toMatchObject({ code: 'RPC_UNSUPPORTED' });
    });
  });
});

/** As much of a transaction as these tests change. */
interface Told {
  transaction: { signatures: string[]; message: { accountKeys: string[] } };
  meta: { preBalances: number[]; postBalances: number[] };
}

function retold(change: (told: Told) => void): Lies[string] {
  return (result) => {
    const told = structuredClone(result) as Told;
    change(told);
    return told;
  };
}

function signedBy(partners: Keypair[], transaction: SolanaTransaction): SolanaTransaction {
  const wire = VersionedTransaction.deserialize(Buffer.from(transaction.data, 'base64'));
  if (partners.length > 0) wire.sign(partners);
  return { family: 'solana', data: Buffer.from(wire.serialize()).toString('base64') };
}
