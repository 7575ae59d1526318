import { zeroAddress } from 'viem';
import { CHAIN_DEFINITIONS } from '../chains/chain-catalogue.ts';
import type { Token } from '../chains/token.ts';

const { name: chain, native } = CHAIN_DEFINITIONS.BITCOIN;

/** The coin as the router and the providers list it. There is no other token. */
export const BTC: Token = { ...native, chain, address: zeroAddress };
