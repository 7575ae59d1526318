import type { ExecutorContext } from '../context.ts';
import { type Judged, type JudgeRequest, judgeStep } from './judge-step.ts';
import { type SignedStep, signStep } from './sign-step.ts';

/** Builds the bytes, plays and judges exactly these bytes, and signs them only if the guard allows it and the journal is what it was. */
export async function judgeAndSign(context: ExecutorContext, request: JudgeRequest): Promise<Judged | SignedStep> {
  const result = await judgeStep(context, request);
  return result.kind === 'judged' ? result : signStep(context, request, result.unsigned);
}
