import type { Order } from '../../core/swap/swap.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { ExecutorContext, SigningLogStores } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';
import { type JudgeRequest, judgeStep } from './judge-step.ts';
import type { Judged } from './report-findings.ts';
import {
  type SignedStep,
  type SignStores,
  type StoppedStep,
  signatureOf,
  signStep,
} from './sign-step.ts';

/**
 * Builds the bytes, simulates and judges exactly these, and signs them only if the guard allows it
 * and the journal has lost nothing. For leases under which something was signed before.
 */
export async function judgeAndSign(
  context: ExecutorContext<SigningLogStores & SignStores & AdmissionStore>,
  request: JudgeRequest & { order?: Order | undefined },
): Promise<Judged | SignedStep | StoppedStep> {
  const result = await judgeStep(context, request);
  if (result.kind === 'judged') return result;
  const { chain, swap, intent, order } = request;
  const comparison = await verifyJournal(context);
  const signature = intent.kind === 'cancel' ? intent.kind : signatureOf([{ swap, order }]);
  const step = { chain, comparison, signature };
  return signStep(context, step, result);
}
