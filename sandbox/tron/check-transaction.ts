import { type Address, type Hex, size } from 'viem';
import type { ChainClient } from '../evm/chain-client.ts';
import type { ChainRecord, TronBlock } from './chain-record.ts';
import { bandwidthGas, ENERGY_PRICE, MAX_FEE_LIMIT } from './resources.ts';
import { renderTronAddress } from './tron-address.ts';
import { sizeOf, type TronTransaction } from './tron-transaction.ts';
import { weighSignatures } from './weigh-signatures.ts';

/**
 * Why a node refuses a transaction, with java-tron's code and text (`Wallet.broadcastTransaction`).
 */
export interface Refusal {
  readonly code:
    | 'SIGERROR'
    | 'CONTRACT_VALIDATE_ERROR'
    | 'BANDWITH_ERROR'
    | 'DUP_TRANSACTION_ERROR'
    | 'TAPOS_ERROR'
    | 'TOO_BIG_TRANSACTION_ERROR'
    | 'TRANSACTION_EXPIRATION_ERROR'
    | 'OTHER_ERROR';
  readonly message: string;
}

interface CheckTools {
  readonly record: ChainRecord;
  readonly client: ChainClient;
}

const MAX_SIZE = 500 * 1_024;
const MAX_LIFETIME_MS = 24n * 60n * 60n * 1_000n;
const MAX_INT_64 = 2n ** 63n - 1n;

export const DUPLICATE: Refusal = { code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' };
const EXPIRED: Refusal = { code: 'TRANSACTION_EXPIRATION_ERROR', message: 'Transaction expired' };
const OTHER_FORK: Refusal = { code: 'TAPOS_ERROR', message: 'Tapos check error.' };

/** All checks before a node accepts a transaction, in java-tron's order. */
export async function checkTransaction(
  transaction: TronTransaction,
  { record, client }: CheckTools,
): Promise<Refusal | undefined> {
  if (record.knows(transaction.id)) return DUPLICATE;
  if (sizeOf(transaction) > MAX_SIZE) {
    return { code: 'TOO_BIG_TRANSACTION_ERROR', message: 'Transaction size is too big.' };
  }
  const signature = await signatureProblem(transaction);
  if (signature !== undefined)
    return { code: 'SIGERROR', message: `Validate signature error: ${signature}` };
  if (!isOnThisFork(transaction, record)) return OTHER_FORK;
  const { timestamp } = record.head();
  if (
    isExpired(transaction, timestamp) ||
    transaction.expiration > BigInt(timestamp) + MAX_LIFETIME_MS
  )
    return EXPIRED;
  return payableProblem(transaction, client);
}

/** Whether a block of this time can no longer include it. @param timestamp Unix milliseconds */
export function isExpired({ expiration }: TronTransaction, timestamp: number): boolean {
  return expiration <= BigInt(timestamp);
}

/** Whether the referenced block is on this chain (TAPOS: transactions as proof of stake). */
export function isOnThisFork(
  { refBlockBytes, refBlockHash }: TronTransaction,
  record: ChainRecord,
): boolean {
  if (size(refBlockBytes) !== 2 || size(refBlockHash) !== 8) return false;
  return latestBlockEndingWith(refBlockBytes, record)?.id.slice(18, 34) === refBlockHash.slice(2);
}

/** The two bytes identify a block among the last 65,536. */
function latestBlockEndingWith(refBlockBytes: Hex, record: ChainRecord): TronBlock | undefined {
  const head = record.head().number;
  const behind = (head - Number(refBlockBytes)) & 0xffff;
  return record.block(head - behind);
}

async function signatureProblem(transaction: TronTransaction): Promise<string | undefined> {
  if (transaction.signatures.length === 0) return 'miss sig or contract';
  const signers = await weighSignatures(transaction);
  return 'code' in signers ? signers.message : undefined;
}

/** Checks the accounts at the latest block. */
async function payableProblem({ contract, feeLimit }: TronTransaction, client: ChainClient) {
  const { owner } = contract;
  const [balance, nonce] = await Promise.all([
    client.getBalance({ address: owner }),
    client.getTransactionCount({ address: owner }),
  ]);
  // An account exists once it has received something.
  if (balance === 0n && nonce === 0)
    return invalid(`account [${renderTronAddress(owner)}] does not exist`);
  const data = contract.type === 'TriggerSmartContract' ? contract.data : '0x';
  const left = balance - bandwidthGas(data) * ENERGY_PRICE;
  if (left < 0n)
    return { code: 'BANDWITH_ERROR', message: 'Account resource insufficient error.' } as const;

  if (contract.type === 'TransferContract') {
    const { to, amount } = contract;
    if (amount <= 0n) return invalid('Amount must be greater than 0.');
    if (to === owner) return invalid('Cannot transfer TRX to yourself.');
    if (await hasCode(client, to)) return invalid('Cannot transfer TRX to a smartContract.');
    return left < amount
      ? invalid('Validate TransferContract error, balance is not sufficient.')
      : undefined;
  }
  if (feeLimit < 0n || feeLimit > MAX_FEE_LIMIT)
    return invalid(`feeLimit must be >= 0 and <= ${MAX_FEE_LIMIT}`);
  if (contract.callValue < 0n || contract.callValue > MAX_INT_64)
    return invalid('callValue must be >= 0');
  if (!(await hasCode(client, contract.contract)))
    return invalid('No contract or not a valid smart contract');
  return left < contract.callValue
    ? invalid('Validate InternalTransfer error, balance is not sufficient.')
    : undefined;
}

async function hasCode(client: ChainClient, address: Address): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined;
}

function invalid(reason: string): Refusal {
  return { code: 'CONTRACT_VALIDATE_ERROR', message: `Contract validate error : ${reason}` };
}
