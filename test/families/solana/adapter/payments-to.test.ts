import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC } from '../../../../sandbox/solana/solana-catalogue.ts';
import { transfer } from '../../../../sandbox/solana/token-instructions.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { DepositTarget, PaymentScan } from '../../../../src/ports/payments.ts';
import { finalityDepth, type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

const coin = 1_000_000_000n;
const memoPrograms = {
  first: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  current: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
} as const;

function memo(
  text: string | Uint8Array,
  program: keyof typeof memoPrograms = 'current',
): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(memoPrograms[program]),
    keys: [],
    data: Buffer.from(text),
  });
}

describe('payments to targets on Solana', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let payer: Keypair;
  let after: bigint;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    payer = await local.newWallet([
      [SOL, 10n * coin],
      [USDC, 1_000_000n],
    ]);
    after = (await adapter.head()).latest;
  });
  afterAll(() => local.close());

  async function send(
    instructions: TransactionInstruction[],
    from: Keypair = payer,
  ): Promise<string> {
    const account = from.publicKey.toBase58();
    const transaction = local.build(from.publicKey, instructions);
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

  const pay = (to: PublicKey, lamports = 2_000_000n) => transferSol(payer.publicKey, to, lamports);
  const placeOf = (owner: PublicKey, token: string = SOL.address): DepositTarget => ({
    account: owner.toBase58(),
    token,
    after,
  });
  const paymentsAt = async (target: DepositTarget, by = adapter) =>
    (await by.paymentsTo([target]))[0]!.payments;
  const memosAt = async (owner: PublicKey, by = adapter) =>
    (await paymentsAt(placeOf(owner), by)).map(({ memo: said }) => said);

  describe('say what they are for', () => {
    it.each(['first', 'current'] as const)(
      'by the %s memo program, wherever in the transaction',
      async (program) => {
        const receiver = Keypair.generate().publicKey;
        await send([memo('before', program), pay(receiver)]);
        await send([pay(receiver), memo('behind: für dich', program)]);
        expect(await memosAt(receiver)).toEqual(['before', 'behind: für dich']);
      },
    );

    it('in one way only: of several memos that differ none is the one that is meant', async () => {
      const receiver = Keypair.generate().publicKey;
      await send([memo('one'), pay(receiver), memo('two', 'first')]);
      await send([memo('twice'), pay(receiver), memo('twice', 'first')]);
      expect(await memosAt(receiver)).toEqual([undefined, 'twice']);
    });

    it('by a program that the transaction calls, where it says nothing itself', async () => {
      const receiver = Keypair.generate().publicKey;
      await send([memo('inner'), pay(receiver)]);
      const called: Lies = {
        getTransaction: (result) => {
          const told = structuredClone(result) as {
            transaction: { message: { instructions: object[] } };
            meta: { innerInstructions: object[] };
          };
          const { message } = told.transaction;
          told.meta.innerInstructions.push({ index: 0, instructions: [message.instructions[0]!] });
          message.instructions.shift();
          return told;
        },
      };
      expect(await memosAt(receiver, local.adapter({ fetch: lyingFetch(called) }))).toEqual([
        'inner',
      ]);
    });
  });

  it('are those that receivedSince finds, also where the payer opens the token account', async () => {
    const receiver = Keypair.generate().publicKey;
    const payout = local.sandbox.payers.across.payOut({
      orderId: 'opens',
      token: USDC,
      receiver: receiver.toBase58(),
      amount: 5_000_000n,
    });
    local.mine(finalityDepth + 1);
    await payout;
    const target = placeOf(receiver, USDC.address);
    const received = await adapter.receivedSince(after, target.account, target.token);
    expect(received).toMatchObject([{ amount: 5_000_000n, final: true }]);
    const payments = await paymentsAt(target);
    expect(payments).toMatchObject(received);
    expect(payments[0]!.payer).not.toBe(target.account);
    // The rent that was put into the account pays nobody.
    expect(await paymentsAt(placeOf(receiver))).toEqual([]);
  });

  it('are from whose coins or tokens they are, whoever pays for the transaction', async () => {
    const [relayer, receiver] = [await local.newWallet(), Keypair.generate()];
    await local.openTokenAccounts([receiver.publicKey], USDC);
    const target = placeOf(receiver.publicKey, USDC.address);
    await send([
      transfer({ token: USDC, from: payer.publicKey, to: receiver.publicKey, amount: 3n }),
    ]);
    expect(await paymentsAt(target)).toMatchObject([
      { amount: 3n, payer: payer.publicKey.toBase58() },
    ]);
    const relayed: Lies = {
      getTransaction: (result) => {
        const told = structuredClone(result) as {
          transaction: { message: { accountKeys: string[] } };
        };
        const keys = told.transaction.message.accountKeys;
        keys[0] = relayer.publicKey.toBase58();
        return told;
      },
    };
    const by = local.adapter({ fetch: lyingFetch(relayed) });
    expect(await paymentsAt(target, by)).toMatchObject([
      { amount: 3n, payer: payer.publicKey.toBase58() },
    ]);
  });

  describe('to a busy account', () => {
    const receiver = Keypair.generate();
    const txIds: string[] = [];
    beforeAll(async () => {
      for (let amount = 1_000_001n; txIds.length < 7; amount++)
        txIds.push(await send([pay(receiver.publicKey, amount)]));
      local.mine(finalityDepth);
    });

    /** A node that gives so many at once, however many are asked for. */
    const givesAtOnce = (count: number) =>
      local.adapter({
        fetch: lyingFetch({
          getSignaturesForAddress: (result) => (result as unknown[]).slice(0, count),
        }),
      });

    it.each([2, 3, 6, 7])('are all found, once each, by pages of %i', async (count) => {
      const by = givesAtOnce(count);
      const target = placeOf(receiver.publicKey);
      const { final } = await adapter.head();
      const found: string[] = [];
      for (let from = after, looks = 0; from < final && looks < 10; looks++) {
        const [{ payments, scannedUntil }] = (await by.paymentsTo([
          { ...target, after: from },
        ])) as [PaymentScan];
        found.push(...payments.map(({ txId }) => txId));
        from = scannedUntil;
      }
      expect(found).toEqual(txIds);
    });

    it('are not all there where the node does not go on with its list', async () => {
      const forgets: Lies = {
        getSignaturesForAddress: (result, params) => {
          const [, { before }] = params as [string, { before?: string }];
          return before === undefined ? (result as unknown[]).slice(0, 3) : [];
        },
      };
      const by = local.adapter({ fetch: lyingFetch(forgets) });
      await expect(by.paymentsTo([placeOf(receiver.publicKey)])).rejects.toMatchObject({
        code: 'RPC_UNAVAILABLE',
      });
    });

    it.each<[string, Lies]>([
      ['has thrown away what was before', { getFirstAvailableBlock: () => 2_000_000_000 }],
      ['does not have what it lists', { getTransaction: () => null }],
      ['has no block of it', { getBlock: () => new RpcError(-32004) }],
      ['is not as far as its final block', { getSignaturesForAddress: () => new RpcError(-32016) }],
    ])('are not passed over where the node %s', async (_, lies) => {
      const by = local.adapter({ fetch: lyingFetch(lies) });
      await expect(by.paymentsTo([placeOf(receiver.publicKey)])).rejects.toMatchObject({
        code: 'RPC_UNAVAILABLE',
      });
    });

    it('are found beside a transaction of a version that nobody reads yet', async () => {
      const newer: Lies = {
        getTransaction: (told, [txId]) => (txId === txIds[0] ? new RpcError(-32015) : told),
      };
      const found = await paymentsAt(
        placeOf(receiver.publicKey),
        local.adapter({ fetch: lyingFetch(newer) }),
      );
      expect(found.map(({ txId }) => txId)).toEqual(txIds.slice(1));
    });
  });

  it('are looked for in a few requests, however many targets there are', async () => {
    local.mine(finalityDepth);
    let requests = 0;
    const counting: typeof fetch = (url, init) => {
      requests += 1;
      return fetch(url, init);
    };
    const by = local.adapter({ fetch: counting });
    const quiet = Array.from({ length: 100 }, () => placeOf(Keypair.generate().publicKey));
    const pooled = Array.from({ length: 100 }, () => quiet[0]!);
    await by.head();
    requests = 0;
    const seen = await by.paymentsTo([...quiet, ...pooled]);
    const { final } = await adapter.head();
    const through = { number: final, time: expect.any(Number) };
    expect(seen).toEqual(
      Array.from({ length: 200 }, () => ({ payments: [], scannedUntil: final, through })),
    );
    // The head, how far its history goes, and the accounts, fifty at a time.
    expect(requests).toBeLessThanOrEqual(5);
  });
});
