import { z } from 'zod';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.ts';
import { readMintDecimals, readTokenAccount } from '../token-account.ts';
import { accountEncoding, renderAccount, renderTokenAmount } from './render-account.ts';
import { invalidParams } from './rpc-error.ts';
import {
  addressParam,
  contextConfig,
  headFor,
  inContext,
  parseParams,
  type RpcMethod,
} from './rpc-request.ts';

const MOST_ACCOUNTS = 100;

const accountConfig = contextConfig.extend({
  encoding: accountEncoding.optional(),
  dataSlice: z
    .object({ offset: z.number().int().min(0), length: z.number().int().min(0) })
    .optional(),
});
const ofAddress = z.tuple([addressParam, contextConfig.nullish()]);
const accountInfoParams = z.tuple([addressParam, accountConfig.nullish()]);
const accountsParams = z.tuple([z.array(addressParam).max(MOST_ACCOUNTS), accountConfig.nullish()]);
const tokenAccountsParams = z.tuple([
  addressParam,
  z.union([z.strictObject({ mint: addressParam }), z.strictObject({ programId: addressParam })]),
  accountConfig.nullish(),
]);
const rentParams = z.tuple([z.number().int().min(0), contextConfig.nullish()]);

const getBalance: RpcMethod = (params, context) => {
  const [address, config] = parseParams(ofAddress, params);
  const head = headFor(context, config ?? undefined);
  return inContext(head, Number(context.blockchain.readAccount(address, head)?.lamports ?? 0n));
};

const getAccountInfo: RpcMethod = (params, context) => {
  const [address, config] = parseParams(accountInfoParams, params);
  const head = headFor(context, config ?? undefined);
  const account = context.blockchain.readAccount(address, head);
  return inContext(head, account === undefined ? null : renderAccount(account, config ?? {}));
};

const getMultipleAccounts: RpcMethod = (params, context) => {
  const [addresses, config] = parseParams(accountsParams, params);
  const head = headFor(context, config ?? undefined);
  const accounts = addresses.map((address) => context.blockchain.readAccount(address, head));
  return inContext(
    head,
    accounts.map((account) =>
      account === undefined ? null : renderAccount(account, config ?? {}),
    ),
  );
};

const getTokenAccountsByOwner: RpcMethod = (params, context) => {
  const [owner, filter, config] = parseParams(tokenAccountsParams, params);
  const { blockchain } = context;
  const head = headFor(context, config ?? undefined);
  if (
    'mint' in filter &&
    readMintDecimals(blockchain.readAccount(filter.mint, head)) === undefined
  ) {
    throw invalidParams('Invalid param: could not find mint');
  }
  const programs = 'programId' in filter ? [filter.programId] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];
  const found = programs
    .flatMap((program) => blockchain.addressesOwnedBy(program, head))
    .flatMap((address) => {
      const account = blockchain.readAccount(address, head);
      const held = readTokenAccount(account);
      if (account === undefined || held === undefined || !held.owner.equals(owner)) return [];
      if ('mint' in filter && !held.mint.equals(filter.mint)) return [];
      return [{ pubkey: address.toBase58(), account: renderAccount(account, config ?? {}) }];
    });
  return inContext(head, found);
};

const getTokenAccountBalance: RpcMethod = (params, context) => {
  const [address, config] = parseParams(ofAddress, params);
  const head = headFor(context, config ?? undefined);
  const held = readTokenAccount(context.blockchain.readAccount(address, head));
  if (held === undefined) throw invalidParams('Invalid param: could not find account');
  const decimals = readMintDecimals(context.blockchain.readAccount(held.mint, head)) ?? 0;
  return inContext(head, renderTokenAmount(held.amount, decimals));
};

const getMinimumBalanceForRentExemption: RpcMethod = (params, { blockchain }) => {
  const [dataLength] = parseParams(rentParams, params);
  return Number(blockchain.engine.rentExemptMinimum(dataLength));
};

export const ACCOUNT_METHODS = {
  getAccountInfo,
  getBalance,
  getMinimumBalanceForRentExemption,
  getMultipleAccounts,
  getTokenAccountBalance,
  getTokenAccountsByOwner,
};
