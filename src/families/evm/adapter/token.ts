import type { Address, Hex } from 'viem';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import { maxDecimals, symbolOf } from '../../shared/contracts/symbol-of.ts';
import {
  balanceCall,
  type Call,
  decimalsCall,
  symbolCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';
import { parseEvmAddress } from '../formats/address.ts';
import type { EvmChain } from '../formats/chain.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Throws `UNKNOWN_TOKEN` if the address has no code, or its contract does not answer as an EIP-20
 * token.
 */
export async function readToken(
  endpoint: Endpoint,
  chain: EvmChain,
  text: string,
): Promise<TokenFacts> {
  if (isNativeToken(chain, text)) return chain.nativeToken;
  const address = requireTokenAddress(chain, text);
  const answers = [decimalsCall(address), symbolCall(address), balanceCall(address, address)].map(
    (call) => callOrEmpty(endpoint, call),
  );
  const [decimals = '0x', symbol = '0x', balance = '0x'] = await Promise.all(answers);
  const count = wordOf(decimals);
  if (count === undefined || count > maxDecimals || wordOf(balance) === undefined)
    throw unknownToken(chain, address);
  return { address, symbol: symbolOf(symbol), decimals: Number(count) };
}

export function requireTokenAddress(chain: EvmChain, text: string): Address {
  const parsed = parseEvmAddress(text, { native: true });
  if (parsed.ok) return parsed.address;
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `${text} is not a token address of ${chain.name}: ${parsed.fault}`,
  );
}

export function unknownToken(chain: EvmChain, address: Address): FerrymanError {
  return new FerrymanError('UNKNOWN_TOKEN', `no token answers at ${address} on ${chain.name}`, {
    details: { chain: chain.name, token: address },
  });
}

/** A reverted call is an answer too: this is not a token. */
async function callOrEmpty(endpoint: Endpoint, call: Call): Promise<Hex> {
  try {
    return await endpoint.read('eth_call', [call, 'latest'], bytes);
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return '0x';
    throw error;
  }
}
