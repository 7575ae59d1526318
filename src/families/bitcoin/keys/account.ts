import { z } from 'zod';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SeveralAccounts } from '../../../keys/family-keys.ts';
import { requireForm } from '../../../keys/require-form.ts';
import type { BitcoinNetwork } from '../formats/address.ts';

/** The kinds of address that a wallet can have: both are spent by a key alone. */
export const bitcoinWalletKinds = ['p2wpkh', 'p2tr'] as const;
const bitcoinNetworks = [
  'mainnet',
  'testnet',
  'regtest',
] as const satisfies readonly BitcoinNetwork[];
/** What a path has for children that are not hardened (BIP-32). */
const maxIndex = 0x7fff_ffff;

const form = z.strictObject({
  family: z.literal('bitcoin'),
  kind: z.enum(bitcoinWalletKinds),
  /** `testnet` stands for all public test networks, signet too: their addresses are the same. */
  network: z.enum(bitcoinNetworks),
  /** Which of the receiving addresses of the phrase's first account (BIP-44, "Index"). */
  index: z.int().min(0).max(maxIndex),
});

/** With the key that a routing service wants to know, 33 bytes in hex; of P2TR the internal one. */
const stored = form.extend({ publicKey: z.string().regex(/^0[23][0-9a-f]{64}$/) });

export type BitcoinAccount = z.infer<typeof form>;
export type StoredBitcoinAccount = z.infer<typeof stored>;
export type BitcoinWalletKind = BitcoinAccount['kind'];

export interface BitcoinAccountChoice {
  /** Bitcoin; default: `p2wpkh`. */
  kind?: BitcoinWalletKind;
  /** Bitcoin; default: `mainnet`. */
  network?: BitcoinNetwork;
  /** Bitcoin, of a phrase; default: 0, the address that wallets show first. */
  index?: number;
}

/** One key has an account for each kind of address and network, and a phrase one for each index. */
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
    // Takes time to load, and most wallets do not need it.
    const { pointFromScalar } = await import('@bitcoinerlab/secp256k1');
    const publicKey = pointFromScalar(key, true);
    if (!publicKey)
      throw new FerrymanError('KEY_INVALID', 'the private key is not a number of the curve');
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
  networkChoice(said, chains) {
    const configured = chains.find((chain) => chain.family === 'bitcoin');
    if (said === undefined && configured) return { network: configured.network };
    // The addresses of all public test networks are the same.
    const network = bitcoinNetworks.find((one) => one === (said === 'signet' ? 'testnet' : said));
    return network && { network };
  },
  describe: ({ kind, network, index }) => `${kind} ${network} index ${index}`,
  whereGood: ({ network }) =>
    network === 'testnet'
      ? 'the same address on testnet3, testnet4 and signet, each with coins of its own, and good on no other network'
      : 'good on no other network',
};
