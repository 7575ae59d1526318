import { FerrymanApiError } from 'ferryman-client';

/** What went wrong, with its code and, where the service says one, the next step. */
export function Problem({ error }: { error: unknown }) {
  if (error instanceof FerrymanApiError)
    return (
      <div className="problem" role="alert">
        <p>{error.message}</p>
        <p className="quiet">
          <code>{error.code}</code> · request <code>{error.requestId}</code>
        </p>
      </div>
    );
  return (
    <p className="problem" role="alert">
      {error instanceof Error ? error.message : 'Something went wrong.'}
    </p>
  );
}
