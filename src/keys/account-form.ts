import { z } from 'zod';
import type { Family } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { BitcoinNetwork } from '../families/bitcoin/formats/address.ts';
import { tonNetworks } from '../families/ton/formats/network.ts';
import { tonWalletVersions } from '../families/ton/formats/wallet-versions.ts';

/*
 * One key has several accounts on Bitcoin (by kind of address and network) and on TON (by version of the wallet contract, network and
 * subwallet). Which of them a wallet is stands in its keystore, beside the address that follows from it.
 */

/** The kinds of address that a wallet can have: both are spent by a key alone. */
export const bitcoinWalletKinds = ['p2wpkh', 'p2tr'] as const;
export const bitcoinNetworks = ['mainnet', 'testnet', 'regtest'] as const satisfies readonly BitcoinNetwork[];
/** What V5R1 has fifteen bits for. */
const mostSubwallet = 0x7fff;
/** What a path has for children that are not hardened (BIP-32). */
const mostIndex = 0x7fff_ffff;
/** Wallet programs look for money on as many unused addresses behind the last used one (BIP-44, "Address gap limit"): they find all of these. */
export const mostAccounts = 20;

const bitcoinAccount = z.strictObject({
  family: z.literal('bitcoin'),
  kind: z.enum(bitcoinWalletKinds),
  /** `testnet` stands for all public test networks, signet too: their addresses are the same. */
  network: z.enum(bitcoinNetworks),
  /** Which of the receiving addresses of the phrase's first account (BIP-44, "Index"). */
  index: z.int().min(0).max(mostIndex),
});

/** As a keystore has it: with the key that a routing service wants to know, 33 bytes in hex; of P2TR the internal one. */
export const keptBitcoinAccount = bitcoinAccount.extend({ publicKey: z.string().regex(/^0[23][0-9a-f]{64}$/) });

const tonAccount = z.strictObject({
  family: z.literal('ton'),
  version: z.enum(tonWalletVersions),
  /** `global_id` of the network's blocks; a V4R2 wallet is the same on all of them. */
  networkId: z.int().min(-0x8000_0000).max(0x7fff_ffff),
  subwallet: z.int().min(0).max(mostSubwallet),
});

/** As a keystore has it: with what it takes, beside the rest, to build the wallet's contract. */
export const keptTonAccount = tonAccount.extend({
  /** Ed25519, 32 bytes in hex. */
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
});

type BitcoinAccount = z.infer<typeof bitcoinAccount>;
type TonAccount = z.infer<typeof tonAccount>;
export type KeptAccount = z.infer<typeof keptBitcoinAccount> | z.infer<typeof keptTonAccount>;
export type BitcoinWalletKind = BitcoinAccount['kind'];

/** Which of a key's accounts a wallet is; of the other families a key has one. */
export type AccountForm = { family: Exclude<Family, 'bitcoin' | 'ton'> } | BitcoinAccount | TonAccount;

/** What can be said of a new wallet's account. Whatever the family has no use for is refused. */
export interface AccountChoice {
  /** Bitcoin; default: `p2wpkh`. */
  kind?: BitcoinWalletKind;
  /** Bitcoin; default: `mainnet`. */
  network?: BitcoinNetwork;
  /** Bitcoin, of a phrase; default: 0, the address that wallets show first. */
  index?: number;
  /** TON; default: `v5r1`. */
  version?: TonAccount['version'];
  /** TON; default: the main network's. */
  networkId?: number;
  /** TON, 0 to 32,767; default: 0, the one that wallets show first. */
  subwallet?: number;
}

const choices: Readonly<Record<Family, readonly (keyof AccountChoice)[]>> = {
  evm: [],
  tron: [],
  solana: [],
  ton: ['version', 'networkId', 'subwallet'],
  bitcoin: ['kind', 'network', 'index'],
};

/** The account that was chosen, with the defaults. Throws `INVALID_REQUEST` for what the family does not have. */
export function chooseAccount(family: Family, choice: AccountChoice = {}): AccountForm {
  const said = Object.entries(choice).filter(([, value]) => value !== undefined);
  const foreign = said.map(([name]) => name).filter((name) => !choices[family].some((own) => own === name));
  if (foreign.length > 0) {
    throw new FerrymanError('INVALID_REQUEST', `a wallet of the family ${family} has no ${foreign.join(', ')}`);
  }
  switch (family) {
    case 'bitcoin':
      return requireForm(bitcoinAccount, { family, kind: 'p2wpkh', network: 'mainnet', index: 0, ...choice });
    case 'ton':
      return requireForm(tonAccount, {
        family,
        version: 'v5r1',
        networkId: tonNetworks.mainnet,
        subwallet: 0,
        ...choice,
      });
    default:
      return { family };
  }
}

/**
 * The account that is `by` further on in the same key: the next address of Bitcoin, the next subwallet of TON, as any wallet program counts
 * them. Throws `INVALID_REQUEST` where the family has one account for a key, or the count ends.
 */
export function followingAccount<Form extends AccountForm>(form: Form, by: number): Form {
  switch (form.family) {
    case 'bitcoin':
      requireForm(bitcoinAccount.shape.index, form.index + by);
      return { ...form, index: form.index + by };
    case 'ton':
      requireForm(tonAccount.shape.subwallet, form.subwallet + by);
      return { ...form, subwallet: form.subwallet + by };
    default:
      throw new FerrymanError('INVALID_REQUEST', `a wallet of the family ${form.family} has one account`);
  }
}

function requireForm<Form>(schema: z.ZodType<Form>, form: unknown): Form {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new FerrymanError('INVALID_REQUEST', `there is no such account (${faults.join('; ')})`);
}
