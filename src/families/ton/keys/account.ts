import { z } from 'zod';
import { ed25519PublicKey } from '../../../keys/ed25519.ts';
import type { SeveralAccounts } from '../../../keys/family-keys.ts';
import { requireForm } from '../../../keys/require-form.ts';
import { tonNetworks } from '../formats/network.ts';
import { tonWalletVersions } from '../formats/wallet-versions.ts';

/** What V5R1 has fifteen bits for. */
const mostSubwallet = 0x7fff;

const form = z.strictObject({
  family: z.literal('ton'),
  version: z.enum(tonWalletVersions),
  /** `global_id` of the network's blocks; a V4R2 wallet is the same on all of them. */
  networkId: z.int().min(-0x8000_0000).max(0x7fff_ffff),
  subwallet: z.int().min(0).max(mostSubwallet),
});

/** With what it takes, beside the rest, to build the wallet's contract. */
const stored = form.extend({
  /** Ed25519, 32 bytes in hex. */
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
});

export type TonAccount = z.infer<typeof form>;
export type StoredTonAccount = z.infer<typeof stored>;

export interface TonAccountChoice {
  /** TON; default: `v5r1`. */
  version?: TonAccount['version'];
  /** TON; default: the main network's. */
  networkId?: number;
  /** TON, 0 to 32,767; default: 0, the one that wallets show first. */
  subwallet?: number;
}

/** One key has an account for each version of the wallet contract, network and subwallet. */
export const tonAccounts: SeveralAccounts<TonAccount, StoredTonAccount, TonAccountChoice> = {
  schema: stored,
  choices: ['version', 'networkId', 'subwallet'],
  choose: (choice) =>
    requireForm(form, {
      family: 'ton',
      version: 'v5r1',
      networkId: tonNetworks.mainnet,
      subwallet: 0,
      ...choice,
    }),
  following(account, by) {
    requireForm(form.shape.subwallet, account.subwallet + by);
    return { ...account, subwallet: account.subwallet + by };
  },
  store: async (account, key) => ({
    ...account,
    publicKey: Buffer.from(ed25519PublicKey(key)).toString('hex'),
  }),
};
