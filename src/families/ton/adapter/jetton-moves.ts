import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { readTonBody } from '../formats/body.ts';
import type { Endpoint } from './endpoint.ts';
import { findJettonWallet } from './jettons.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/** Jettons that a message asks one of the sender's jetton wallets to move. */
export interface JettonMove {
  jettonWallet: string;
  /** Reported by the jetton wallet and confirmed by the minter. Canonical form. */
  minter: string;
  amount: bigint;
  destination: string | undefined;
}

/**
 * The jetton transfers and burns that the messages request. Checks the balances now, because a
 * jetton wallet refuses only blocks later. Throws `TRANSACTION_REVERTS` if a balance is too small,
 * or if a message asks a contract that is not the sender's jetton wallet.
 */
export async function readJettonMoves(
  endpoint: Endpoint,
  account: string,
  messages: readonly OutgoingMessage[],
): Promise<JettonMove[]> {
  const requests = messages.flatMap(({ destination: jettonWallet, body }) => {
    const read = readTonBody(body);
    return read.kind === 'jetton_transfer' || read.kind === 'jetton_burn'
      ? [{ jettonWallet, read }]
      : [];
  });
  const held = new Map(
    await mapBounded(
      [...new Set(requests.map(({ jettonWallet }) => jettonWallet))],
      async (address) => {
        const found = await findJettonWallet(endpoint, address);
        if (found?.owner === account) return [address, found] as const;
        throw reverts(`a message moves jettons of ${address}, not a jetton wallet of ${account}`);
      },
    ),
  );
  const left = new Map([...held].map(([address, wallet]) => [address, wallet.balance]));
  return requests.map(({ jettonWallet, read }) => {
    const after = (left.get(jettonWallet) ?? 0n) - read.amount;
    if (after < 0n)
      throw reverts(`${jettonWallet} has too few jettons left to send or burn ${read.amount}`);
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
