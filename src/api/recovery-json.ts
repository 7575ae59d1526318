import type { Ferryman } from '../ferryman.ts';
import type { SignedPayment } from '../ports/signing-log.ts';
import type { LostAttempt } from '../ports/stores/recovery-store.ts';
import { iso } from './iso.ts';
import type { FrozenWalletJson, JournalReportJson, LostAttemptJson } from './schemas/recovery.ts';

type JournalReport = Awaited<ReturnType<Ferryman['inspectJournal']>>;
type FrozenWallet = Awaited<ReturnType<Ferryman['inspectWallet']>>;

/** For the API, and for the commands that open the journal themselves. */
export function journalReportJson({
  instanceId,
  ownInstanceId,
  lost,
  missingLogs,
  frozen,
}: JournalReport): JournalReportJson {
  return {
    instanceId,
    ownInstanceId: ownInstanceId ?? null,
    lost: lost.map(lossJson),
    missingLogs,
    frozen: frozen.map(({ name, address, frozenReason = '' }) => ({
      name,
      address,
      reason: frozenReason,
    })),
  };
}

/** @param released whether it was released just now */
export function frozenWalletJson(
  { wallet, chainNonces, lost }: FrozenWallet,
  released: boolean,
): FrozenWalletJson {
  const { name, family, address, frozenReason = null } = wallet;
  const nonces = Object.fromEntries(
    [...chainNonces].map(([chain, nonce]) => [chain, nonce.toString()]),
  );
  return {
    name,
    family,
    address,
    frozenReason,
    released,
    chainNonces: nonces,
    lost: lost.map(lossJson),
  };
}

function lossJson({
  nonce,
  signedAt,
  sequence,
  payment,
  retries,
  ...attempt
}: LostAttempt): LostAttemptJson {
  return {
    ...attempt,
    ...(nonce === undefined ? {} : { nonce: nonce.toString() }),
    retries: [...retries],
    signedAt: iso(signedAt),
    sequence: sequence.toString(),
    ...(payment ? { payment: paymentJson(payment) } : {}),
  };
}

function paymentJson({ from, to }: SignedPayment): NonNullable<LostAttemptJson['payment']> {
  return {
    from: { ...from, amount: from.amount.toString() },
    to: {
      ...to,
      minOut: to.minOut.toString(),
      expectedOut: to.expectedOut.toString(),
      destinationAnchor: to.destinationAnchor.toString(),
    },
  };
}
