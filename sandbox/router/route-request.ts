import { type Address, getAddress, isAddress, zeroAddress } from 'viem';
import type { EvmChains } from '../evm/evm-chain.ts';
import { findToken } from '../evm/evm-chain.ts';
import type { Token } from '../evm/token.ts';
import type { Route } from '../providers/provider.ts';
import { type RouteFields, tradeRequest } from './request-schema.ts';
import { RouteError, type RouterProblem, ValidationError } from './router-error.ts';
import { parseTokenAmount } from './token-amount.ts';

export interface RouteRequest {
  /** With the defaults filled in. */
  readonly fields: RouteFields;
  readonly route: Route;
}

export interface ExecutableRequest extends RouteRequest {
  readonly route: Route & { readonly sender: Address; readonly receiver: Address };
}

const WALLET_FIELDS = ['fromAddress', 'receiver', 'refundAddress', 'integratorAddress'] as const;

/**
 * Reads the body of a quote request.
 * @throws {ValidationError} 1002, 1005, 1006, 1999, 2005, 2006
 * @throws {RouteError} 2001 for chains and tokens that the sandbox does not have
 */
export function parseRouteRequest(body: unknown, chains: EvmChains): RouteRequest {
  const fields = parseFields(body);
  const problems = WALLET_FIELDS.filter((field) => !isWalletOrEmpty(fields[field])).map(
    (field): RouterProblem => ({ code: 1006, reason: `${field} is not a wallet address` }),
  );
  if (problems.length > 0) throw new ValidationError(problems);
  const from = parseToken(chains, fields.srcTokenBlockchain, fields.srcTokenAddress);
  const to = parseToken(chains, fields.dstTokenBlockchain, fields.dstTokenAddress);
  if (from === to) throw new ValidationError([{ code: 1002, reason: 'The tokens are equal' }]);
  const amountIn = parseTokenAmount(fields.srcTokenAmount, from);
  const { fromAddress, receiver } = fields;
  const wallets = {
    ...(fromAddress ? { sender: getAddress(fromAddress) } : {}),
    ...(receiver ? { receiver: getAddress(receiver) } : {}),
  };
  return { fields, route: { from, to, amountIn, ...wallets } };
}

/** Reads the body of a swap request. @throws as `parseRouteRequest`, and {ValidationError} 1001 */
export function parseExecutableRequest(body: unknown, chains: EvmChains): ExecutableRequest {
  const { fields, route } = parseRouteRequest(body, chains);
  const { sender, receiver } = route;
  const problems: RouterProblem[] = [];
  if (receiver === undefined) problems.push({ code: 1001, reason: 'The receiver is required' });
  if (sender === undefined) problems.push({ code: 1005, reason: 'fromAddress is missing' });
  if (sender === undefined || receiver === undefined) throw new ValidationError(problems);
  return { fields, route: { ...route, sender, receiver } };
}

function parseFields(body: unknown): RouteFields {
  const parsed = tradeRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const present = typeof body === 'object' && body !== null ? body : {};
  const problems = parsed.error.issues.map(({ path, message }): RouterProblem => {
    const field = String(path[0] ?? 'body');
    if (path.length === 1 && !(field in present)) return { code: 1005, reason: `${field} is missing` };
    return { code: 1999, reason: `${field}: ${message}` };
  });
  throw new ValidationError(problems);
}

/** An empty wallet is as good as none, as the interface says of deposit providers. */
function isWalletOrEmpty(text = ''): boolean {
  return text === '' || (isAddress(text) && getAddress(text) !== zeroAddress);
}

function parseToken(chains: EvmChains, chainName: string, address: string): Token {
  const chain = Object.values(chains).find(({ definition }) => definition.name === chainName);
  if (chain === undefined) throw new RouteError({ code: 2001, reason: `No routes: ${chainName} is not served` });
  if (!isAddress(address)) {
    throw new ValidationError([{ code: 1999, reason: `${address} is not a token address of ${chainName}` }]);
  }
  const token = findToken(chain.deployment, address);
  if (token === undefined) throw new RouteError({ code: 2001, reason: `No routes: ${address} is not listed` });
  return token;
}
