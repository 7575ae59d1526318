import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { readTonBody } from '../formats/body.ts';
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
 * What the messages ask for of jettons, where the sender has them: a jetton wallet says only blocks
 * later that it has not. It is asked of the sender's own jetton wallets only: whoever else is asked
 * does something else. Throws `TRANSACTION_REVERTS`.
 */
export async function readJettonMoves(
  endpoint: Endpoint,
  account: string,
  messages: readonly OutgoingMessage[],
): Promise<JettonMove[]> {
  const asked = messages.flatMap(({ destination: jettonWallet, body }) => {
    const read = readTonBody(body);
    return read.kind === 'jetton_transfer' || read.kind === 'jetton_burn'
      ? [{ jettonWallet, read }]
      : [];
  });
  const held = new Map(
    await mapBounded(
      [...new Set(asked.map(({ jettonWallet }) => jettonWallet))],
      async (address) => {
        const found = await findJettonWallet(endpoint, address);
        if (found?.owner === account) return [address, found] as const;
        throw reverts(`${address} is asked to move jettons, and is no jetton wallet of ${account}`);
      },
    ),
  );
  const left = new Map([...held].map(([address, wallet]) => [address, wallet.balance]));
  return asked.map(({ jettonWallet, read }) => {
    const after = (left.get(jettonWallet) ?? 0n) - read.amount;
    if (after < 0n) throw reverts(`${read.amount} jettons are more than ${jettonWallet} has left`);
    left.set(jettonWallet, after);
    const destination = read.kind === 'jetton_transfer' ? read.destination : undefined;
    return {
      jettonWallet,
      minter: held.get(jettonWallet)?.minter ?? '',
      amount: read.amount,
      destination,
    };
  });
}

function reverts(message: string): FerrymanError {
  return new FerrymanError('TRANSACTION_REVERTS', message);
}
