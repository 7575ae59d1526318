import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TokenFacts } from '../../../ports/chain-adapter.ts';
import { parseSolanaAddress } from '../formats/address.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { Account } from './answers.ts';
import { metadataAccountOf } from './associated-account.ts';
import { littleEndian } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { metadataProgram } from './programs.ts';
import { readAccounts } from './read-accounts.ts';
import { addressAt, type Mint, parseMint } from './token-layouts.ts';

/** Extension of Token-2022 mints that holds name and symbol (spl-token-metadata-interface). */
const tokenMetadata = 19;

/** Throws `UNKNOWN_TOKEN` if the address is not a mint. */
export async function readToken(
  endpoint: Endpoint,
  chain: SolanaChain,
  text: string,
): Promise<TokenFacts> {
  if (isNativeToken(chain, text)) return chain.nativeToken;
  const address = requireMintAddress(chain, text);
  const metadata = metadataAccountOf(address);
  const { accounts } = await readAccounts(endpoint, [address, metadata]);
  const mint = requireMint(chain, address, accounts.get(address));
  return {
    address,
    symbol: symbolOf(address, mint, accounts.get(metadata)),
    decimals: mint.decimals,
  };
}

export function requireMintAddress(chain: SolanaChain, text: string): string {
  const parsed = parseSolanaAddress(text);
  if (parsed.ok) return parsed.address;
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `${text} is not a token address of ${chain.name}: ${parsed.fault}`,
  );
}

export function requireMint(
  { name }: SolanaChain,
  address: string,
  account: Account | undefined,
): Mint {
  const mint = parseMint(account);
  if (mint) return mint;
  throw new FerrymanError('UNKNOWN_TOKEN', `there is no token mint at ${address} on ${name}`, {
    details: { chain: name, token: address },
  });
}

/** For display only. A mint without a symbol gets the ends of its address. */
function symbolOf(address: string, { extensions }: Mint, metadata: Account | undefined): string {
  const extension = extensions.find(({ type }) => type === tokenMetadata);
  const symbol = extension
    ? secondText(extension.data, 64)
    : metadata?.owner === metadataProgram && addressAt(metadata.data, 33) === address
      ? secondText(metadata.data, 65)
      : '';
  const printable = symbol
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .trim()
    .slice(0, 32);
  return printable === '' ? `${address.slice(0, 4)}…${address.slice(-4)}` : printable;
}

/** Reads the symbol, which follows the name. Each has a length prefix (borsh). */
function secondText(data: Uint8Array, offset: number): string {
  const lengthAt = (at: number): number => Number(littleEndian(data.subarray(at, at + 4)));
  const second = offset + 4 + lengthAt(offset);
  return new TextDecoder().decode(data.subarray(second + 4, second + 4 + lengthAt(second)));
}
