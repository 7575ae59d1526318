import type { Address } from 'viem';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import { maxDecimals, symbolOf } from '../../shared/contracts/symbol-of.ts';
import {
  balanceCall,
  decimalsCall,
  symbolCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText, parseTronAddress } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { readContract } from './simulate-call.ts';

/**
 * Throws `UNKNOWN_TOKEN` if the address has no contract, or it does not answer as a TRC-20 token.
 */
export async function readToken(
  endpoint: Endpoint,
  chain: TronChain,
  text: string,
): Promise<TokenFacts> {
  if (isNativeToken(chain, text)) return chain.nativeToken;
  const token = requireToken(chain, text);
  const [decimals, symbol, balance] = await Promise.all([
    readContract(endpoint, decimalsCall(token)),
    readContract(endpoint, symbolCall(token)),
    readContract(endpoint, balanceCall(token, token)),
  ]);
  const count = wordOf(decimals);
  if (count === undefined || count > maxDecimals || wordOf(balance) === undefined)
    throw unknownToken(chain, token);
  return { address: text, symbol: symbolOf(symbol), decimals: Number(count) };
}

export function requireToken(chain: TronChain, text: string): Address {
  const parsed = parseTronAddress(text);
  if (parsed.ok) return parsed.account;
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `${text} is not a token address of ${chain.name}: ${parsed.fault}`,
  );
}

export function unknownToken(chain: TronChain, token: Address): FerrymanError {
  const address = addressText(token);
  return new FerrymanError('UNKNOWN_TOKEN', `no token answers at ${address} on ${chain.name}`, {
    details: { chain: chain.name, token: address },
  });
}
