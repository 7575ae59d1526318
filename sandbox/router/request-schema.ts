import { z } from 'zod';
import { BLOCKCHAINS, CROSS_CHAIN_PROVIDERS, ON_CHAIN_PROVIDERS } from './enumerations.ts';
import { MAXIMUM_SLIPPAGE } from './slippage.ts';

const blockchain = z.enum(BLOCKCHAINS);
const identifiers = z.array(z.string()).default([]);
const flag = z.boolean().default(false);
const providerTag = z.enum(['onlyDeposits', 'notDeposits', 'onlyPrivate', 'notPrivate']);

/**
 * The interface declares some booleans as objects, and clients send text. An object counts as
 * absent.
 */
const oddFlag = (usual: boolean) =>
  z
    .union([z.boolean(), z.enum(['true', 'false']), z.looseObject({})])
    .transform((value) => (typeof value === 'object' ? usual : `${value}` === 'true'))
    .default(usual);

/**
 * The members of a route request (2.1), with bounds and defaults. The answer echoes unknown
 * members.
 */
export const tradeRequest = z.looseObject({
  srcTokenAddress: z.string(),
  srcTokenBlockchain: blockchain.default('ETH'),
  srcTokenAmount: z.string(),
  dstTokenAddress: z.string(),
  dstTokenBlockchain: blockchain.default('POLYGON'),
  id: z.string().optional(),
  fromAddress: z.string().optional(),
  receiver: z.string().optional(),
  referrer: z.string().default('sandbox.invalid'),
  nativeBlacklist: identifiers,
  foreignBlacklist: z
    .looseObject({ lifi: identifiers, rango: identifiers, zerox: identifiers, dflow: identifiers })
    .prefault({}),
  enableChecks: oddFlag(true),
  signature: z.string().optional(),
  publicKey: z.string().optional(),
  refundAddress: z.string().optional(),
  integratorAddress: z.string().optional(),
  slippage: z.number().positive().max(MAXIMUM_SLIPPAGE).optional(),
  preferredProvider: z.enum([...CROSS_CHAIN_PROVIDERS, ...ON_CHAIN_PROVIDERS]).optional(),
  timeout: z.number().min(2).max(60).default(30),
  enableTestnets: flag,
  skipFeeProviders: oddFlag(false),
  showFailedRoutes: flag,
  showDangerousRoutes: flag,
  depositTradeParams: z.enum(['onlyDeposits', 'noDeposits', 'all']).default('all'),
  providerTags: z.union([z.literal('all'), providerTag, z.array(providerTag)]).optional(),
  useDepositTradeIfAvailable: flag,
});

export type RouteFields = z.output<typeof tradeRequest>;

export const quoteBody = tradeRequest.omit({
  id: true,
  signature: true,
  publicKey: true,
  refundAddress: true,
});
export const swapBestBody = tradeRequest.required({ fromAddress: true, receiver: true });
export const swapBody = swapBestBody.required({ id: true });
