import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApplyDialog } from './apply-dialog.tsx';

const example = {
  id: 'weekly-eth',
  kind: 'recurring',
  wallet: 'treasury',
  schedule: { cron: '0 9 * * 1', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  from: { chain: 'ETH', token: 'USDC' },
  to: { chain: 'ETH', token: 'native' },
  usd: '50',
  slippageBps: 50,
  receiver: '',
};

/** Makes a rule from JSON. */
export function NewRuleButton({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New rule…
      </button>
      {isOpen ? (
        <ApplyDialog
          title="New rule"
          verb="Make the rule"
          text={JSON.stringify(example, null, 2)}
          faultOf={({ id }) =>
            ids.includes(String(id))
              ? { pointer: '/id', detail: 'is that of another rule: change it on its page' }
              : undefined
          }
          onDone={({ rule }) =>
            void navigate({ to: '/treasury/rules/$id', params: { id: rule.id } })
          }
          onClose={() => setOpen(false)}
        >
          <p>
            The example buys coins for 50 US dollars each Monday at nine. Other kinds are{' '}
            <code>target</code>, <code>sweep</code>, <code>top-up</code> and <code>payroll</code>:{' '}
            <a href="/v1#TreasuryRuleRequest" target="_blank" rel="noreferrer">
              all members of rules
            </a>
            . What a rule does are ordinary swaps: guard, limits and approvals judge each of them.
          </p>
        </ApplyDialog>
      ) : null}
    </>
  );
}
