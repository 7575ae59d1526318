import type { Cell } from '@ton/core';
import { z } from 'zod';
import type { Account } from '../account.ts';
import type { Block } from '../block.ts';
import { unknownBlock } from './api-error.ts';
import {
  type ApiContext,
  type ApiMethod,
  addressParam,
  integerParam,
  parseParams,
} from './api-request.ts';
import { BASECHAIN, MASTERCHAIN, renderBlockId } from './render-block.ts';

const params = z.object({ address: addressParam, seqno: integerParam.nullish() });

const read = (given: unknown, context: ApiContext) => {
  const { address, seqno } = parseParams(params, given);
  const head = blockOf(seqno, context);
  return { address, head, account: context.blockchain.readAccount(address, head) };
};

/**
 * The requested block. Default: the node's newest one.
 * @throws {ApiError} if the node does not have the block
 */
export function blockOf(seqno: bigint | null | undefined, { head, blockchain }: ApiContext): Block {
  if (typeof seqno !== 'bigint') return head();
  const block = seqno > BigInt(head().seqno) ? undefined : blockchain.at(Number(seqno));
  if (block === undefined) throw unknownBlock();
  return block;
}

const getAddressInformation: ApiMethod = (given, context) => {
  const { address, head, account } = read(given, context);
  const { code, data } = contentsOf(account);
  return {
    '@type': 'raw.fullAccountState',
    balance: balanceOf(account),
    extra_currencies: [],
    code: renderCell(code),
    data: renderCell(data),
    last_transaction_id: renderLast(account),
    block_id: renderBlockId(head, address.workChain === MASTERCHAIN ? MASTERCHAIN : BASECHAIN),
    frozen_hash: '',
    sync_utime: head.unixSeconds,
    '@extra': '',
    state: stateOf(account),
  };
};

const getExtendedAddressInformation: ApiMethod = (given, context) => {
  const { address, head, account } = read(given, context);
  const { code, data } = contentsOf(account);
  return {
    '@type': 'fullAccountState',
    address: { '@type': 'accountAddress', account_address: address.toString() },
    balance: balanceOf(account),
    extra_currencies: [],
    last_transaction_id: renderLast(account),
    block_id: renderBlockId(head, BASECHAIN),
    sync_utime: head.unixSeconds,
    account_state:
      stateOf(account) === 'active'
        ? {
            '@type': 'raw.accountState',
            code: renderCell(code),
            data: renderCell(data),
            frozen_hash: '',
          }
        : { '@type': 'uninited.accountState', frozen_hash: '' },
    revision: 0,
    '@extra': '',
  };
};

const getAddressBalance: ApiMethod = (given, context) => balanceOf(read(given, context).account);

const getAddressState: ApiMethod = (given, context) => stateOf(read(given, context).account);

/**
 * tonlib reports -1 for a missing account, and toncenter makes it the number 0; other balances are
 * text.
 */
function balanceOf({ record }: Account): string | number {
  return record === undefined ? 0 : record.storage.balance.coins.toString();
}

/** A missing account is reported as uninitialized. */
function stateOf({ record }: Account): 'active' | 'uninitialized' | 'frozen' {
  const type = record?.storage.state.type ?? 'uninit';
  switch (type) {
    case 'active':
      return 'active';
    case 'frozen':
      return 'frozen';
    case 'uninit':
      return 'uninitialized';
  }
}

/** The code and data of a contract, if there is one. */
export function contentsOf({ record }: Account): {
  readonly code: Cell | undefined;
  readonly data: Cell | undefined;
} {
  const state = record?.storage.state;
  if (state?.type !== 'active') return { code: undefined, data: undefined };
  return { code: state.state.code ?? undefined, data: state.state.data ?? undefined };
}

function renderLast({ lastTransaction: { lt, hash } }: Account) {
  return { '@type': 'internal.transactionId', lt: lt.toString(), hash: hash.toString('base64') };
}

function renderCell(cell: Cell | undefined): string {
  return cell === undefined ? '' : cell.toBoc().toString('base64');
}

export const ACCOUNT_METHODS = {
  getAddressBalance,
  getAddressInformation,
  getAddressState,
  getExtendedAddressInformation,
};
