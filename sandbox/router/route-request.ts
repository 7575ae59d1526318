import { zeroAddress } from 'viem';
import { PAPER_CHAIN_NAMES, PAPER_CHAINS, type PaperChain } from '../chains/paper-chains.ts';
import type { Token } from '../chains/token.ts';
import type { ChainAddress } from '../notation.ts';
import type { Route } from '../providers/provider.ts';
import { chainNamed, findToken, type SandboxChain, type SandboxChains } from '../sandbox-chain.ts';
import { type RouteFields, tradeRequest } from './request-schema.ts';
import {
  MalformedRequest,
  RouteError,
  type RouterProblem,
  ValidationError,
} from './router-error.ts';
import { parseTokenAmount } from './token-amount.ts';

export interface RouteRequest {
  /** With the defaults filled in. */
  readonly fields: RouteFields;
  readonly route: Route;
}

export interface ExecutableRequest extends RouteRequest {
  readonly route: Route & { readonly receiver: ChainAddress };
  /** On the source chain; null if the request gave none. */
  readonly refundTo: ChainAddress | null;
}

/** The wallet fields, each with its chain. */
const WALLET_FIELDS = {
  fromAddress: 'source',
  receiver: 'destination',
  refundAddress: 'source',
  integratorAddress: 'source',
} as const;

/**
 * Reads the body of a quote request.
 * @throws {ValidationError} 1002, 1005, 1006, 1999, 2005, 2006
 * @throws {RouteError} 2001 for chains and tokens that the sandbox does not have
 */
export function parseRouteRequest(body: unknown, chains: SandboxChains): RouteRequest {
  const fields = parseFields(body);
  const source = parseChain(chains, fields.srcTokenBlockchain);
  const destination = parsePlace(chains, fields.dstTokenBlockchain);
  const isOfWrongForm = (field: keyof typeof WALLET_FIELDS): boolean =>
    !isWalletOrEmpty(WALLET_FIELDS[field] === 'source' ? source : destination, fields[field]);
  const problems = (Object.keys(WALLET_FIELDS) as (keyof typeof WALLET_FIELDS)[])
    .filter(isOfWrongForm)
    .map((field): RouterProblem => ({ code: 1006, reason: `${field} is not a wallet address` }));
  if (problems.length > 0) throw new ValidationError(problems);
  const from = parseToken(source, fields.srcTokenAddress);
  const to = parseToken(destination, fields.dstTokenAddress);
  if (from === to) throw new ValidationError([{ code: 1002, reason: 'The tokens are equal' }]);
  const amountIn = parseTokenAmount(fields.srcTokenAmount, from);
  const sender = source.notation.parseAddress(fields.fromAddress ?? '');
  const receiver = destination.notation.parseAddress(fields.receiver ?? '');
  const wallets = {
    ...(sender === undefined ? {} : { sender }),
    ...(receiver === undefined ? {} : { receiver }),
  };
  return { fields, route: { from, to, amountIn, ...wallets } };
}

/**
 * Reads the body of a swap request.
 * @param isByDeposit whether the swap may omit the sender's wallet
 * @throws as `parseRouteRequest`, and {ValidationError} 1001
 */
export function parseExecutableRequest(
  body: unknown,
  chains: SandboxChains,
  isByDeposit: (fields: RouteFields) => boolean,
): ExecutableRequest {
  const { fields, route } = parseRouteRequest(body, chains);
  const { sender, receiver } = route;
  const problems: RouterProblem[] = [];
  if (receiver === undefined) problems.push({ code: 1001, reason: 'The receiver is required' });
  if (sender === undefined && !isByDeposit(fields))
    problems.push({ code: 1005, reason: 'fromAddress is missing' });
  if (problems.length > 0 || receiver === undefined) throw new ValidationError(problems);
  const { notation } = chainNamed(chains, route.from.chain);
  return {
    fields,
    route: { ...route, receiver },
    refundTo: notation.parseAddress(fields.refundAddress ?? '') ?? null,
  };
}

function parseFields(body: unknown): RouteFields {
  const parsed = tradeRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const present = typeof body === 'object' && body !== null ? body : {};
  const problems = parsed.error.issues.map(({ path, message }): RouterProblem => {
    const field = String(path[0] ?? 'body');
    if (path.length === 1 && !(field in present))
      return { code: 1005, reason: `${field} is missing` };
    return { code: 1999, reason: `${field}: ${message}` };
  });
  throw new MalformedRequest(problems);
}

/** The interface treats an empty wallet of a deposit as absent. */
function isWalletOrEmpty({ notation }: Place, text = ''): boolean {
  return text === '' || (notation.parseAddress(text) ?? zeroAddress) !== zeroAddress;
}

type Place = SandboxChain | PaperChain;

/** The destination may be a paper chain. */
function parsePlace(chains: SandboxChains, name: string): Place {
  const paper = PAPER_CHAIN_NAMES.find((one) => one === name);
  return paper === undefined ? parseChain(chains, name) : PAPER_CHAINS[paper];
}

function parseChain(chains: SandboxChains, name: string): SandboxChain {
  const chain = [...chains.values()].find(({ definition }) => definition.name === name);
  if (chain === undefined)
    throw new RouteError({ code: 2001, reason: `No routes: ${name} is not served` });
  return chain;
}

function parseToken(chain: Place, address: string): Token {
  if (chain.notation.parseAddress(address) === undefined) {
    const reason = `${address} is not a token address of ${chain.definition.name}`;
    throw new ValidationError([{ code: 1999, reason }]);
  }
  const token = findToken(chain, address);
  if (token === undefined)
    throw new RouteError({ code: 2001, reason: `No routes: ${address} is not listed` });
  return token;
}
