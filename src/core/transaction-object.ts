import { assertNever } from './assert-never.ts';

/** What a transaction does on an EVM chain, before it has a lease: what, not when or at which fee. */
export interface EvmTransaction {
  family: 'evm';
  to: string;
  /** 0x-prefixed calldata, `0x` for none. */
  data: string;
  /** Wei. */
  value: bigint;
}

/** A call of a contract on TRON (`TriggerSmartContract`). */
export interface TronTransaction {
  family: 'tron';
  /** Base58. */
  to: string;
  /** 0x-prefixed calldata: the first four bytes of the function signature's hash, and the encoded arguments. */
  data: string;
  /** Sun sent along. */
  value: bigint;
}

/** A whole Solana transaction as it came, whoever has signed it already; its blockhash may be replaced. */
export interface SolanaTransaction {
  family: 'solana';
  /** Wire form (signatures and message), base64. */
  data: string;
}

/** One member per chain family. */
export type TransactionObject = EvmTransaction | TronTransaction | SolanaTransaction;

/** Contracts that the transaction itself names as its target; a Solana transaction names programs, which are judged one by one. */
export function targetsOf(transaction: TransactionObject): string[] {
  switch (transaction.family) {
    case 'evm':
    case 'tron':
      return [transaction.to];
    case 'solana':
      return [];
    default:
      return assertNever(transaction, 'transaction');
  }
}

/** What a transaction may cost at most, and the fee fields that bound it. */
export interface EvmFee {
  family: 'evm';
  gasLimit: bigint;
  /** Wei per gas; for `legacy` chains this is the gas price. */
  maxFeePerGas: bigint;
  /** Wei per gas; zero on `legacy` chains. */
  maxPriorityFeePerGas: bigint;
}

export interface TronFee {
  family: 'tron';
  /** Sun that energy may cost at most: the transaction's own `fee_limit`. */
  feeLimit: bigint;
  /** Sun that its bandwidth costs at most, where the account has none left. */
  bandwidthFee: bigint;
}

export interface SolanaFee {
  family: 'solana';
  /** Lamports for its signatures. */
  signatureFee: bigint;
  computeUnitLimit: bigint;
  /** Micro-lamports for a compute unit. */
  computeUnitPrice: bigint;
}

export type Fee = EvmFee | TronFee | SolanaFee;

/** Base units of the native coin that `fee` can cost at most. */
export function maximumFee(fee: Fee): bigint {
  switch (fee.family) {
    case 'evm':
      return fee.gasLimit * fee.maxFeePerGas;
    case 'tron':
      return fee.feeLimit + fee.bandwidthFee;
    case 'solana':
      return fee.signatureFee + (fee.computeUnitLimit * fee.computeUnitPrice + 999_999n) / 1_000_000n;
    default:
      return assertNever(fee, 'fee');
  }
}
