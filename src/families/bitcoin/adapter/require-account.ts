import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';

/** The output script of an already validated address. Throws `INTERNAL` for an invalid one. */
export function requireScript(
  { network }: Pick<BitcoinChain, 'network'>,
  text: string,
): Uint8Array {
  const parsed = parseBitcoinAddress(text, network);
  if (parsed.ok) return parsed.script;
  throw new FerrymanError('INTERNAL', `${text} is not an account: ${parsed.fault}`);
}

/** Requires a wallet address of the chain's network. @throws `WALLET_OF_OTHER_NETWORK` */
export function requireWallet(
  { name, network }: Pick<BitcoinChain, 'name' | 'network'>,
  account: string,
): void {
  const parsed = parseBitcoinAddress(account, network);
  if (parsed.ok) return;
  throw new FerrymanError(
    'WALLET_OF_OTHER_NETWORK',
    `the wallet ${account} is for another network, and ${name} is configured as ${network}: ${parsed.fault}`,
    { details: { chain: name, account } },
  );
}
