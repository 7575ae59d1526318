import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type Account, accounts as answer } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** What `getMultipleAccounts` takes at once. */
const maxAccounts = 100;

export interface AccountsAtSlot {
  slot: bigint;
  accounts: ReadonlyMap<string, Account | undefined>;
}

/**
 * All of them in one question, so that they are of one state. Throws `SIMULATION_UNREADABLE` for
 * more than an endpoint takes.
 */
export async function readAccounts(
  endpoint: Endpoint,
  addresses: Iterable<string>,
): Promise<AccountsAtSlot> {
  const asked = [...new Set(addresses)];
  if (asked.length > maxAccounts) {
    throw new FerrymanError(
      'SIMULATION_UNREADABLE',
      `the transaction reaches for ${asked.length} accounts`,
    );
  }
  const params = [asked, { commitment: 'confirmed', encoding: 'base64' }];
  const { context, value } = await endpoint.read('getMultipleAccounts', params, answer);
  if (value.length !== asked.length) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} answers for another number of accounts than asked`,
    );
  }
  return {
    slot: context.slot,
    accounts: new Map(asked.map((address, index) => [address, value[index] ?? undefined])),
  };
}
