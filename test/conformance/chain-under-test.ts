import { expect } from 'vitest';
import type { TokenAddress } from '../../src/core/swap/chains.ts';
import type { ChainHead, LeaseTerms } from '../../src/core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../src/core/swap/transaction-object.ts';
import type {
  ChainAdapter,
  SignedTransaction,
  UnsignedTransaction,
} from '../../src/ports/chain-adapter.ts';
import type { Keys } from '../../src/ports/keys.ts';
import type { LeaseToProve } from '../../src/ports/lease-proof.ts';

export interface Account {
  address: string;
  keyRef: string;
}

/**
 * A real node with everything on it that the suite moves, and the ways in which it can be made to
 * misbehave.
 */
export interface ChainUnderTest {
  adapter: ChainAdapter;
  keys: Keys;
  token: { address: TokenAddress; symbol: string; decimals: number };
  /** The least that a new account can be sent in native coins. */
  leastNative: bigint;
  /**
   * More than an estimate, which looks for the least with which the transaction itself succeeds.
   */
  withRoom(fee: Fee): Fee;
  /** The same id as somebody else may write it. */
  otherSpelling(txId: string): string;
  /** Blocks on top of one after which it is final. */
  finalDepth: number;
  /**
   * What the node says of its head, where the final block is not counted down from the newest one.
   */
  head?(): Promise<ChainHead>;
  /** A node does not tell what it was sent before that is in a block. */
  hasNoMempool?: true;
  /**
   * How many transactions of an account can wait at once, and questions that it takes to see them;
   * default: 30, and 4.
   */
  crowd?: { size: bigint; questions: number };
  /** A node takes what the account cannot pay for: it lands, and nothing is sent. */
  takesUnpaid?: true;
  /** Native coins that a transfer of tokens sends along, for what it costs on its way. */
  sentAlong?: bigint;
  /** What a new account holds. */
  initial: { native: bigint; token: bigint };
  newAccount(): Promise<Account>;
  /** An address that nobody has used. */
  newReceiver(): string;
  /**
   * An address of somebody who is not there yet as a provider would write it; default: as it is.
   */
  depositForm?(address: string): string;
  transactions: {
    native(to: string, amount: bigint): TransactionObject;
    token(to: string, amount: bigint): TransactionObject;
    /** Always fails on chain. */
    failing(): TransactionObject;
  };
  mine(blocks?: number): Promise<void>;
  /** Throws the newest blocks away; their transactions are forgotten. */
  reorg(depth: number): Promise<void>;
  /**
   * The same node, behind a connection that does this to everything that is sent, but to no other
   * question.
   */
  sendingFails(how: 'answer_lost' | 'request_lost' | 'server_error'): ChainAdapter;
  /** An adapter configured for another chain than the node serves. */
  wrongChain(): ChainAdapter;
  /** The same node; counts HTTP requests. */
  counted(): { adapter: ChainAdapter; requests(): number };
  close(): Promise<void>;
}

/** Where tokens give allowances and contracts pass coins on. */
export interface ContractChainUnderTest extends ChainUnderTest {
  /** A contract that may be given an allowance. */
  spender: string;
  transactions: ChainUnderTest['transactions'] & {
    /** A contract passes the value on. */
    nativeThroughContract(to: string, amount: bigint): TransactionObject;
    /**
     * A contract passes the value to one that passes it on and then fails, which the first does not
     * mind.
     */
    nativeThroughFailingContract(to: string, amount: bigint): TransactionObject;
  };
}

/** Where a lease ends by expiry. */
export interface ExpiringChainUnderTest extends ChainUnderTest {
  /** Its accounts count what they do as well: of all attempts with one number one lands at most. */
  isNumbered?: true;
  /**
   * Lets time or blocks pass, including nothing, until whatever is signed by now has expired at the
   * final block.
   */
  expire(): Promise<void>;
  /** The same node twice, as two hosts. */
  twoEndpoints(): ChainAdapter;
}

export type Driver = ReturnType<typeof createDriver>;

/** Takes transactions as far as a test needs them, all through the adapter. */
export function createDriver(under: ChainUnderTest) {
  const { adapter } = under;

  /** The transaction with its coins chosen, where it is paid for with coins. */
  async function complete(
    { address }: Account,
    transaction: TransactionObject,
  ): Promise<TransactionObject> {
    return (await adapter.inputs?.choose(address, transaction)) ?? transaction;
  }

  /**
   * The terms of the account's next lease, or of one so many places later; those of coins are in
   * the transaction.
   */
  async function terms(
    account: Account,
    place = 0n,
    transaction?: TransactionObject,
  ): Promise<LeaseTerms> {
    if (adapter.inputs && transaction)
      return { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
    if (adapter.accounts.kind !== 'counted') return { kind: 'expiry' };
    const next = await adapter.accounts.nextNonce(account.address);
    if (adapter.chain.family === 'ton') return { kind: 'seqno', seqno: next + place };
    return { kind: 'nonce', nonce: next + place };
  }

  async function prepare(
    account: Account,
    given: TransactionObject,
    known: Known = {},
  ): Promise<UnsignedTransaction> {
    const transaction = await complete(account, given);
    return adapter.prepare({
      account: account.address,
      terms: known.terms ?? (await terms(account, 0n, transaction)),
      transaction,
      fee: known.fee ?? (await adapter.estimateFee(account.address, transaction)),
    });
  }

  async function signed(
    account: Account,
    transaction: TransactionObject,
    known: Known = {},
  ): Promise<SignedTransaction> {
    return adapter.sign(await prepare(account, transaction, known), under.keys, account.keyRef);
  }

  /** Sends and includes a transaction under a lease of its own. */
  async function leased(
    account: Account,
    given: TransactionObject,
    fee?: Fee,
  ): Promise<{ lease: LeaseToProve; sent: SignedTransaction }> {
    const transaction = await complete(account, given);
    const free = await terms(account, 0n, transaction);
    const unsigned = await prepare(account, transaction, { terms: free, ...(fee ? { fee } : {}) });
    const sent = await adapter.sign(unsigned, under.keys, account.keyRef);
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    await under.mine();
    return { lease: { account: account.address, terms: signedTerms(free, unsigned) }, sent };
  }

  async function landed(
    account: Account,
    transaction: TransactionObject,
  ): Promise<SignedTransaction> {
    const sent = await signed(account, transaction);
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    await under.mine();
    return sent;
  }

  async function landedWithRoom(
    account: Account,
    transaction: TransactionObject,
  ): Promise<SignedTransaction> {
    const plain = under.transactions.native(account.address, under.leastNative);
    const fee = under.withRoom(await adapter.estimateFee(account.address, plain));
    const sent = await signed(account, transaction, { fee });
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    await under.mine();
    return sent;
  }

  const landedFailing = (account: Account): Promise<SignedTransaction> =>
    landedWithRoom(account, under.transactions.failing());

  /**
   * What a transaction would do to the accounts' balances of the native coin and of the token under
   * test.
   */
  async function simulate(
    account: Account,
    transaction: TransactionObject,
    { accounts = [], inspect = [] }: { accounts?: string[]; inspect?: string[] } = {},
  ) {
    const unsigned = await prepare(account, transaction);
    const changes = await adapter.simulate({
      unsigned,
      accounts,
      tokens: [under.token.address],
      inspect,
    });
    const delta = (address: string, token: TokenAddress): bigint =>
      changes.balanceChanges
        .filter((change) => change.account === address && change.token === token)
        .reduce((sum, change) => sum + change.delta, 0n);
    return { changes, delta };
  }

  const received = (sent: SignedTransaction, receiver: string, token: TokenAddress) =>
    adapter.receivedIn(sent.txId, receiver, token);

  return {
    terms,
    prepare,
    signed,
    leased,
    landed,
    landedWithRoom,
    landedFailing,
    simulate,
    received,
  };
}

interface Known {
  terms?: LeaseTerms;
  fee?: Fee;
}

/** What is known of the terms once something was prepared under them. */
export function signedTerms(terms: LeaseTerms, { expires }: UnsignedTransaction): LeaseTerms {
  const canExpire = terms.kind === 'expiry' || terms.kind === 'seqno';
  return canExpire && expires !== undefined ? { ...terms, expires } : terms;
}
