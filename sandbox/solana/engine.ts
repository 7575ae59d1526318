import { PublicKey } from '@solana/web3.js';
import type {
  FailedTransactionMetadata,
  InnerInstruction,
  Account as LiteAccount,
  SimulatedTransactionInfo,
  TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { SandboxError } from '../sandbox-error.ts';
import { readTransactionError, type TransactionError } from './transaction-error.ts';

/** The stored state of an address. */
export interface AccountState {
  readonly lamports: bigint;
  readonly data: Uint8Array;
  /** The 32 bytes of the owning program's address. */
  readonly owner: Uint8Array;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
}

interface InnerInstructions {
  /** Index of the calling instruction. */
  readonly index: number;
  readonly instructions: readonly {
    readonly programIdIndex: number;
    readonly accounts: readonly number[];
    readonly data: Uint8Array;
    readonly stackHeight: number;
  }[];
}

/** The result of a transaction in the virtual machine. */
export interface Outcome {
  readonly error: TransactionError | null;
  /** Whether it reached its instructions. Then the fee is charged, even if they failed. */
  readonly wasExecuted: boolean;
  readonly logs: readonly string[];
  readonly computeUnits: number;
  readonly innerInstructions: readonly InnerInstructions[];
  readonly returnData: { readonly programId: Uint8Array; readonly data: Uint8Array } | undefined;
}

export interface SimulatedOutcome extends Outcome {
  /** The accounts after the transaction, by address; empty if it failed. */
  readonly accounts: ReadonlyMap<string, AccountState>;
}

interface EngineTime {
  readonly slot: number;
  readonly unixSeconds: number;
  /** Newest first, readable by programs. */
  readonly slotHashes: readonly { readonly slot: number; readonly blockhash: string }[];
}

/**
 * The virtual machine with its accounts. It has no blocks, and does not reject old or repeated
 * transactions.
 */
export interface Engine {
  /** @returns undefined if the account does not exist */
  readAccount(address: PublicKey): AccountState | undefined;
  /** @param account undefined deletes it */
  writeAccount(address: PublicKey, account: AccountState | undefined): void;
  addressesOwnedBy(program: PublicKey): readonly PublicKey[];
  /** Checks the signatures, charges the fee and executes. */
  execute(bytes: Uint8Array): Outcome;
  /** Executes without storing anything. */
  simulate(bytes: Uint8Array, options: { readonly verifySignatures: boolean }): SimulatedOutcome;
  setTime(time: EngineTime): void;
  /** In lamports, for a data length in bytes. */
  rentExemptMinimum(dataLength: number): bigint;
}

/**
 * Loads litesvm on demand: it takes a tenth of a second and a library of 12 MB. It uses the native
 * module directly, because the package wraps it for another client library.
 * @throws {SandboxError} `engine-missing`
 */
export async function startEngine(): Promise<Engine> {
  const { Account, Clock, LiteSvm } = await loadLitesvm();
  const svm = new LiteSvm();
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  const schedule = svm.getEpochSchedule();
  return {
    readAccount(address) {
      const account = svm.getAccount(address.toBytes());
      return account === null ? undefined : stateOf(account);
    },
    writeAccount(address, account) {
      const { lamports, data, owner, executable, rentEpoch } = account ?? NO_ACCOUNT;
      svm.setAccount(address.toBytes(), new Account(lamports, data, owner, executable, rentEpoch));
    },
    addressesOwnedBy: (program) =>
      svm.getProgramAccounts(program.toBytes()).map(({ address }) => new PublicKey(address)),
    execute: (bytes) => outcomeOf(svm.sendVersionedTransaction(bytes)),
    simulate(bytes, { verifySignatures }) {
      svm.setSigverify(verifySignatures);
      const result = svm.simulateVersionedTransaction(bytes);
      svm.setSigverify(true);
      const after = 'postAccounts' in result ? result.postAccounts() : [];
      return {
        ...outcomeOf(result),
        accounts: new Map(
          after.map((item) => [new PublicKey(item.address).toBase58(), stateOf(item.account())]),
        ),
      };
    },
    setTime({ slot, unixSeconds, slotHashes }) {
      const epoch = BigInt(slot) / schedule.slotsPerEpoch;
      svm.setClock(
        new Clock(BigInt(slot), BigInt(unixSeconds), epoch, epoch + 1n, BigInt(unixSeconds)),
      );
      svm.setSlotHashes(
        slotHashes.map(({ slot: past, blockhash }) => ({ slot: BigInt(past), hash: blockhash })),
      );
    },
    rentExemptMinimum: (dataLength) => svm.minimumBalanceForRentExemption(BigInt(dataLength)),
  };
}

const NO_ACCOUNT: AccountState = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: new Uint8Array(32),
  executable: false,
  rentEpoch: 0n,
};

async function loadLitesvm(): Promise<typeof import('litesvm/dist/internal.js')> {
  try {
    return await import('litesvm/dist/internal.js');
  } catch (cause) {
    throw new SandboxError(
      'engine-missing',
      'litesvm cannot be loaded. Install the sandbox again.',
      {
        cause,
      },
    );
  }
}

function stateOf(account: LiteAccount): AccountState {
  return {
    lamports: account.lamports(),
    data: account.data(),
    owner: account.owner(),
    executable: account.executable(),
    rentEpoch: account.rentEpoch(),
  };
}

function outcomeOf(
  result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo,
): Outcome {
  const metadata = 'meta' in result ? result.meta() : result;
  const returned = metadata.returnData();
  const hasReturned = returned.data().length > 0;
  return {
    error: 'err' in result ? readTransactionError(result.err()) : null,
    // The engine sets the signature only if execution reached the instructions.
    wasExecuted: metadata.signature().some((byte) => byte !== 0),
    logs: metadata.logs(),
    computeUnits: Number(metadata.computeUnitsConsumed()),
    innerInstructions: metadata.innerInstructions().flatMap(readInnerInstructions),
    returnData: hasReturned
      ? { programId: returned.programId(), data: returned.data() }
      : undefined,
  };
}

function readInnerInstructions(
  inner: readonly InnerInstruction[],
  index: number,
): InnerInstructions[] {
  if (inner.length === 0) return [];
  const instructions = inner.map((item) => {
    const instruction = item.instruction();
    return {
      programIdIndex: instruction.programIdIndex(),
      accounts: [...instruction.accounts()],
      data: instruction.data(),
      stackHeight: item.stackHeight(),
    };
  });
  return [{ index, instructions }];
}
