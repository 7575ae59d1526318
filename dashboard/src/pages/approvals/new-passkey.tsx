import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { createPasskey } from './passkey.ts';

interface NewEntry {
  name: string;
  passkeys: readonly { id: string; publicKey: string }[];
}

/** Makes a passkey, and shows what the guard's policy has to say of it. */
export function NewPasskeyButton() {
  const [isOpen, setOpen] = useState(false);
  const [entry, setEntry] = useState<NewEntry>();
  const close = () => {
    setOpen(false);
    setEntry(undefined);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New passkey…
      </button>
      {isOpen ? (
        <Dialog title="Make a passkey" onClose={close}>
          {entry ? (
            <>
              <p>
                Add it to <code>approvers</code> in the guard’s policy of every process that judges:
                API, workers and signer. Until then it counts nothing.
              </p>
              <section aria-label="Entry of the policy">
                <pre className="whole">{JSON.stringify(entry, null, 2)}</pre>
              </section>
              <footer>
                <button type="button" onClick={close}>
                  Close
                </button>
              </footer>
            </>
          ) : (
            <DialogForm
              verb="Make it"
              send={async (fields) => {
                const name = String(fields.get('name') ?? '').trim();
                return { name, passkeys: [await createPasskey(name)] };
              }}
              onDone={setEntry}
              onClose={close}
            >
              <label htmlFor="approver">Name of the approver</label>
              <input id="approver" name="name" required maxLength={64} pattern="[\w .@\-]+" />
              <p className="hint">
                The key stays on your device. It signs payments that need your approval.
              </p>
            </DialogForm>
          )}
        </Dialog>
      ) : null}
    </>
  );
}
