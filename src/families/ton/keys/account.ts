import { z } from 'zod';
import { ed25519PublicKey } from '../../../keys/ed25519.ts';
import type { SeveralAccounts } from '../../../keys/family-keys.ts';
import { requireForm } from '../../../keys/require-form.ts';
import { friendlyTonAddress } from '../formats/address.ts';
import { tonNetworks } from '../formats/network.ts';
import { tonWalletVersions } from '../formats/wallet-versions.ts';

/** V5R1 has fifteen bits for the subwallet. */
const maxSubwallet = 0x7fff;

const form = z.strictObject({
  family: z.literal('ton'),
  version: z.enum(tonWalletVersions),
  /** `global_id` of the network's blocks. A V4R2 wallet is the same on all networks. */
  networkId: z.int().min(-0x8000_0000).max(0x7fff_ffff),
  subwallet: z.int().min(0).max(maxSubwallet),
});

/** Includes the public key, which is needed to build the wallet contract. */
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
  /** TON, 0 to 32,767; default: 0, the one that wallet apps show first. */
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
  flags: [
    {
      flag: '--wallet-version <version>',
      member: 'version',
      description: 'ton: version of the wallet contract; default v5r1',
      values: tonWalletVersions,
    },
    {
      flag: '--subwallet <number>',
      member: 'subwallet',
      description: 'ton: which of the key’s wallets, 0 to 32767; default 0',
    },
  ],
  networkNames: 'mainnet, testnet, or the number that its blocks have as global_id',
  networkChoice(text, chains) {
    const configured = chains.find((chain) => chain.family === 'ton');
    if (text === undefined) return configured && { networkId: configured.networkId };
    if (text === 'mainnet' || text === 'testnet') return { networkId: tonNetworks[text] };
    return /^-?[0-9]{1,10}$/.test(text) ? { networkId: Number(text) } : undefined;
  },
  describe: ({ version, networkId, subwallet }) =>
    `${version} network ${networkId} subwallet ${subwallet}`,
  whereGood: ({ version }) =>
    version === 'v4r2'
      ? 'the same address on every TON network, where a signature for one may be valid on another: use it on one network only, or make a v5r1 wallet'
      : 'valid on this network only',
  // Non-bounceable (TEP-2), because the wallet's first payment deploys its contract and deposits
  // may come before. Test-only on the public test network. Other networks, such as the sandbox's,
  // may not know that flag.
  friendlyAddress: (address, { networkId }) =>
    friendlyTonAddress(address, { bounceable: false, testOnly: networkId === tonNetworks.testnet }),
};
