import { type Address, type Cell, type Slice, type Transaction, TupleBuilder } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { SandboxError } from '../sandbox-error.ts';

/** Maps jetton wallets to their owners. Only the minters' answers count. */
export interface TonJettons {
  walletOf(minter: Address, owner: Address): Promise<Address>;
  /** In base units. */
  balanceOf(minter: Address, owner: Address): Promise<bigint>;
  /** @returns undefined if the address is not a jetton wallet of one of the minters */
  holderOf(wallet: Address): Promise<JettonHolder | undefined>;
}

interface JettonHolder {
  readonly owner: Address;
  readonly minter: Address;
}

/** The exit code that nodes report for an account without a contract. */
const NO_CONTRACT = -13;
/** TEP-74. */
const TRANSFER = 0x0f8a7ea5;
const INTERNAL_TRANSFER = 0x178d4519;
const TRANSFER_NOTIFICATION = 0x7362d09c;
const BOUNCED = 0xffff_ffff;

export function createTonJettons(client: TonClient, minters: readonly Address[]): TonJettons {
  const wallets = new Map<string, Promise<Address>>();
  const holders = new Map<string, Promise<JettonHolder | undefined>>();

  const askMinter = async (minter: Address, owner: Address): Promise<Address> => {
    const question = new TupleBuilder();
    question.writeAddress(owner);
    const { stack } = await client.runMethod(minter, 'get_wallet_address', question.build());
    return stack.readAddress();
  };

  const walletOf = (minter: Address, owner: Address): Promise<Address> => {
    const key = `${minter} ${owner}`;
    const wallet = wallets.get(key) ?? askMinter(minter, owner);
    wallets.set(key, wallet);
    return wallet;
  };

  const askWallet = async (address: Address): Promise<JettonHolder | undefined> => {
    const { exit_code, stack } = await client.runMethodWithError(address, 'get_wallet_data');
    if (exit_code !== 0 || stack.remaining < 3) return undefined;
    stack.skip(1);
    const [owner, minter] = [stack.readAddress(), stack.readAddress()];
    if (!minters.some((one) => one.equals(minter))) return undefined;
    return (await walletOf(minter, owner)).equals(address) ? { owner, minter } : undefined;
  };

  return {
    walletOf,
    async balanceOf(minter, owner) {
      const { exit_code, stack } = await client.runMethodWithError(
        await walletOf(minter, owner),
        'get_wallet_data',
      );
      if (exit_code === NO_CONTRACT) return 0n;
      if (exit_code !== 0)
        throw new SandboxError('engine-failed', `A jetton wallet of ${owner} does not answer.`);
      return stack.readBigNumber();
    },
    holderOf(wallet) {
      const holder = holders.get(wallet.toRawString()) ?? askWallet(wallet);
      holders.set(wallet.toRawString(), holder);
      return holder;
    },
  };
}

/** The change of a jetton wallet's balance by a transaction, in base units. */
export function jettonChange({ inMessage, description }: Transaction): bigint {
  if (description.type !== 'generic' || description.aborted || inMessage?.info.type !== 'internal')
    return 0n;
  const slice = inMessage.body.beginParse();
  const isBounced = inMessage.info.bounced && loadOperation(slice) === BOUNCED;
  switch (loadOperation(slice)) {
    case TRANSFER:
      return -loadAmount(slice);
    case INTERNAL_TRANSFER:
      // A bounced message returns the jettons; a received transfer adds them.
      return isBounced || !inMessage.info.bounced ? loadAmount(slice) : 0n;
    default:
      return 0n;
  }
}

/** Whether a message reports received jettons. */
export function isNotification(body: Cell): boolean {
  return loadOperation(body.beginParse()) === TRANSFER_NOTIFICATION;
}

function loadOperation(slice: Slice): number | undefined {
  return slice.remainingBits < 32 ? undefined : slice.loadUint(32);
}

/** The amount follows the query id. */
function loadAmount(slice: Slice): bigint {
  slice.skip(64);
  return slice.loadCoins();
}
