import { Address, beginCell } from '@ton/core';
import type { TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';
import type { TonChain } from '../formats/chain.ts';
import { addressIn } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { runGetMethod } from './run-get-method.ts';

/*
 * Jettons (TEP-74): a minter, and a contract for each owner that holds its balance. Which contract
 * is an owner's wallet the minter says, and nobody else is believed.
 */

/** What nodes say of an account without a contract (`runGetMethod`, exit code). */
const noContract = -13;

/**
 * The contract in which `owner` holds jettons of `minter`; it need not be there yet. Throws
 * `UNKNOWN_TOKEN`.
 */
export async function readJettonWallet(
  endpoint: Endpoint,
  chain: TonChain,
  minter: TokenAddress,
  owner: string,
): Promise<string> {
  const wallet = await findDerived(endpoint, requireMinter(chain, minter), owner);
  if (wallet !== undefined) return wallet;
  throw unknownToken(chain, minter);
}

/**
 * The jettons in an account, where that is genuinely the wallet that a minter derives for the owner
 * it names; nothing of any other account. What an account says of itself counts only once its
 * minter says the same.
 */
export async function findJettonWallet(
  endpoint: Endpoint,
  address: string,
): Promise<{ balance: bigint; owner: string; minter: string } | undefined> {
  const answer = await runGetMethod(endpoint, address, 'get_wallet_data');
  const [balance, ownerCell, minterCell] = answer.stack;
  if (answer.exit_code !== 0 || balance?.kind !== 'number' || balance.value < 0n) return undefined;
  const owner = ownerCell?.kind === 'cell' ? addressIn(ownerCell.cell) : undefined;
  const minter = minterCell?.kind === 'cell' ? addressIn(minterCell.cell) : undefined;
  if (owner === undefined || minter === undefined) return undefined;
  const derived = await findDerived(endpoint, minter, owner);
  return derived === address ? { balance: balance.value, owner, minter } : undefined;
}

/** Base units; zero where the owner has no wallet of it yet. Throws `UNKNOWN_TOKEN`. */
export async function readJettonBalance(
  endpoint: Endpoint,
  chain: TonChain,
  owner: string,
  minter: TokenAddress,
): Promise<bigint> {
  const address = await readJettonWallet(endpoint, chain, minter, owner);
  const answer = await runGetMethod(endpoint, address, 'get_wallet_data');
  if (answer.exit_code === noContract) return 0n;
  const [balance] = answer.stack;
  if (answer.exit_code === 0 && balance?.kind === 'number' && balance.value >= 0n)
    return balance.value;
  throw unknownToken(chain, minter);
}

async function findDerived(
  endpoint: Endpoint,
  minter: string,
  owner: string,
): Promise<string | undefined> {
  const argument = beginCell()
    .storeAddress(Address.parseRaw(owner))
    .endCell()
    .toBoc()
    .toString('base64');
  const answer = await runGetMethod(endpoint, minter, 'get_wallet_address', [
    ['tvm.Slice', argument],
  ]);
  const [place] = answer.stack;
  return answer.exit_code === 0 && place?.kind === 'cell' ? addressIn(place.cell) : undefined;
}

/** Throws `UNKNOWN_TOKEN`. */
export function requireMinter(chain: TonChain, text: string): string {
  const read = readTonAddress(text);
  if (read) return rawTonAddress(read);
  throw unknownToken(chain, text);
}

export function unknownToken({ name }: TonChain, token: string, why?: string): FerrymanError {
  const message =
    why === undefined
      ? `there is no jetton minter at ${token} on ${name}`
      : `${token} on ${name}: ${why}`;
  return new FerrymanError('UNKNOWN_TOKEN', message, {
    details: { chain: name, token },
  });
}
