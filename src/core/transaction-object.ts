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

/** A call of a contract on TRON (`TriggerSmartContract`), or a plain transfer of TRX (`TransferContract`). */
export interface TronTransaction {
  family: 'tron';
  /** Base58. */
  to: string;
  /** 0x-prefixed calldata: the first four bytes of the function signature's hash, and the encoded arguments; `0x` for a plain transfer. */
  data: string;
  /** To stand in the transaction for whoever is paid (`raw_data.data`), as UTF-8. */
  memo?: string;
  /** Sun sent along. */
  value: bigint;
}

/** A whole Solana transaction as it came, whoever has signed it already; its blockhash may be replaced. */
export interface SolanaTransaction {
  family: 'solana';
  /** Wire form (signatures and message), base64. */
  data: string;
}

/** What a wallet contract of TON is told to send, all of it in one transaction of the wallet. */
export interface TonTransaction {
  family: 'ton';
  messages: readonly TonMessage[];
}

export interface TonMessage {
  /** In any form: whether it says bounceable is a part of what is sent. */
  address: string;
  /** Nanotons. */
  value: bigint;
  /** Body, a BOC of one root in base64; absent: none. */
  payload?: string;
  /** Of the contract to deploy, a BOC of one root in base64; absent: none. */
  stateInit?: string;
}

/** A Bitcoin transaction as it came, unsigned: which coins it spends, and where they go. */
export interface BitcoinPsbt {
  family: 'bitcoin';
  kind: 'psbt';
  /** BIP-174, base64. */
  psbt: string;
  /** Indexes of the inputs to sign, each once. */
  signInputs: readonly number[];
}

/** A payment of Bitcoin whose coins Ferryman chooses. */
export interface BitcoinTransfer {
  family: 'bitcoin';
  kind: 'transfer';
  to: string;
  /** Satoshis. */
  value: bigint;
  /** To stand in an output that pays nothing (OP_RETURN), as UTF-8. */
  memo?: string;
}

export type BitcoinTransaction = BitcoinPsbt | BitcoinTransfer;

/** One member per chain family. */
export type TransactionObject =
  | EvmTransaction
  | TronTransaction
  | SolanaTransaction
  | TonTransaction
  | BitcoinTransaction;

/** Contracts that the transaction itself names as its target; the programs, messages and outputs of other families are judged one by one. */
export function targetsOf(transaction: TransactionObject): string[] {
  switch (transaction.family) {
    case 'evm':
    case 'tron':
      return [transaction.to];
    case 'solana':
    case 'ton':
    case 'bitcoin':
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

export interface TonFee {
  family: 'ton';
  /** Nanotons for the wallet's own transaction and for sending its messages; what the receivers' transactions cost is in the messages' values. */
  walletFee: bigint;
}

export interface BitcoinFee {
  family: 'bitcoin';
  /** Satoshis in all: what goes in and does not come out. */
  total: bigint;
  /** Virtual bytes (BIP-141) that it pays for, once signed. */
  virtualSize: bigint;
}

export type Fee = EvmFee | TronFee | SolanaFee | TonFee | BitcoinFee;

/** Base units of the native coin that `fee` can cost at most. */
export function maximumFee(fee: Fee): bigint {
  switch (fee.family) {
    case 'evm':
      return fee.gasLimit * fee.maxFeePerGas;
    case 'tron':
      return fee.feeLimit + fee.bandwidthFee;
    case 'solana':
      return fee.signatureFee + (fee.computeUnitLimit * fee.computeUnitPrice + 999_999n) / 1_000_000n;
    case 'ton':
      return fee.walletFee;
    case 'bitcoin':
      return fee.total;
    default:
      return assertNever(fee, 'fee');
  }
}
