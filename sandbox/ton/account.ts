import {
  type Account as AccountRecord,
  type Address,
  beginCell,
  Cell,
  loadShardAccount,
  storeShardAccount,
} from '@ton/core';

/** The state of an account after one of its transactions. */
export interface Account {
  /** A `ShardAccount` of block.tlb as a bag of cells in base64, the executor's input. */
  readonly shardAccount: string;
  /** Undefined if the account does not exist. */
  readonly record: AccountRecord | undefined;
  /** 0 and 32 zero bytes if the account had no transaction. */
  readonly lastTransaction: { readonly lt: bigint; readonly hash: Buffer };
}

export function parseAccount(shardAccount: string): Account {
  const { account, lastTransactionLt, lastTransactionHash } = loadShardAccount(
    Cell.fromBase64(shardAccount).beginParse(),
  );
  const hash = Buffer.from(lastTransactionHash.toString(16).padStart(64, '0'), 'hex');
  return {
    shardAccount,
    record: account ?? undefined,
    lastTransaction: { lt: lastTransactionLt, hash },
  };
}

export const NO_ACCOUNT: Account = parseAccount(renderAccount(null));

interface FirstState {
  readonly address: Address;
  /** In nanotons. */
  readonly balance: bigint;
  readonly code: Cell;
  readonly data: Cell;
  readonly unixSeconds: number;
}

/** An account that exists from the first block, before anyone can pay for it. */
export function genesisAccount({ address, balance, code, data, unixSeconds }: FirstState): Account {
  const used = { bits: BigInt(code.bits.length + data.bits.length), cells: 2n };
  const record: AccountRecord = {
    addr: address,
    storageStats: { used, lastPaid: unixSeconds, duePayment: null, storageExtra: null },
    storage: {
      lastTransLt: 0n,
      balance: { coins: balance },
      state: { type: 'active', state: { code, data } },
    },
  };
  return parseAccount(renderAccount(record));
}

function renderAccount(account: AccountRecord | null): string {
  const record = { account, lastTransactionLt: 0n, lastTransactionHash: 0n };
  return beginCell().store(storeShardAccount(record)).endCell().toBoc().toString('base64');
}
