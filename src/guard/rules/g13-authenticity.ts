import { unsealedItem } from '../../core/approvals/unsealed-job.ts';
import { hold, type Rule, reject } from '../rule.ts';

/**
 * G13. The job is the one that was submitted. The process that accepted it sealed it with an Ed25519
 * signature (RFC 8032) over its canonical form (RFC 8785), with its id, the key's id and the
 * submitter, and the swap has not ended. Neither the queue nor the database can make a seal, and the
 * processes that sign transactions cannot either. A job without one is held.
 */
export const authenticity: Rule = {
  id: 'G13',
  check(_effects, { authenticity: found, job }) {
    switch (found.kind) {
      case 'sealed':
        return found.ended === undefined
          ? []
          : [
              reject('the swap has ended: its job is not carried out again', {
                state: found.ended,
              }),
            ];
      case 'unsealed':
        return [
          hold(
            unsealedItem(found.sealable),
            'the job has no seal: an earlier version stored it, or someone wrote it into the database; approve it only if amount, receiver and refund address are what was submitted',
            {
              wallet: job.wallet.name,
              amount: job.amount,
              receiver: job.receiver,
              refundAddress: job.refundAddress,
            },
          ),
        ];
      default:
        // Whatever else it says, no process has vouched for the job.
        return [reject('the job is not the one that was submitted: its seal does not match')];
    }
  },
};
