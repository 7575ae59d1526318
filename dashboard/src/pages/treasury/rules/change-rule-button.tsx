import type { TreasuryRule } from 'ferryman-client';
import { useState } from 'react';
import { ApplyDialog } from './apply-dialog.tsx';

/** Stores a changed rule as its next version. */
export function ChangeRuleButton({ rule }: { rule: TreasuryRule }) {
  // Another person may apply a version meanwhile: the dialog keeps to the one that it shows.
  const [opened, setOpened] = useState<TreasuryRule>();
  const [outcome, setOutcome] = useState('');
  const close = () => setOpened(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpened(rule)}>
        Change…
      </button>
      <span role="status">{outcome}</span>
      {opened ? (
        <ApplyDialog
          title={`Change the rule ${opened.id}`}
          verb="Apply the change"
          text={JSON.stringify(opened.rule, null, 2)}
          before={opened.rule}
          obstacle={
            rule.version === opened.version
              ? undefined
              : `Version ${rule.version} was applied meanwhile. Copy what you wrote, close this, and change that version.`
          }
          faultOf={({ id }) =>
            id === opened.id
              ? undefined
              : { pointer: '/id', detail: `is the name of this rule: leave it ${opened.id}` }
          }
          onDone={({ rule: stored, isNew }) => {
            setOutcome(
              isNew === false
                ? `It is the same as version ${stored.version}: nothing was stored.`
                : `Version ${stored.version} holds now.`,
            );
            close();
          }}
          onClose={close}
        >
          <p>
            The change is version {opened.version + 1}, with you as its author: you approve none of
            its swaps. Swaps of earlier versions keep what these said.
          </p>
        </ApplyDialog>
      ) : null}
    </>
  );
}
