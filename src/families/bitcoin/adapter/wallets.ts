import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import { bitcoinAddressOf } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { type OwnScripts, ownScriptsOf } from '../formats/own-scripts.ts';
import type { Place, Places } from './endpoint.ts';
import { requireScript } from './require-account.ts';

/** An account, with all that its key spends. */
export interface Wallet {
  /** The address that it shows, which gets deposits, and change. */
  account: string;
  /** The output script of that address. */
  script: Uint8Array;
  /** All of its scripts, that of its address first. */
  scripts: OwnScripts;
  /** The same, with their addresses. */
  places: Places;
  /** Compressed. Absent if no keystore has the account, or another account has the key too. */
  publicKey?: Uint8Array;
}

export interface Wallets {
  /** Throws `INTERNAL` for an account that is no address. */
  of(account: string): Promise<Wallet>;
}

/** The public key of an address that a keystore has, compressed, in hex. */
export type PublicKeyOf = (address: string) => Promise<string | undefined>;

/**
 * How long an answer of the keystores counts before they are read again, in milliseconds: a person
 * may import a key while the process runs.
 */
const forgottenAfter = 60_000;
/** Maximum of remembered addresses. */
const maxRemembered = 10_000;

/**
 * Finds the public keys of accounts in the keystores. An account owns both address types of its key,
 * except one that is the address of another account: no coin is in two accounts.
 */
export function createWallets(
  chain: Pick<BitcoinChain, 'network'>,
  publicKeyOf: PublicKeyOf,
  { now }: Clock,
): Wallets {
  const remembered = new Map<string, { wallet: Wallet; until: number }>();

  async function find(account: string): Promise<Wallet> {
    const script = requireScript(chain, account);
    const stored = await publicKeyOf(account);
    const publicKey = stored && Uint8Array.from(Buffer.from(stored, 'hex'));
    const [own, ...others] = placesOf(chain, script, publicKey || undefined);
    const shared = await Promise.all(others.map(({ address }) => publicKeyOf(address)));
    const isAlone = shared.every((other) => other === undefined);
    const places: Places = isAlone ? [own, ...others] : [own];
    const wallet = {
      account,
      script,
      scripts: [script, ...places.slice(1).map((place) => place.script)] as const,
      places,
      ...(publicKey && isAlone ? { publicKey } : {}),
    };
    if (remembered.size >= maxRemembered) remembered.clear();
    // Wallets that counted its coins as their own look again.
    if (publicKey)
      for (const [other, { wallet: found }] of remembered)
        if (found.places.some(({ address }) => address === account)) remembered.delete(other);
    remembered.set(account, { wallet, until: now() + forgottenAfter });
    return wallet;
  }

  return {
    async of(account) {
      const found = remembered.get(account);
      return found && now() < found.until ? found.wallet : find(account);
    },
  };
}

function placesOf(
  { network }: Pick<BitcoinChain, 'network'>,
  script: Uint8Array,
  publicKey: Uint8Array | undefined,
): Places {
  try {
    return ownScriptsOf(script, publicKey).map((one) => ({
      script: one,
      address: bitcoinAddressOf(one, network) ?? '',
    })) as [Place, ...Place[]];
  } catch (cause) {
    throw new FerrymanError('INTERNAL', 'a keystore has another public key than its address', {
      cause,
    });
  }
}
