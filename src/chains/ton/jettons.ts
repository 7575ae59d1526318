import { Address, beginCell } from '@ton/core';
import type { TokenAddress, TonChain } from '../../core/chains.ts';
import { rawTonAddress, readTonAddress } from '../../core/ton-address.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { addressIn, methodAnswer } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/*
 * Jettons (TEP-74): a minter, and a contract for each owner that holds its balance. Which contract is an owner's wallet the minter says, and
 * nobody else is believed.
 */

/** What nodes say of an account without a contract (`runGetMethod`, exit code). */
const noContract = -13;

/** The contract in which `owner` holds jettons of `minter`; it need not be there yet. Throws `UNKNOWN_TOKEN`. */
export async function readJettonWallet(
  endpoint: Endpoint,
  chain: TonChain,
  minter: TokenAddress,
  owner: string,
): Promise<string> {
  const argument = beginCell().storeAddress(Address.parseRaw(owner)).endCell().toBoc().toString('base64');
  const question = { address: requireMinter(chain, minter), method: 'get_wallet_address' };
  const answer = await endpoint.read('runGetMethod', { ...question, stack: [['tvm.Slice', argument]] }, methodAnswer);
  const [place] = answer.stack;
  const wallet = answer.exit_code === 0 && place?.kind === 'cell' ? addressIn(place.cell) : undefined;
  if (wallet !== undefined) return wallet;
  throw unknown(chain, minter);
}

/** Base units; zero where the owner has no wallet of it yet. Throws `UNKNOWN_TOKEN`. */
export async function readJettonBalance(
  endpoint: Endpoint,
  chain: TonChain,
  owner: string,
  minter: TokenAddress,
): Promise<bigint> {
  const address = await readJettonWallet(endpoint, chain, minter, owner);
  const answer = await endpoint.read('runGetMethod', { address, method: 'get_wallet_data', stack: [] }, methodAnswer);
  if (answer.exit_code === noContract) return 0n;
  const [balance] = answer.stack;
  if (answer.exit_code === 0 && balance?.kind === 'number' && balance.value >= 0n) return balance.value;
  throw unknown(chain, minter);
}

function requireMinter(chain: TonChain, text: string): string {
  const read = readTonAddress(text);
  if (read) return rawTonAddress(read);
  throw unknown(chain, text);
}

function unknown({ name }: TonChain, token: string): FerrymanError {
  return new FerrymanError('UNKNOWN_TOKEN', `there is no jetton minter at ${token} on ${name}`, {
    details: { chain: name, token },
  });
}
