import { useState } from 'react';
import { Dialog } from './dialog.tsx';

/** A new secret. The service stores only what recognizes it, so this is the only time to copy it. */
export function SecretDialog({
  title,
  secret,
  hint,
  onClose,
}: {
  title: string;
  secret: string;
  hint: string;
  onClose(): void;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is never shown again. {hint}</p>
      <pre className="secret">{secret}</pre>
      <footer className="dialog-end">
        <button
          type="button"
          onClick={async () => {
            await navigator.clipboard.writeText(secret);
            setCopied(true);
          }}
        >
          Copy
        </button>
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
        <button type="button" className="primary" onClick={onClose}>
          I have stored it
        </button>
      </footer>
    </Dialog>
  );
}
