import { useState } from 'react';
import { useIsLimited, useMay } from '../../session/session.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import type { Wallet } from './wallet.ts';

/** Releases a frozen wallet, for administrators. */
export function ReleaseButton({ wallet }: { wallet: Wallet }) {
  const isAdmin = useMay('admin');
  const isLimited = useIsLimited();
  const [isOpen, setOpen] = useState(false);
  if (!isAdmin || isLimited) return null;
  return (
    <>
      <button type="button" className="small" onClick={() => setOpen(true)}>
        Release…
      </button>
      {isOpen ? <ReleaseDialog wallet={wallet} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
