import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../errors/codes.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import { compareJournal, journalWentBack } from './compare-journal.ts';
import type { ExecutorContext } from './context.ts';

export interface Readiness {
  ok: boolean;
  /** By part: `journal`, `queue`, `ledger` (whether the journal is what it was), and each chain. */
  checks: Readonly<Record<string, 'ok' | 'failing'>>;
  /** Of each failing part, the stable code of what is wrong with it. */
  codes?: Readonly<Record<string, ErrorCode>>;
}

/** Whether everything that a swap needs answers. It only reads. What has said nothing after `patience` milliseconds counts as away. */
export async function readiness(
  context: Pick<ExecutorContext, 'journal' | 'queue' | 'chains' | 'ledger'>,
  patience = 5_000,
): Promise<Readiness> {
  const { journal, queue, chains } = context;
  const asked: [part: string, answer: Promise<unknown>, whenSilent: ErrorCode][] = [
    ['journal', journal.ping(), 'JOURNAL_UNAVAILABLE'],
    ['queue', queue.ping(), 'REDIS_UNAVAILABLE'],
    ['ledger', isSameJournal(context), 'JOURNAL_UNAVAILABLE'],
    ...[...chains].map(([name, adapter]): [string, Promise<unknown>, ErrorCode] => [
      `chain ${name}`,
      adapter.head(),
      'RPC_UNAVAILABLE',
    ]),
  ];
  const faults = await Promise.all(
    asked.map(async ([part, answer, whenSilent]) => [part, await faultOf(answer, whenSilent, patience)] as const),
  );
  const codes = faults.filter((fault): fault is readonly [string, ErrorCode] => fault[1] !== undefined);
  return {
    ok: codes.length === 0,
    checks: Object.fromEntries(faults.map(([part, code]) => [part, code === undefined ? 'ok' : 'failing'])),
    ...(codes.length === 0 ? {} : { codes: Object.fromEntries(codes) }),
  };
}

async function isSameJournal(context: Pick<ExecutorContext, 'journal' | 'ledger'>): Promise<void> {
  if ((await compareJournal(context)) !== 'same') throw journalWentBack();
}

async function faultOf(
  answer: Promise<unknown>,
  whenSilent: ErrorCode,
  patience: number,
): Promise<ErrorCode | undefined> {
  const answered = answer.then(
    (value) => (value === false ? whenSilent : undefined),
    (cause: unknown) => toFerrymanError(cause).code,
  );
  return Promise.race([answered, pause(patience, whenSilent, { ref: false })]);
}
