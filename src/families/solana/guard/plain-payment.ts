import { isNativeToken } from '../../../core/swap/chains.ts';
import {
  fault,
  type ReadPayment,
  type ReadPlainPayment,
  textOf,
} from '../../../guard/plain-payment.ts';
import { associatedAccount, systemProgram, tokenPrograms } from './address.ts';
import type { SolanaEffects, SolanaInstruction } from './effects.ts';

export const readPlainPayment: ReadPlainPayment<SolanaEffects> = (
  effects,
  { lease, job, chain },
  to,
) => {
  const { instructions, cosigners, lookupTables } = effects;
  if (cosigners.length > 0 || lookupTables.length > 0)
    return fault('it has other signers or lookup tables');
  const relevant = instructions.filter(({ kind }) => kind !== 'compute_budget');
  const [memos, others] = [
    relevant.filter(({ kind }) => kind === 'memo'),
    relevant.filter(({ kind }) => kind !== 'memo'),
  ];
  if (memos.length > 1 || memos.some(({ accounts }) => accounts.length > 0))
    return fault('it has several memos, or a memo with accounts');
  const memo = textOf(memos[0]?.data);
  const transfer = others.at(-1);
  const opening = others.length === 2 ? others[0] : undefined;
  if (!transfer || others.length > 2) return fault('it does not consist of one transfer');
  const native = isNativeToken(chain, job.from.token);
  if (transfer.kind === 'system' && transfer.name === 'transfer' && native && !opening) {
    const [from = '', receiver = ''] = transfer.accounts;
    if (from !== lease.account || transfer.accounts.length !== 2)
      return fault('it does not pay from the wallet');
    return {
      ok: true,
      payment: { token: chain.nativeToken.address, to: receiver, amount: transfer.amount, memo },
    };
  }
  if (transfer.kind !== 'token' || transfer.name !== 'transferChecked' || native)
    return fault('it is not a transfer');
  return readTokenTransfer(transfer, opening, {
    account: lease.account,
    decimals: job.from.decimals,
    to,
    memo,
  });
};

function readTokenTransfer(
  { program, accounts, data, amount }: SolanaInstruction,
  opening: SolanaInstruction | undefined,
  {
    account,
    decimals,
    to,
    memo,
  }: { account: string; decimals: number; to: string; memo: string | undefined },
): ReadPayment {
  const [source, mint = '', destination = '', authority] = accounts;
  if (!tokenPrograms.some((known) => known === program))
    return fault('it does not call a token program');
  if (
    authority !== account ||
    accounts.length !== 4 ||
    source !== associatedAccount(account, mint, program)
  ) {
    return fault('it does not pay from the wallet’s own token account');
  }
  if (data[9] !== decimals) return fault('its decimals differ from those of the token');
  const isTo = destination === associatedAccount(to, mint, program);
  const opened = [account, destination, to, mint, systemProgram, program];
  if (opening && (opening.name !== 'createIdempotent' || `${opening.accounts}` !== `${opened}`)) {
    return fault('it opens another account than the destination');
  }
  return { ok: true, payment: { token: mint, to: isTo ? to : destination, amount, memo } };
}
