import type { TreasuryRule } from 'ferryman-client';
import { useState } from 'react';
import { ActDialog } from '../../../parts/act-dialog.tsx';
import { useMay, useSession } from '../../../session/session.ts';
import { commonOf } from './rule-body.ts';

/** Pauses a rule or resumes it, for those whose key may do so. */
export function PauseButton({ rule, isSmall = false }: { rule: TreasuryRule; isSmall?: boolean }) {
  const { client } = useSession();
  const isPaused = rule.paused !== undefined;
  const mayAct = useMay(isPaused ? 'approve' : 'submit');
  const isInReach = useIsInReach(rule);
  // Ferryman may pause it while a person writes the reason: the dialog keeps to its act.
  const [opened, setOpened] = useState<{ isPaused: boolean }>();
  if (!((mayAct && isInReach) || opened)) return null;
  const { id } = rule;
  const verb = isPaused ? 'Resume rule…' : 'Pause…';
  const close = () => setOpened(undefined);
  return (
    <>
      <button
        type="button"
        className={isSmall ? 'small' : ''}
        aria-label={isSmall ? `${verb} ${id}` : undefined}
        onClick={() => setOpened({ isPaused })}
      >
        {verb}
      </button>
      {opened ? (
        <ActDialog
          title={`${opened.isPaused ? 'Resume' : 'Pause'} the rule ${id}`}
          verb={opened.isPaused ? 'Resume' : 'Pause'}
          isDangerous={opened.isPaused}
          act={(reason) =>
            opened.isPaused
              ? client.treasuryRules.resume(id, { reason })
              : client.treasuryRules.pause(id, { reason })
          }
          onDone={close}
          onClose={close}
        >
          <p>
            {opened.isPaused
              ? 'It acts again from its next run on. What came due while it was paused is not done.'
              : 'Nothing of it begins any more. Swaps that have begun go on: a stop holds these too.'}
          </p>
        </ActDialog>
      ) : null}
    </>
  );
}

/** A key that is limited to some wallets and chains pauses only rules of these. */
function useIsInReach({ rule }: TreasuryRule): boolean {
  const { wallets, chains } = useSession();
  const named = commonOf(rule);
  const [treasury = ''] = named.wallet.split('/');
  return (
    (!wallets || wallets.includes(named.wallet) || wallets.includes(treasury)) &&
    (!chains || named.chains.every((chain) => chains.includes(chain)))
  );
}
