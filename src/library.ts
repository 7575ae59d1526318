import { compose as composeFerryman } from './compose.ts';
import { batchId } from './core/approvals/batch-id.ts';
import { FerrymanError, toFerrymanError } from './errors/ferryman-error.ts';
import type { Ferryman } from './ferryman.ts';
import type { FerrymanOptions } from './ferryman-options.ts';
import type { AuditAct } from './ports/stores/audit-store.ts';

/**
 * A Ferryman with its own journal, queue and chains, in the program that calls this. The audit log has
 * the acts of that program, as it has those of API keys. Throws what `compose.ts` throws.
 */
export async function compose(options: FerrymanOptions): Promise<Ferryman> {
  return recordActs(await composeFerryman(options), options.logger);
}

type Act = Pick<AuditAct, 'action' | 'subject' | 'reason'> & { data?: AuditAct['data'] };

/** Each act is in the audit log before it is done, named as the API's calls are. */
function recordActs(ferryman: Ferryman, logger: FerrymanOptions['logger']): Ferryman {
  async function recorded<Answer>(
    { action, data = {}, ...act }: Act,
    run: () => Promise<Answer>,
  ): Promise<Answer> {
    const { journal } = ferryman;
    await journal.recordAct({ ...act, actor: 'library', action, data });
    try {
      return await run();
    } catch (cause) {
      const { code, message: detail } = toFerrymanError(cause);
      const refusal = { ...act, actor: 'library', action: `${action}.refused` };
      // The act's own error counts, whether it can be recorded or not.
      await journal
        .recordAct({ ...refusal, data: { code, detail } })
        .catch((err: unknown) => logger.error({ err }, 'refusal not in the audit log'));
      throw cause;
    }
  }

  return {
    ...ferryman,
    cancel: (id) =>
      recorded({ action: 'cancelSwap', subject: `swap ${id}` }, () => ferryman.cancel(id)),
    retry: (id, asking) =>
      recorded({ action: 'retrySwap', subject: `swap ${id}` }, () => ferryman.retry(id, asking)),
    acknowledge: (id, reason) =>
      recorded({ action: 'acknowledgeSwap', subject: `swap ${id}`, reason }, () =>
        ferryman.acknowledge(id, reason),
      ),
    resolve(id, request) {
      const { as, by, reason, evidence } = request;
      const data = { as, by, ...(evidence === undefined ? {} : { evidence }) };
      const act = { action: 'resolveSwap', subject: `swap ${id}`, reason, data };
      return recorded(act, () => ferryman.resolve(id, request));
    },
    decideApproval(decision) {
      const { id, kind, by, reason } = decision;
      requirePerson(by);
      const action = kind === 'approve' ? 'approveItem' : 'rejectItem';
      const scope =
        kind === 'approve'
          ? { scope: decision.scope, ...('until' in decision ? { until: decision.until } : {}) }
          : {};
      const act = { action, subject: `approval ${id}`, reason, data: { by, ...scope } };
      return recorded(act, () => ferryman.decideApproval(decision));
    },
    revokeApproval(revocation) {
      const { id, by, reason } = revocation;
      requirePerson(by);
      const act = { action: 'revokeAdmission', subject: `approval ${id}`, reason, data: { by } };
      return recorded(act, () => ferryman.revokeApproval(revocation));
    },
    voteOnPayment(vote) {
      const { id, decision, by, reason } = vote;
      requirePerson(by);
      const act = { action: 'voteOnPayment', subject: `approval ${id}`, reason };
      return recorded({ ...act, data: { by, decision } }, () => ferryman.voteOnPayment(vote));
    },
    voteOnBatch(vote) {
      const { envelopes, decision, by, reason } = vote;
      requirePerson(by);
      const subject = `approval batch ${batchId(vote)}`;
      const data = { by, decision, payments: envelopes.length };
      const act = { action: 'voteOnBatch', subject, reason, data };
      return recorded(act, () => ferryman.voteOnBatch(vote));
    },
    unfreezeWallet(request) {
      const { name, by, reason } = request;
      const act = { action: 'unfreezeWallet', subject: `wallet ${name}`, reason, data: { by } };
      return recorded(act, () => ferryman.unfreezeWallet(request));
    },
    adoptJournal(request) {
      const { by, reason } = request;
      const act = { action: 'adoptJournal', subject: 'journal', reason, data: { by } };
      return recorded(act, () => ferryman.adoptJournal(request));
    },
    backUp: () => recorded({ action: 'createBackup', subject: 'journal' }, () => ferryman.backUp()),
    runRetention: (retention) =>
      recorded({ action: 'runRetention', subject: 'journal', data: { ...retention } }, () =>
        ferryman.runRetention(retention),
      ),
  };
}

/**
 * The program submits swaps as `library`, and API keys have names of their own: none of these is the
 * person who decides. Throws `INVALID_REQUEST`.
 */
function requirePerson(by: string): void {
  if (by.trim() !== '' && by !== 'library' && !by.startsWith('API key ')) return;
  throw new FerrymanError(
    'INVALID_REQUEST',
    'an approval needs the name of the person who decides',
  );
}
