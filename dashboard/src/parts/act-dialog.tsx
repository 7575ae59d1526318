import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { followsEvents } from '../live/refresh.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

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

/** Asks for a reason, does the act, and shows why it was refused. All acts are in the audit log. */
export function ActDialog<Result>({
  title,
  verb,
  isDangerous = false,
  isPossible = true,
  asksReason = true,
  children,
  act,
  onDone,
  onClose,
}: ActDialogProps<Result>) {
  const queries = useQueryClient();
  const id = useId();
  const acting = useMutation({
    mutationFn: act,
    async onSuccess(result) {
      await queries.invalidateQueries({ predicate: followsEvents });
      onDone(result);
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          acting.mutate(String(new FormData(event.currentTarget).get('reason') ?? '').trim());
        }}
      >
        {isPossible && asksReason ? (
          <>
            <label htmlFor={id}>Reason</label>
            <textarea id={id} name="reason" required rows={2} maxLength={500} />
            <p className="hint">The audit log keeps it with your name.</p>
          </>
        ) : null}
        {acting.error ? <Problem error={acting.error} /> : null}
        <footer>
          <button type="button" onClick={onClose}>
            Close
          </button>
          {isPossible ? (
            <button
              type="submit"
              className={isDangerous ? 'danger' : 'primary'}
              disabled={acting.isPending}
            >
              {verb}
            </button>
          ) : null}
        </footer>
      </form>
    </Dialog>
  );
}
