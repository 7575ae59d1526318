import { useState } from 'react';
import { useIsLimited, useMay, useSession } from '../session/session.ts';
import { ownStop, type StopSubject } from './own-stop.ts';
import { StopDialog, type StopTarget, targetText } from './stop-dialog.tsx';
import { useStops } from './use-stops.ts';

/** Stops or resumes one thing, for those whose key may do so. */
export function StopButton({ target }: { target: StopSubject }) {
  const stops = useStops();
  const stop = ownStop(stops, target);
  const mayAct = useMay(stop ? 'approve' : 'submit');
  const isInReach = useIsInReach(target);
  // What is stopped may change while a person writes the reason: the dialog keeps to its act.
  const [opened, setOpened] = useState<{ target: StopTarget; isStopped: boolean }>();
  if (!stops || !((mayAct && isInReach) || opened)) return null;
  const verb = stop ? 'Resume…' : 'Stop…';
  return (
    <>
      <button
        type="button"
        className="small"
        aria-label={`${verb} ${targetText(target)}`}
        onClick={() => {
          const { scope, subject } = stop ?? target;
          setOpened({ target: { scope, subject }, isStopped: stop !== undefined });
        }}
      >
        {verb}
      </button>
      {opened ? <StopDialog {...opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

/** A key that is limited to some wallets and chains stops only these, and never what all use. */
function useIsInReach({ scope, subject }: StopTarget): boolean {
  const { wallets, chains } = useSession();
  const isLimited = useIsLimited();
  const [wallet = '', chain = ''] = subject.split('@');
  const [treasury = ''] = wallet.split('/');
  const isOfWallet = !wallets || wallets.includes(wallet) || wallets.includes(treasury);
  if (!isLimited) return true;
  if (scope === 'wallet') return !chains && isOfWallet;
  return scope === 'lane' && isOfWallet && (chains?.includes(chain) ?? true);
}
