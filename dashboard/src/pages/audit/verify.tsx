import { useMutation } from '@tanstack/react-query';
import type { AuditVerdict } from 'ferryman-client';
import { Copied } from '../../parts/copied.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.ts';

/** Checks the whole log, and says which hash to note. */
export function Verify() {
  const { client } = useSession();
  const verifying = useMutation({ mutationFn: () => client.audit.verify() });
  return (
    <section className="verify" aria-label="Check of the log">
      <button type="button" disabled={verifying.isPending} onClick={() => verifying.mutate()}>
        {verifying.isPending ? 'Checking…' : 'Verify the log'}
      </button>
      <div role="status">{verifying.data ? <Verdict verdict={verifying.data} /> : null}</div>
      {verifying.error ? <Problem error={verifying.error} /> : null}
    </section>
  );
}

function Verdict({ verdict: { fault, entries, from, to, hash } }: { verdict: AuditVerdict }) {
  if (fault)
    return (
      <p className="problem">
        The log is damaged at entry {fault.position}: {fault.message}. {entries} entries before it
        are whole.
      </p>
    );
  if (to === undefined) return <p>The log has no entry yet.</p>;
  return (
    <p>
      <span className="label tone-good">The log is whole</span>: {entries} entries, {from} to {to}.
      Note the newest hash elsewhere, and compare it later: <Copied text={hash} />
    </p>
  );
}
