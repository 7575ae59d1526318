import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { followsEvents } from '../live/refresh.ts';
import { Problem } from './problem.tsx';

interface DialogFormProps<Result> {
  /** On the button that sends it. */
  verb: string;
  /** Whether what it does can cost money or time. */
  isDangerous?: boolean;
  /** False: it cannot be sent as things are. */
  isPossible?: boolean;
  /** The fields. */
  children: ReactNode;
  send(form: FormData): Promise<Result>;
  /** Called once what is shown is refreshed. */
  onDone(result: Result): void;
  onClose(): void;
}

/** The form at the end of a dialog: sends its fields, and shows why they were refused. */
export function DialogForm<Result>({
  verb,
  isDangerous = false,
  isPossible = true,
  children,
  send,
  onDone,
  onClose,
}: DialogFormProps<Result>) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: send,
    async onSuccess(result) {
      await queries.invalidateQueries({ predicate: followsEvents });
      onDone(result);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(new FormData(event.currentTarget));
      }}
    >
      {children}
      {sending.error ? <Problem error={sending.error} /> : null}
      <footer>
        <button type="button" onClick={onClose}>
          Close
        </button>
        {isPossible ? (
          <button
            type="submit"
            className={isDangerous ? 'danger' : 'primary'}
            disabled={sending.isPending}
          >
            {verb}
          </button>
        ) : null}
      </footer>
    </form>
  );
}
