import { useMutation } from '@tanstack/react-query';
import { Problem } from '../parts/problem.tsx';
import { signIn } from './api.ts';

export function SignIn({ onSignedIn }: { onSignedIn(): void }) {
  const entering = useMutation({ mutationFn: signIn, onSuccess: onSignedIn });
  return (
    <main className="gate">
      <h1>Ferryman</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const key = new FormData(event.currentTarget).get('key');
          entering.mutate(String(key).trim());
        }}
      >
        <label htmlFor="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          autoComplete="current-password"
          placeholder="fm_…"
          required
          // biome-ignore lint/a11y/noAutofocus: it is the only thing to do on this page
          autoFocus
        />
        <p className="hint">
          The key is exchanged for a session of 12 hours and then forgotten. Make one with{' '}
          <code>ferryman key create --scopes view</code>.
        </p>
        {entering.error ? <Problem error={entering.error} /> : null}
        <button type="submit" className="primary" disabled={entering.isPending}>
          Sign in
        </button>
      </form>
    </main>
  );
}
