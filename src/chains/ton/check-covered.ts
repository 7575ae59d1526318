import { readTonBody } from '../../core/ton-body.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { mapBounded } from '../endpoints/map-bounded.ts';
import { accountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findJettonWallet } from './jettons.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/** Jettons that a message of the owner's asks one of its jetton wallets to move. */
export interface JettonMove {
  jettonWallet: string;
  /** As that wallet says and its minter confirms, canonical. */
  minter: string;
  amount: bigint;
  destination: string | undefined;
}

/**
 * Whether the account has what its messages take: coins for all of them and for the fee, and the jettons. Nothing fails before it is on the
 * chain otherwise: a wallet leaves out what it cannot pay for, and a jetton wallet says so a block later. A transfer is asked of the sender's own
 * jetton wallets only: whoever else is asked does something else. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
 * @param fee nanotons
 */
export async function checkCovered(
  endpoint: Endpoint,
  account: string,
  messages: readonly OutgoingMessage[],
  fee: bigint,
): Promise<JettonMove[]> {
  const { balance } = await endpoint.read('getAddressInformation', { address: account }, accountInformation);
  const value = messages.reduce((sum, message) => sum + message.value, 0n);
  if (balance < value) throw reverts(`the messages take ${value} nanotons, and the account has ${balance}`);
  if (balance < value + fee) {
    throw new FerrymanError('INSUFFICIENT_GAS', `${value} nanotons and a fee of ${fee} are more than ${balance}`);
  }
  const asked = messages.flatMap(({ destination: jettonWallet, body }) => {
    const read = readTonBody(body);
    return read.kind === 'jetton_transfer' || read.kind === 'jetton_burn' ? [{ jettonWallet, read }] : [];
  });
  const held = new Map(
    await mapBounded([...new Set(asked.map(({ jettonWallet }) => jettonWallet))], async (address) => {
      const found = await findJettonWallet(endpoint, address);
      if (found?.owner === account) return [address, found] as const;
      throw reverts(`${address} is asked to move jettons, and is no jetton wallet of ${account}`);
    }),
  );
  const left = new Map([...held].map(([address, wallet]) => [address, wallet.balance]));
  return asked.map(({ jettonWallet, read }) => {
    const after = (left.get(jettonWallet) ?? 0n) - read.amount;
    if (after < 0n) throw reverts(`${read.amount} jettons are more than ${jettonWallet} has left`);
    left.set(jettonWallet, after);
    const destination = read.kind === 'jetton_transfer' ? read.destination : undefined;
    return { jettonWallet, minter: held.get(jettonWallet)?.minter ?? '', amount: read.amount, destination };
  });
}

function reverts(message: string): FerrymanError {
  return new FerrymanError('TRANSACTION_REVERTS', message);
}
