import type { ExecutorContext } from './context.ts';

export interface Readiness {
  ok: boolean;
  /** By part: `journal`, `queue`, and each chain. */
  checks: Readonly<Record<string, 'ok' | 'failing'>>;
}

/** Whether everything that a swap needs answers. */
export async function readiness({
  journal,
  queue,
  chains,
}: Pick<ExecutorContext, 'journal' | 'queue' | 'chains'>): Promise<Readiness> {
  const asked: [string, Promise<unknown>][] = [
    ['journal', journal.ping()],
    ['queue', queue.ping()],
    ...[...chains].map(([name, adapter]): [string, Promise<unknown>] => [`chain ${name}`, adapter.head()]),
  ];
  const answered = await Promise.all(asked.map(async ([part, answer]) => [part, await works(answer)] as const));
  return { ok: answered.every(([, result]) => result === 'ok'), checks: Object.fromEntries(answered) };
}

function works(check: Promise<unknown>): Promise<'ok' | 'failing'> {
  return check.then(
    (answer) => (answer === false ? 'failing' : 'ok'),
    () => 'failing',
  );
}
