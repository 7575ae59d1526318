import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { encodeBase58 } from '../../base58.ts';
import type { AccountState } from '../engine.ts';

/** Parsed encodings are only a convenience of nodes and not implemented. */
export const accountEncoding = z.enum(['base58', 'base64']);

export interface AccountRendering {
  readonly encoding?: z.output<typeof accountEncoding> | undefined;
  readonly dataSlice?: { readonly offset: number; readonly length: number } | undefined;
}

export function renderAccount(
  account: AccountState,
  { encoding = 'base64', dataSlice }: AccountRendering,
) {
  const { data } = account;
  const shown =
    dataSlice === undefined
      ? data
      : data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  const text = encoding === 'base58' ? encodeBase58(shown) : Buffer.from(shown).toString('base64');
  return {
    data: [text, encoding],
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: new PublicKey(account.owner).toBase58(),
    rentEpoch: Number(account.rentEpoch),
    space: data.length,
  };
}

/** A token amount in all forms of a node's answer. */
export function renderTokenAmount(amount: bigint, decimals: number) {
  const digits = `${amount}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: `${amount}`, decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
