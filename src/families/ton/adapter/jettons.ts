import { Address, beginCell } from '@ton/core';
import type { TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';
import type { TonChain } from '../formats/chain.ts';
import { addressIn } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { runGetMethod } from './run-get-method.ts';

/*
 * Jettons (TEP-74): a minter contract, and one jetton wallet contract per owner that holds the
 * balance. Only the minter's answer decides which contract is an owner's jetton wallet.
 */

/** Exit code of `runGetMethod` for an account without a contract. */
const noContract = -13;

/**
 * The address of the owner's jetton wallet, which may not be deployed yet. Throws `UNKNOWN_TOKEN`.
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
 * The balance, owner and minter of a jetton wallet. `undefined` unless the minter derives this
 * address for the owner that the contract reports.
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

/** In base units. Zero if the owner has no jetton wallet yet. Throws `UNKNOWN_TOKEN`. */
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
  const [value] = answer.stack;
  return answer.exit_code === 0 && value?.kind === 'cell' ? addressIn(value.cell) : undefined;
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
