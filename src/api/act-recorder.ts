import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import type { ApiDependencies } from './api-environment.ts';
import type { AuditedAct } from './endpoint.ts';
import { toProblem } from './problem.ts';

/**
 * Writes the audit log's entries of one request.
 * @param action id of the call
 */
export function createActRecorder(
  {
    journal,
    logger,
  }: { journal: Pick<AuditStore, 'recordAct'>; logger: ApiDependencies['logger'] },
  action: string,
  { keyId, requestId }: { keyId: string; requestId: string },
) {
  let recorded: AuditedAct | undefined;
  const write = (suffix: string, { subject, reason, data = {} }: AuditedAct) =>
    journal.recordAct({
      actor: `API key ${keyId}`,
      action: `${action}${suffix}`,
      subject,
      ...(reason === undefined ? {} : { reason }),
      requestId,
      data,
    });
  return {
    async record(act: AuditedAct): Promise<void> {
      await write('', act);
      recorded = act;
    },
    /** Throws `cause`, once the log has it. */
    async recordRefusal(cause: unknown): Promise<never> {
      if (recorded) {
        const { code, detail } = toProblem(toFerrymanError(cause), { requestId, creating: false });
        // The act's own error counts, whether it can be recorded or not.
        await write('.refused', { ...recorded, data: { code, detail } }).catch((err: unknown) =>
          logger.error({ requestId, err }, 'refusal not in the audit log'),
        );
      }
      throw cause;
    },
  };
}
