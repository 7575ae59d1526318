import { expect } from 'vitest';
import type { TokenAddress } from '../../src/core/chains.ts';
import type { Fee, TransactionObject } from '../../src/core/transaction-object.ts';
import type { ChainAdapter, SignedTransaction, UnsignedTransaction } from '../../src/ports/chain-adapter.ts';
import type { Signer } from '../../src/ports/signer.ts';

export interface Account {
  address: string;
  keyRef: string;
}

/** A real node with everything on it that the suite moves, and the ways in which it can be made to misbehave. */
export interface ChainUnderTest {
  adapter: ChainAdapter;
  signer: Signer;
  token: { address: TokenAddress; symbol: string; decimals: number };
  /** A contract that may be given an allowance. */
  spender: string;
  /** What a new account holds. */
  initial: { native: bigint; token: bigint };
  newAccount(): Promise<Account>;
  /** An address that nobody has used. */
  newReceiver(): string;
  transactions: {
    native(to: string, amount: bigint): TransactionObject;
    token(to: string, amount: bigint): TransactionObject;
    /** A contract passes the value on. */
    nativeThroughContract(to: string, amount: bigint): TransactionObject;
    /** A contract passes the value to one that passes it on and then fails, which the first does not mind. */
    nativeThroughFailingContract(to: string, amount: bigint): TransactionObject;
    /** Always fails on chain. */
    failing(): TransactionObject;
  };
  mine(blocks?: number): Promise<void>;
  /** Throws the newest blocks away; their transactions are forgotten. */
  reorg(depth: number): Promise<void>;
  /** The same node, behind a connection that does this to everything that is sent, but to no other question. */
  sendingFails(how: 'answer_lost' | 'request_lost' | 'server_error'): ChainAdapter;
  /** An adapter configured for another chain than the node serves. */
  wrongChain(): ChainAdapter;
  /** The same node; counts HTTP requests. */
  counted(): { adapter: ChainAdapter; requests(): number };
  close(): Promise<void>;
}

export type Driver = ReturnType<typeof createDriver>;

/** Takes transactions as far as a test needs them, all through the adapter. */
export function createDriver(under: ChainUnderTest) {
  const { adapter } = under;

  async function prepare(
    account: Account,
    transaction: TransactionObject,
    { nonce, fee }: { nonce?: bigint; fee?: Fee } = {},
  ): Promise<UnsignedTransaction> {
    return adapter.prepare({
      account: account.address,
      nonce: nonce ?? (await adapter.nextNonce(account.address)),
      transaction,
      fee: fee ?? (await adapter.estimateFee(account.address, transaction)),
    });
  }

  async function signed(
    account: Account,
    transaction: TransactionObject,
    options: { nonce?: bigint; fee?: Fee } = {},
  ): Promise<SignedTransaction> {
    return adapter.sign(await prepare(account, transaction, options), under.signer, account.keyRef);
  }

  async function landed(account: Account, transaction: TransactionObject): Promise<SignedTransaction> {
    const sent = await signed(account, transaction);
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    await under.mine();
    return sent;
  }

  /** With more gas than an estimate, which looks for the least with which the transaction itself succeeds. */
  async function landedWithGas(account: Account, transaction: TransactionObject): Promise<SignedTransaction> {
    const fee = await adapter.estimateFee(account.address, under.transactions.native(account.address, 0n));
    const sent = await signed(account, transaction, { fee: { ...fee, gasLimit: 200_000n } });
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    await under.mine();
    return sent;
  }

  const landedFailing = (account: Account): Promise<SignedTransaction> =>
    landedWithGas(account, under.transactions.failing());

  return { prepare, signed, landed, landedWithGas, landedFailing };
}
