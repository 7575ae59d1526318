import { type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

interface ActDialogProps<Result> {
  title: string;
  /** The verb on the button, such as "Stop signing". */
  verb: string;
  /** Whether the act can cost money or time. */
  isDangerous?: boolean;
  /** Facts that a person needs before the act. */
  children?: ReactNode;
  /** False: the act cannot be done as things are. */
  isPossible?: boolean;
  /** False: the service takes no reason for it. */
  asksReason?: boolean;
  act(reason: string): Promise<Result>;
  onDone(result: Result): void;
  onClose(): void;
}

/** Asks for a reason and does the act. All acts are in the audit log. */
export function ActDialog<Result>({
  title,
  isPossible = true,
  asksReason = true,
  children,
  act,
  ...form
}: ActDialogProps<Result>) {
  const id = useId();
  return (
    <Dialog title={title} onClose={form.onClose}>
      {children}
      <DialogForm
        {...form}
        isPossible={isPossible}
        send={(fields) => act(String(fields.get('reason') ?? '').trim())}
      >
        {isPossible && asksReason ? (
          <>
            <label htmlFor={id}>Reason</label>
            <textarea id={id} name="reason" required rows={2} maxLength={500} />
            <p className="hint">The audit log keeps it with your name.</p>
          </>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
