import { z } from 'zod';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SeveralAccounts } from '../../../keys/family-keys.ts';
import { requireForm } from '../../../keys/require-form.ts';
import type { BitcoinNetwork } from '../formats/address.ts';

/** The address kinds of a wallet. A key alone spends both. */
export const bitcoinWalletKinds = ['p2wpkh', 'p2tr'] as const;
const bitcoinNetworks = [
  'mainnet',
  'testnet',
  'regtest',
] as const satisfies readonly BitcoinNetwork[];
/** The maximum index of a non-hardened child (BIP-32). */
const maxIndex = 0x7fff_ffff;

const form = z.strictObject({
  family: z.literal('bitcoin'),
  kind: z.enum(bitcoinWalletKinds),
  /** `testnet` means all public test networks and signet, because they share addresses. */
  network: z.enum(bitcoinNetworks),
  /** Index of the receiving address in the phrase's first account (BIP-44, "Index"). */
  index: z.int().min(0).max(maxIndex),
});

/** Includes the public key that the router requires, 33 bytes in hex (P2TR: the internal key). */
const stored = form.extend({ publicKey: z.string().regex(/^0[23][0-9a-f]{64}$/) });

export type BitcoinAccount = z.infer<typeof form>;
export type StoredBitcoinAccount = z.infer<typeof stored>;
export type BitcoinWalletKind = BitcoinAccount['kind'];

export interface BitcoinAccountChoice {
  /** Bitcoin; default: `p2wpkh`. */
  kind?: BitcoinWalletKind;
  /** Bitcoin; default: `mainnet`. */
  network?: BitcoinNetwork;
  /** Bitcoin, for a phrase; default: 0, the address that wallet apps show first. */
  index?: number;
}

/** A key has an account for each address kind and network. A phrase also has one per index. */
export const bitcoinAccounts: SeveralAccounts<
  BitcoinAccount,
  StoredBitcoinAccount,
  BitcoinAccountChoice
> = {
  schema: stored,
  choices: ['kind', 'network', 'index'],
  choose: (choice) =>
    requireForm(form, {
      family: 'bitcoin',
      kind: 'p2wpkh',
      network: 'mainnet',
      index: 0,
      ...choice,
    }),
  following(account, by) {
    requireForm(form.shape.index, account.index + by);
    return { ...account, index: account.index + by };
  },
  async store(account, key) {
    // The library is slow to load, and most wallets do not need it.
    const { pointFromScalar } = await import('@bitcoinerlab/secp256k1');
    const publicKey = pointFromScalar(key, true);
    if (!publicKey)
      throw new FerrymanError('KEY_INVALID', 'the private key is not valid on secp256k1');
    return { ...account, publicKey: Buffer.from(publicKey).toString('hex') };
  },
  flags: [
    {
      flag: '--kind <kind>',
      member: 'kind',
      description: 'bitcoin: kind of address; default p2wpkh',
      values: bitcoinWalletKinds,
    },
    {
      flag: '--index <number>',
      member: 'index',
      description: 'bitcoin: which of the phrase’s addresses; default 0',
    },
  ],
  networkNames: [...bitcoinNetworks, 'signet'].join(', '),
  networkChoice(text, chains) {
    const configured = chains.find((chain) => chain.family === 'bitcoin');
    if (text === undefined && configured) return { network: configured.network };
    const network = bitcoinNetworks.find((one) => one === (text === 'signet' ? 'testnet' : text));
    return network && { network };
  },
  describe: ({ kind, network, index }) => `${kind} ${network} index ${index}`,
  whereGood: ({ network }) =>
    network === 'testnet'
      ? 'the same address on testnet3, testnet4 and signet, each with its own coins, and valid on no other network'
      : 'valid on this network only',
};
