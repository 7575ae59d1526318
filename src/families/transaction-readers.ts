import type { Family } from '../core/chains.ts';
import type { TransactionReader } from '../router/transaction-reader.ts';
import { readBitcoinTransaction } from './bitcoin/router/read-transaction.ts';
import { readEvmAddress, readEvmTransaction } from './evm/router/read-transaction.ts';
import { readSolanaTransaction } from './solana/router/read-transaction.ts';
import { readTonTransaction } from './ton/router/read-transaction.ts';
import { readTronAddress, readTronTransaction } from './tron/router/read-transaction.ts';

/** How the routing service's transactions are read, by the family of the chain that they are for. */
export const transactionReaders: Readonly<Record<Family, TransactionReader>> = {
  evm: { transaction: readEvmTransaction, spender: (text) => readEvmAddress(text, 'approvalAddress') },
  tron: { transaction: readTronTransaction, spender: (text) => readTronAddress(text, 'approvalAddress') },
  solana: { transaction: readSolanaTransaction },
  ton: { transaction: readTonTransaction },
  bitcoin: { transaction: readBitcoinTransaction },
};
